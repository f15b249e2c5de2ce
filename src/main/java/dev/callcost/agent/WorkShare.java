package dev.callcost.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * How much work makes a benchmark's operations cost a given share more, decided anew after every iteration, and what share it came to.
 *
 * <p>What an iteration would have cost without the work is what it cost less what the work in it cost. So every iteration tells the cost of
 * an operation, whatever was done on top; the median of the last {@value #RECENT} decides how much is done in the next. No iteration is
 * special: code that gets faster, at any time, takes its work along.
 */
public final class WorkShare {
    /** Iterations of a thread. */
    private static final int RECENT = 7;

    /** The least that a chunk takes: far more than to call it. Longer ones would let what waits for the thread fall asleep. */
    private static final long CHUNK_NANOS = 500;

    private final double wanted;
    private final Deque<Double> recentNanos = new ArrayDeque<>();
    private final List<Double> measuredShares = new ArrayList<>();
    private long period = 1;
    private long tokens;

    /**
     * Without work at first.
     *
     * @param wanted the work's cost, relative to that of the operations without it
     */
    WorkShare(double wanted) {
        this.wanted = wanted;
    }

    /** The size of a chunk of work, in tokens of {@code Blackhole.consumeCPU}; 0 for no work. */
    long tokens() {
        return tokens;
    }

    /** How many operations there are to a chunk: a power of two. */
    long period() {
        return period;
    }

    /**
     * Learns from an iteration of a thread.
     *
     * @param operations how many it made
     * @param nanos what it cost, the work included
     * @param tokensDone the work in it
     * @param nanosPerToken what a token costs now
     * @param measured whether it was no warm-up
     */
    void iterationEnded(double operations, double nanos, long tokensDone, double nanosPerToken, boolean measured) {
        double work = tokensDone * nanosPerToken;
        double without = nanos - work;
        if (operations == 0 || without <= 0) {
            return;
        }
        if (measured) {
            measuredShares.add(work / without);
        }
        recentNanos.add(without / operations);
        if (recentNanos.size() > RECENT) {
            recentNanos.remove();
        }
        double workNanos = wanted * median(recentNanos);
        period = 1;
        while (period * workNanos < CHUNK_NANOS) {
            period <<= 1;
        }
        tokens = Math.max(1, Math.round(period * workNanos / nanosPerToken));
    }

    /**
     * The work's cost in the measured iterations, relative to that of their operations without it: the median over iterations, as the
     * scores are compared by it, which leaves out those that something else made longer. NaN when none was measured.
     */
    double done() {
        return measuredShares.isEmpty() ? Double.NaN : median(measuredShares);
    }

    /** The middle one, of an even number the upper. */
    static double median(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
