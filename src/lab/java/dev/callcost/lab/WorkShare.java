package dev.callcost.lab;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;

/**
 * The amount of work that makes a benchmark's operations more expensive by a given share, recalculated after every iteration.
 *
 * <p>The cost of an iteration without the work is its cost minus the cost of the work in it. Every iteration so gives the cost of an operation,
 * whatever work was added; the median of the last {@value #RECENT} sets the work of the next. No iteration is special: when code gets faster, the
 * work follows.
 */
final class WorkShare {
    private static final int RECENT = 7;

    /** The least time of a chunk: far more than the call takes. Longer chunks would let the threads that wait for this one fall asleep. */
    private static final long CHUNK_NANOS = 500;

    private final double wanted;
    private final Deque<Double> recentNanos = new ArrayDeque<>();
    private long period = 1;
    private long tokens;

    /** Starts without work, towards a cost of the work over the cost of the operations without it. */
    WorkShare(double wanted) {
        this.wanted = wanted;
    }

    /** The size of a chunk, in tokens of {@code Blackhole.consumeCPU}; 0 for no work. */
    long tokens() {
        return tokens;
    }

    /** Operations per chunk: a power of two. */
    long period() {
        return period;
    }

    /**
     * Adds an iteration of a thread.
     *
     * @param operations how many it made
     * @param nanos what it cost, the work included
     * @param tokensDone the work in it
     * @param nanosPerToken the current cost of a token
     */
    void iterationEnded(double operations, double nanos, long tokensDone, double nanosPerToken) {
        double without = nanos - tokensDone * nanosPerToken;
        if (operations == 0 || without <= 0) {
            return;
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

    /** The middle value; of an even number of values the upper middle one. */
    static double median(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
