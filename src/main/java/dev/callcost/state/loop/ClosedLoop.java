package dev.callcost.state.loop;

import com.sun.management.OperatingSystemMXBean;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;

/**
 * The books of a closed loop: each caller sends its next call when the last one came back, so that a fixed number is in flight.
 *
 * <p>They are kept over windows, one an iteration. Calls report their latency when they end; the handlers' gauge and delay meter are
 * read at both ends of a window.
 */
public final class ClosedLoop {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final InFlightGauge gauge;
    private final DelayMeter meter;
    private final LongAdder calls = new LongAdder();
    private final LongAdder callNanos = new LongAdder();

    /** Books of a trial: the gauge counts the handlers at work, the meter sums what their simulated work took. */
    public ClosedLoop(InFlightGauge gauge, DelayMeter meter) {
        this.gauge = gauge;
        this.meter = meter;
    }

    /**
     * A call has ended.
     *
     * @param nanos from before it was sent until its reply was there
     */
    public void called(long nanos) {
        calls.increment();
        callNanos.add(nanos);
    }

    /** All that is known up to now. */
    Reading read() {
        return new Reading(
                System.nanoTime(),
                calls.sum(),
                callNanos.sum(),
                PROCESS.getProcessCpuTime(),
                gauge.snapshot(),
                meter.total());
    }

    /**
     * The books at one moment.
     *
     * @param atNanos the moment
     * @param calls calls that have ended
     * @param callNanos the sum of their latencies
     * @param cpuNanos CPU time of the process, all of its threads
     * @param gauge the handlers at work
     * @param delays their simulated work
     */
    record Reading(
            long atNanos,
            long calls,
            long callNanos,
            long cpuNanos,
            InFlightGauge.Snapshot gauge,
            DelayMeter.Total delays) {

        /** What happened between two moments. */
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
     * What a closed loop did in a window of time.
     *
     * @param calls calls that ended in it
     * @param callNanos the sum of their latencies, by a stamp before and after each
     * @param elapsedNanos the window's length
     * @param cpuNanos CPU time that the process used in it
     * @param handlersAtOnce handlers at work, weighted by time
     * @param workNanos mean of what a handler's simulated work really took; 0 without any
     */
    record Window(
            long calls, long callNanos, long elapsedNanos, long cpuNanos, double handlersAtOnce, double workNanos) {
        private static final double TOLERANCE = 0.1;

        /** In a window of fewer calls per call in flight the first and the last of each, which count in part only, outweigh the rest. */
        private static final int ENOUGH = 5;

        /** Little's law: throughput times mean latency, which is the number in flight. */
        double lambdaTimesW() {
            return (double) callNanos / elapsedNanos;
        }

        /** Mean latency in nanoseconds. */
        double meanNanos() {
            return (double) callNanos / calls;
        }

        /**
         * Sees to it that as many calls were in flight as there should have been; and, where the handler's work is nearly all of a
         * call, that as many handlers were at work. (Where it is not, most of a call's time passes elsewhere, and the handlers at work
         * are fewer by right.) A window too short to tell passes.
         *
         * @param configured the number in flight
         * @throws IllegalStateException when a number is off by more than a tenth
         */
        void check(int configured) {
            if (calls < (long) ENOUGH * configured) {
                return;
            }
            expect("by throughput times latency there", configured, lambdaTimesW());
            if (workNanos > (1 - TOLERANCE / 2) * meanNanos()) {
                expect("at work in the handlers", configured, handlersAtOnce);
            }
        }

        private static void expect(String what, int configured, double actual) {
            if (Math.abs(actual - configured) > TOLERANCE * configured) {
                throw new IllegalStateException(
                        configured + " calls were to be in flight, but " + what + " were " + actual);
            }
        }
    }
}
