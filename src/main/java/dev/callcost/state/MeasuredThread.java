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
 * A benchmark thread on its CPUs. Where it alone measures, and all that it waits for is on one CPU with it, the canary sings beside each of
 * its iterations: outside of their time, in the thread itself.
 */
@State(Scope.Thread)
public abstract class MeasuredThread {
    private Pinning pinning;

    /**
     * Pins this thread.
     *
     * @param alone whether it is the only one that measures
     * @return which CPUs it has now
     */
    protected abstract Pinning pin(boolean alone);

    /** Pins once; per iteration, because the trial's states are only then sure to be set up. */
    @Setup(Level.Iteration)
    public final void begin(ThreadParams threads) {
        if (pinning == null) {
            pinning = pin(isAlone(threads));
        }
        if (hasCanary(threads)) {
            Canary.before();
        }
    }

    /** Ends an iteration. */
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
