package dev.callcost.state;

import dev.callcost.transport.Pinning;
import dev.callcost.transport.part.BytePath;
import dev.callcost.transport.part.HandOff;
import dev.callcost.transport.part.RoundTrip;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Opens a part of a remote call before a trial and closes it after the trial. */
@State(Scope.Benchmark)
public abstract class PartState extends RemoteState {
    @Param("ONE_CPU")
    public Pinning pinning;

    private RoundTrip trip;

    abstract RoundTrip open();

    @Setup(Level.Trial)
    public final void setUp() {
        trip = opened(this::open);
        MeasuredThread.PinnedThread.follow(pinning);
    }

    public final int call() {
        return trip.call(k, i);
    }

    /** Another thread, without any bytes. */
    public static class ByHandOff extends PartState {
        @Param
        public HandOff handOff;

        @Override
        RoundTrip open() {
            return handOff.open(pinning);
        }
    }

    /** The call's bytes to another thread and back. */
    public static class ByPath extends PartState {
        @Param
        public BytePath path;

        @Override
        RoundTrip open() {
            return path.open(pinning);
        }
    }
}
