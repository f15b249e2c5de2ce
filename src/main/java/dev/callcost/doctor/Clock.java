package dev.callcost.doctor;

import java.util.stream.LongStream;

/**
 * The clock that everything is timed with, {@link System#nanoTime}. Cost and step are different things: a clock may be read in 20 ns
 * and tick every microsecond (Shipilev, "Nanotrusting the Nanotime", 2014).
 *
 * @param callNanos what a call costs, the median of many batches
 * @param stepNanos the smallest step that was seen from one reading to the next
 */
public record Clock(double callNanos, long stepNanos) {
    private static final int CALLS = 2_000;

    /** So many that the compiler is done before half of them have run. */
    private static final int BATCHES = 301;

    private static final long SEARCH_NANOS = 20_000_000;

    /** Sees to it that the readings are used. */
    private static volatile long sink;

    /** Measures it, in some 40 ms. */
    public static Clock measure() {
        long[] batches = LongStream.generate(Clock::batch).limit(BATCHES).toArray();
        return new Clock((double) Quantiles.of(batches).median() / CALLS, smallestStep());
    }

    private static long batch() {
        long start = System.nanoTime();
        long sum = 0;
        for (int call = 0; call < CALLS; call++) {
            sum += System.nanoTime();
        }
        sink = sum;
        return System.nanoTime() - start;
    }

    /** A clock that ticks more seldom than the search lasts is seen to tick once. */
    private static long smallestStep() {
        long start = System.nanoTime();
        long smallest = Long.MAX_VALUE;
        long before = start;
        while (before - start < SEARCH_NANOS) {
            long now = System.nanoTime();
            if (now > before) {
                smallest = Math.min(smallest, now - before);
            }
            before = now;
        }
        return smallest;
    }
}
