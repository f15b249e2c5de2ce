package dev.callcost.state;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of a closed loop: each caller sends its next call when the last one has returned, so a fixed number is
 * in flight. They are read at both ends of a window, one per iteration.
 */
public final class ClosedLoop {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final LongAdder calls = new LongAdder();
    private final LongAdder callNanos = new LongAdder();
    private final LongAdder works = new LongAdder();
    private final LongAdder workNanos = new LongAdder();

    /** Counts a call that has ended, from before it was sent until its reply was there. */
    public void called(long nanos) {
        calls.increment();
        callNanos.add(nanos);
    }

    /** Counts a handler's simulated work that has ended, by its real duration. */
    public void worked(long nanos) {
        works.increment();
        workNanos.add(nanos);
    }

    Reading read() {
        return new Reading(
                System.nanoTime(),
                calls.sum(),
                callNanos.sum(),
                PROCESS.getProcessCpuTime(),
                works.sum(),
                workNanos.sum());
    }

    /**
     * All counters at one moment, or their growth in a window of time.
     *
     * @param nanos the moment, or the window's length
     * @param callNanos the sum of the latencies of calls that ended
     * @param workNanos the sum of the real durations of handlers' simulated works
     */
    record Reading(long nanos, long calls, long callNanos, long cpuNanos, long works, long workNanos) {
        private static final double TOLERANCE = 0.1;

        /**
         * In a window with fewer calls per call in flight, the first and last ones, which count only in part, outweigh
         * the others.
         */
        private static final int ENOUGH = 5;

        /**
         * Threads start late on a busy machine, and wait for a CPU. In a shorter window they wait longer than they
         * call.
         */
        private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(500);

        Reading since(Reading earlier) {
            return new Reading(
                    nanos - earlier.nanos,
                    calls - earlier.calls,
                    callNanos - earlier.callNanos,
                    cpuNanos - earlier.cpuNanos,
                    works - earlier.works,
                    workNanos - earlier.workNanos);
        }

        /** Throughput times mean latency, which is the number in flight by Little's law. */
        double lambdaTimesW() {
            return (double) callNanos / nanos;
        }

        double meanNanos() {
            return (double) callNanos / calls;
        }

        /** The mean real duration of a handler's simulated work; 0 without any. */
        double meanWorkNanos() {
            return works == 0 ? 0 : (double) workNanos / works;
        }

        /**
         * Checks the number in flight. A window that is too short or has too few calls passes.
         *
         * @throws IllegalStateException when it is off by more than a tenth
         */
        void check(int configured) {
            double actual = lambdaTimesW();
            boolean isAlike = Math.abs(actual - configured) <= TOLERANCE * configured;
            boolean isLong = nanos >= SHORTEST && calls >= (long) ENOUGH * configured;
            if (isLong && !isAlike) {
                throw new IllegalStateException(configured
                        + " calls are configured to be in flight, but throughput times latency is " + actual);
            }
        }
    }
}
