package dev.callcost.doctor;

import java.util.stream.LongStream;

/**
 * {@link System#nanoTime}, the clock of all measurements. Cost and step differ: a clock may take 20 ns to read and step by a microsecond
 * (Shipilev, "Nanotrusting the Nanotime", 2014).
 *
 * @param callNanos the cost of a call, the median of many batches
 * @param stepNanos the smallest step between two readings
 */
public record Clock(double callNanos, long stepNanos) {
    private static final int CALLS = 2_000;

    /** Enough for the JIT to be done before the median batch. */
    private static final int BATCHES = 301;

    private static final long SEARCH_NANOS = 20_000_000;

    /** Keeps the JIT from dropping the readings. */
    private static volatile long sink;

    /** Takes some 40 ms. */
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

    /** Sees at least one step, even of a clock that is slower than the search. */
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
