package dev.callcost.doctor;

/**
 * A fixed piece of work, which shows when the machine itself is slow: steal time and pressure counters of a virtual machine do not.
 *
 * @param kernelNanos the median time of a loop that only computes
 * @param wakeUpNanos half the median time of a round trip between two threads that park
 */
public record Canary(long kernelNanos, long wakeUpNanos) {
    private static final int RUNS = 31;
    private static final int STEPS = 100_000;

    /** Sees to it that the loop's result is used. */
    private static volatile long sink;

    /** Does the work, in some 20 ms, on the CPUs that the calling thread may use; the first time is the compiler's. */
    public static Canary sing() {
        long[] times = new long[RUNS];
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            sink = steps(start | 1);
            times[run] = System.nanoTime() - start;
        }
        try (PingPong threads = new PingPong()) {
            return new Canary(
                    Quantiles.of(times).median(),
                    Quantiles.of(threads.roundTrips(RUNS)).median() / 2);
        }
    }

    /** Marsaglia's xorshift (Journal of Statistical Software 8, 2003): each step needs the one before. */
    private static long steps(long seed) {
        long x = seed;
        for (int step = 0; step < STEPS; step++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }
}
