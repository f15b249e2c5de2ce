package dev.callcost.state;

import dev.callcost.agent.Canary;
import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.util.Map;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A benchmark thread on its CPUs. Where it is the only measuring thread, and everything that it waits for runs on the
 * same CPU, it times the canary before and after each of its iterations.
 */
@State(Scope.Thread)
public abstract class MeasuredThread {
    private Pinning pinning;

    /** Pins this thread, and returns the pinning in effect. */
    abstract Pinning pin(boolean isAlone);

    /** Pins once. It runs per iteration, because only then are the trial's states sure to be set up. */
    @Setup(Level.Iteration)
    public final void begin(ThreadParams threads) {
        if (pinning == null) {
            pinning = pin(threads.getThreadCount() == 1);
        }
        if (hasCanary(threads)) {
            Canary.before();
        }
    }

    @TearDown(Level.Iteration)
    public final void end(ThreadParams threads) {
        if (hasCanary(threads)) {
            Canary.after();
        }
    }

    private boolean hasCanary(ThreadParams threads) {
        return pinning == Pinning.ONE_CPU && threads.getThreadCount() == 1;
    }

    /**
     * Waits for no other thread. Alone it is pinned to the CPU of the ladder's ONE_CPU rows, where the system allows
     * that; with {@code -t} it is free.
     */
    public static class Local extends MeasuredThread {
        @Override
        final Pinning pin(boolean isAlone) {
            if (!isAlone) {
                return Pinning.FREE;
            }
            try {
                Pinning.ONE_CPU.pin(ConnectionSide.CLIENT);
                CellRecord.add(Map.of("cpu", Pinning.ONE_CPU.cpu(ConnectionSide.CLIENT)));
                return Pinning.ONE_CPU;
            } catch (UnsupportedOperationException e) {
                return Pinning.FREE;
            }
        }
    }

    /**
     * Has the cell's pinning. JMH runs the trial's set-up on one of its threads only; with {@code -t} the others would
     * have none.
     */
    public static class PinnedThread extends MeasuredThread {
        private static volatile Pinning inForce = Pinning.FREE;

        /** Sets the pinning of all benchmark threads in this JVM. */
        public static void follow(Pinning pinning) {
            inForce = pinning;
        }

        @Override
        final Pinning pin(boolean isAlone) {
            inForce.pin(ConnectionSide.CLIENT);
            return inForce;
        }
    }
}
