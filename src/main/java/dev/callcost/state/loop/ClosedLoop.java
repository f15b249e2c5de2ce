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

    /**
     * Books for a trial.
     *
     * @param gauge counts the handlers at work
     * @param meter sums what their simulated work took
     */
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
}
