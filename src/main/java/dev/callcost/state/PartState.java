package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.part.BytePath;
import dev.callcost.transport.part.HandOff;
import dev.callcost.transport.part.RoundTrip;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Opens a part of a remote call before a trial, and ends it after. */
@State(Scope.Benchmark)
public abstract class PartState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, the function then adds 7. */
    public int k = 35;

    /** See {@link #k}. */
    public int i = 11;

    /** Which CPUs both sides may use. */
    @Param("ONE_CPU")
    public Pinning pinning;

    private RoundTrip trip;

    /** Opens the part that the state's parameters name. */
    abstract RoundTrip open();

    /** Opens and checks it; records what runs. */
    @Setup(Level.Trial)
    public final void setUp() {
        trip = CellRecord.openOrSkip(this::open);
        PinnedCaller.follow(pinning);
        CellRecord.add(trip.facts());
    }

    /** The measured round trip. */
    public final int call() {
        return trip.call(k, i);
    }

    /** Ends it; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (trip != null) {
            trip.close();
        }
    }

    /** Another thread, without any bytes. */
    public static class ByHandOff extends PartState {
        /** How the threads hand over: every constant. */
        @Param
        public HandOff handOff;

        @Override
        RoundTrip open() {
            return handOff.open(pinning);
        }
    }

    /** The call's bytes to another thread and back. */
    public static class ByPath extends PartState {
        /** How they travel: every constant. */
        @Param
        public BytePath path;

        @Override
        RoundTrip open() {
            return path.open(pinning);
        }
    }
}
