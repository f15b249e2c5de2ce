package dev.callcost.doctor;

import java.util.Arrays;

/** Quantiles of times, in nanoseconds. */
public record Quantiles(long median, long p99, long worst) {

    /**
     * By the nearest rank.
     *
     * @param times in any order
     * @throws IllegalArgumentException without a time
     */
    public static Quantiles of(long... times) {
        if (times.length == 0) {
            throw new IllegalArgumentException("no times");
        }
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return new Quantiles(rank(sorted, 0.5), rank(sorted, 0.99), rank(sorted, 1));
    }

    private static long rank(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
