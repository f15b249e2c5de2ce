package dev.callcost.state;

import dev.callcost.agent.Canary;
import dev.callcost.transport.Pinning;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A benchmark thread on its CPUs. Where it is the only measuring thread, and everything that it waits for runs on the same CPU, it times the canary
 * before and after each of its iterations.
 */
@State(Scope.Thread)
public abstract class MeasuredThread {
    private Pinning pinning;

    /**
     * Pins this thread.
     *
     * @param alone whether it is the only measuring thread
     * @return the pinning in effect
     */
    protected abstract Pinning pin(boolean alone);

    /** Pins once. It runs per iteration, because only then are the trial's states sure to be set up. */
    @Setup(Level.Iteration)
    public final void begin(ThreadParams threads) {
        if (pinning == null) {
            pinning = pin(isAlone(threads));
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
        return pinning == Pinning.ONE_CPU && isAlone(threads);
    }

    private static boolean isAlone(ThreadParams threads) {
        return threads.getThreadCount() == 1;
    }
}
