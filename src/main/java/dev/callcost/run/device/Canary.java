package dev.callcost.run.device;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * A fixed piece of work beside the measurements, which shows when the machine itself is slow: steal time and pressure counters of a
 * virtual machine do not.
 *
 * @param kernelNanos the median time of a loop that only computes
 * @param wakeUpNanos half the median time of a round trip between two threads that park
 */
public record Canary(long kernelNanos, long wakeUpNanos) {
    private static final int RUNS = 31;
    private static final int STEPS = 100_000;

    /** Times that the loop and the round trip take before the compiler is done with them. */
    private static final int WARM_UP = 5;

    private static boolean warm;

    /** Sees to it that the loop's result is used. */
    private static volatile long sink;

    /** Does the work, on the CPUs that the calling thread may use; it takes some 20 to 50 ms. */
    public static synchronized Canary sing() {
        for (int run = 0; run < WARM_UP && !warm; run++) {
            kernel();
            wakeUp();
        }
        warm = true;
        return new Canary(kernel(), wakeUp());
    }

    private static long kernel() {
        long[] times = new long[RUNS];
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            sink = steps(start | 1);
            times[run] = System.nanoTime() - start;
        }
        return median(times);
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

    private static long wakeUp() {
        long[] times = new long[RUNS];
        try (Partner partner = new Partner()) {
            for (int run = 0; run < RUNS; run++) {
                long start = System.nanoTime();
                partner.roundTrip();
                times[run] = System.nanoTime() - start;
            }
        }
        return median(times) / 2;
    }

    private static long median(long... times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }

    /** A thread that parks until it is called, and then wakes up the caller. */
    private static final class Partner implements AutoCloseable {
        private final Thread caller = Thread.currentThread();
        private final Thread thread = new Thread(this::answer, "callcost-canary");
        private volatile boolean called;
        private volatile boolean ended;

        Partner() {
            thread.setDaemon(true);
            thread.start();
        }

        void roundTrip() {
            called = true;
            LockSupport.unpark(thread);
            while (called) {
                LockSupport.park(this);
            }
        }

        private void answer() {
            while (!ended) {
                if (called) {
                    called = false;
                    LockSupport.unpark(caller);
                } else {
                    LockSupport.park(this);
                }
            }
        }

        @Override
        public void close() {
            ended = true;
            LockSupport.unpark(thread);
        }
    }
}
