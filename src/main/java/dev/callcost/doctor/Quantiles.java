package dev.callcost.doctor;

import java.util.Arrays;

/**
 * What many times come to, in nanoseconds.
 *
 * @param median half of them are no longer
 * @param p99 99 % of them are no longer
 * @param worst the longest
 */
public record Quantiles(long median, long p99, long worst) {

    /**
     * The quantiles of times in any order, by the nearest rank.
     *
     * @throws IllegalArgumentException when there is none
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
