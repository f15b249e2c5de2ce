package dev.callcost.state;

import com.sun.management.OperatingSystemMXBean;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of a closed loop: each caller sends its next call when the last one has returned, so a fixed number is in flight. They are read at both
 * ends of a window, one per iteration.
 */
public final class ClosedLoop {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final InFlightGauge gauge;
    private final DelayMeter meter;
    private final LongAdder calls = new LongAdder();
    private final LongAdder callNanos = new LongAdder();

    public ClosedLoop(InFlightGauge gauge, DelayMeter meter) {
        this.gauge = gauge;
        this.meter = meter;
    }

    /** Counts a call that has ended, from before it was sent until its reply was there. */
    public void called(long nanos) {
        calls.increment();
        callNanos.add(nanos);
    }

    Reading read() {
        return new Reading(
                System.nanoTime(),
                calls.sum(),
                callNanos.sum(),
                PROCESS.getProcessCpuTime(),
                gauge.snapshot(),
                meter.total());
    }

    /** All counters at one moment. */
    record Reading(
            long atNanos,
            long calls,
            long callNanos,
            long cpuNanos,
            InFlightGauge.Snapshot gauge,
            DelayMeter.Total delays) {
        Window since(Reading earlier) {
            DelayMeter.Total work = delays.since(earlier.delays);
            return new Window(
                    calls - earlier.calls,
                    callNanos - earlier.callNanos,
                    atNanos - earlier.atNanos,
                    cpuNanos - earlier.cpuNanos,
                    gauge.meanSince(earlier.gauge),
                    work.count() == 0 ? 0 : work.meanNanos());
        }
    }

    /**
     * A closed loop in a window of time.
     *
     * @param callNanos the sum of the latencies of calls that ended in it
     * @param cpuNanos CPU time of all threads of the process
     * @param handlersAtOnce working handlers, weighted by time
     * @param workNanos the mean real duration of a handler's simulated work; 0 without any
     */
    record Window(
            long calls, long callNanos, long elapsedNanos, long cpuNanos, double handlersAtOnce, double workNanos) {
        private static final double TOLERANCE = 0.1;

        /** In a window with fewer calls per call in flight, the first and last ones, which count only in part, outweigh the others. */
        private static final int ENOUGH = 5;

        /** Throughput times mean latency, which is the number in flight by Little's law. */
        double lambdaTimesW() {
            return (double) callNanos / elapsedNanos;
        }

        double meanNanos() {
            return (double) callNanos / calls;
        }

        /**
         * Checks the number in flight, and, where the handler's work is nearly all of a call, the number of working handlers. (Elsewhere most of a
         * call's time passes outside the handlers, and fewer of them work.) A window with too few calls passes.
         *
         * @throws IllegalStateException when a number is off by more than a tenth
         */
        void check(int configured) {
            if (calls < (long) ENOUGH * configured) {
                return;
            }
            expect("throughput times latency is", configured, lambdaTimesW());
            if (workNanos > (1 - TOLERANCE / 2) * meanNanos()) {
                expect("the mean number of working handlers is", configured, handlersAtOnce);
            }
        }

        private static void expect(String what, int configured, double actual) {
            if (Math.abs(actual - configured) > TOLERANCE * configured) {
                throw new IllegalStateException(
                        configured + " calls are configured to be in flight, but " + what + " " + actual);
            }
        }
    }
}
