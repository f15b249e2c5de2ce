package dev.callcost.service;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How a handler that simulates work lets time pass.
 *
 * <p>A sleeping or parked handler leaves its CPU to others, so that any number of them work at once; a spinning one does not, and
 * more spinning handlers than CPUs are a queue for CPUs. Whatever was asked for, the time that {@link #pass(long)} returns is the
 * one to reckon with.
 */
public enum Delay {
    /** No work: returns at once and never looks at the clock. */
    NONE {
        @Override
        long take(long nanos) {
            return 0;
        }
    },
    /**
     * {@link TimeUnit#sleep(long)}, as in the experiments that the suite repeats. Before JDK 21 the JVM sleeps whole milliseconds,
     * rounded up, so 1 us and 1 ms are the same delay there.
     */
    SLEEP {
        @Override
        long take(long nanos) throws InterruptedException {
            long start = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep(nanos);
            return System.nanoTime() - start;
        }
    },
    /** {@link LockSupport#parkNanos(long)}, again and again until the time is over: a park may return early for no reason. */
    PARK {
        @Override
        long take(long nanos) throws InterruptedException {
            long start = System.nanoTime();
            long taken = 0;
            while (taken < nanos) {
                LockSupport.parkNanos(nanos - taken);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                taken = System.nanoTime() - start;
            }
            return taken;
        }
    },
    /** Reads {@link System#nanoTime()} until the time is over: keeps a CPU busy, and takes no heed of interrupts. */
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
     * Lets time pass on the calling thread.
     *
     * @param nanos how long at least, in nanoseconds; 0 or less passes no time
     * @return the nanoseconds that it really took; 0 when no time was to pass
     * @throws InterruptedException when the thread is interrupted while it sleeps or is parked
     */
    public long pass(long nanos) throws InterruptedException {
        return nanos <= 0 ? 0 : take(nanos);
    }

    abstract long take(long nanos) throws InterruptedException;
}
