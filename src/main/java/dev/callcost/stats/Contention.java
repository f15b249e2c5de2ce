package dev.callcost.stats;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import java.util.Collection;
import java.util.stream.DoubleStream;

/**
 * When something else used the core: an iteration is contended when its canary ({@link dev.callcost.agent.Canary}) took over {@value #SLOW} times
 * as long as in the fastest 5 % of the run's iterations. The canary decides, never a score: a row's time is the time of an uncontended machine, not
 * the shortest that was seen.
 *
 * @param limitNanos the canary's time above which an iteration is contended; infinite in a run without a canary
 */
public record Contention(double limitNanos) {
    /**
     * The JIT compiles the canary a little differently in each fork, which makes uncontended forks differ by up to 1.2 times. A neighbour on the core
     * makes it 1.8 times, and little lies in between (results/epyc-vm-jdk17-rungs).
     */
    public static final double SLOW = 1.35;

    /** A fork with fewer uncontended iterations has no median. */
    public static final int FEWEST_ITERATIONS = 5;

    /** No iteration is contended. */
    public static final Contention NONE = new Contention(Double.POSITIVE_INFINITY);

    private static final double FAST = 0.05;

    /** @param canaryNanos the canary's time for each iteration of a run; 0 for iterations without a canary */
    public static Contention of(DoubleStream canaryNanos) {
        double[] sorted = canaryNanos.filter(nanos -> nanos > 0).sorted().toArray();
        return sorted.length == 0 ? NONE : new Contention(SLOW * sorted[(int) (FAST * sorted.length)]);
    }

    /** @param forks of a run */
    public static Contention of(Collection<Fork> forks) {
        return of(forks.stream().flatMap(fork -> fork.measured().stream()).mapToDouble(Iteration::canaryNanos));
    }

    /** A fork without contended iterations. */
    public Fork excludedFrom(Fork fork) {
        return fork.with(iteration -> iteration.canaryNanos() <= limitNanos);
    }

    /** Whether the uncontended forks suffice in place of all forks of a row: two, or one where there is no second. */
    public static boolean isEnough(int uncontendedForks, int forks) {
        return uncontendedForks >= Math.min(2, forks);
    }
}
