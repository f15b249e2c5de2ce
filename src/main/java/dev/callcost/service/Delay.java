package dev.callcost.service;

import java.util.concurrent.TimeUnit;

/**
 * How a handler that simulates work spends time.
 *
 * <p>A sleeping handler leaves its CPU to others, so any number of handlers work at once. A spinning handler keeps its
 * CPU, so more spinning handlers than CPUs are a queue for CPUs. Calculations use the time that {@link #pass(long)}
 * returns, not the time asked for.
 */
public enum Delay {
    /** No work: returns at once without reading the clock. */
    NONE {
        @Override
        long take(long nanos) {
            return 0;
        }
    },
    /**
     * {@link TimeUnit#sleep(long)}, as in the experiments that the suite repeats. Before JDK 21 the JVM rounds up to
     * whole milliseconds, so 1 us and 1 ms are the same delay.
     */
    SLEEP {
        @Override
        long take(long nanos) throws InterruptedException {
            long start = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(nanos);
            return System.nanoTime() - start;
        }
    },
    /** Reads {@link System#nanoTime()} until the time has passed: keeps a CPU busy and ignores interrupts. */
    SPIN {
        @Override
        long take(long nanos) {
            long start = System.nanoTime();
            long taken = 0;
            while (taken < nanos) {
                Thread.onSpinWait();
                taken = System.nanoTime() - start;
            }
            return taken;
        }
    };

    /**
     * Spends time on the calling thread.
     *
     * @param nanos the least time in nanoseconds; nothing happens for 0 or less
     * @return the time that it really took, in nanoseconds
     * @throws InterruptedException when the thread is interrupted while it sleeps
     */
    public long pass(long nanos) throws InterruptedException {
        return nanos <= 0 ? 0 : take(nanos);
    }

    abstract long take(long nanos) throws InterruptedException;
}
