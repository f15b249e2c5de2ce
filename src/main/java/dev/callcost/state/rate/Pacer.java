package dev.callcost.state.rate;

import dev.callcost.agent.CellRecord;
import dev.callcost.agent.Latencies;
import dev.callcost.agent.Settling;
import dev.callcost.agent.ThreadCpu;
import dev.callcost.agent.TimerSlack;
import dev.callcost.transport.Pinning;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Sends calls when they are due. A subclass calls {@link #begin} in a set-up per iteration.
 *
 * <p>A measured iteration is a window of the schedule. An operation waits until the next call is due, sends it and
 * returns, so JMH's operations are the calls. The end of the iteration waits for the calls in flight, and hands the
 * latencies to {@link Latencies}.
 *
 * <p>A warm-up iteration is a closed loop with one call in flight. At a low rate a warm-up would take minutes, and with
 * many calls in flight the JIT compiler gets too little CPU time. Code that is warm in a closed loop is not warm at the
 * rate. The calls of some seconds of the schedule are therefore sent before the first window, until the JIT compiler is
 * idle, and are not recorded.
 */
@State(Scope.Benchmark)
public abstract class Pacer {
    static final int MAX_IN_FLIGHT = 100;

    /** Calls that are due with so many in flight are not sent: what is sent above capacity would fill the memory. */
    static final int MOST_IN_FLIGHT = 10_000;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * The last part of a wait is spun, where there are CPUs enough. On two, a spinning thread takes one of them from
     * the calls, and p99 becomes six to nine times as high.
     */
    private static final long SPIN_NANOS =
            Runtime.getRuntime().availableProcessors() > 2 ? TimeUnit.MICROSECONDS.toNanos(40) : 0;

    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SETTLE_MOST = 10;

    /** The JIT compiler is idle when it works for a smaller share of the time, all its threads together. */
    private static final double COMPILING = 0.05;

    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

    /** Calls per second; {@code max} sends the next call when fewer than 100 are in flight. */
    @Param("1000")
    public String rate;

    private Calls calls;
    private Schedule schedule;
    private Thread thread;
    private long spinNanos;
    private boolean isWarmUp;
    private int windows;
    private long lengthNanos;
    private Window window;
    private ThreadCpu cpu;

    /** Whether latency is the pacer's own lateness, as that of an empty call is. */
    boolean isFloor() {
        return false;
    }

    /**
     * Prepares an iteration.
     *
     * @param pinning of the calls; a pacer that shares their CPU does not spin, which would delay them
     * @throws IllegalArgumentException see {@link Latencies#require}; and when the rate is not a rate, or a window has
     *     too few calls or too many
     * @throws IllegalStateException see {@link Latencies#require}
     */
    protected final void begin(Calls calls, Pinning pinning, BenchmarkParams benchmark, IterationParams iteration) {
        this.calls = calls;
        Latencies.require(benchmark);
        schedule = isMax() ? null : new Schedule(number());
        if (schedule != null) {
            schedule.check(benchmark.getMeasurement().getTime().convertTo(TimeUnit.NANOSECONDS));
        }
        if (thread != Thread.currentThread()) { // the slack is the thread's
            thread = Thread.currentThread();
            CellRecord.add(Map.of(TimerSlack.FACT, TimerSlack.shorten() ? TimerSlack.SHORTENED : TimerSlack.KEPT));
        }
        spinNanos = pinning == Pinning.FREE ? SPIN_NANOS : 0;
        lengthNanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        isWarmUp = iteration.getType() == IterationType.WARMUP;
        if (isWarmUp) {
            if (iteration.getCount() * lengthNanos >= SETTLE_NANOS) {
                Settling.beforeMeasurement(this::settle);
            }
            return;
        }
        window = window(lengthNanos, windows++);
        cpu = ThreadCpu.now();
    }

    private boolean isMax() {
        return rate.equals(Latencies.MAX);
    }

    private double number() {
        try {
            double number = Double.parseDouble(rate);
            if (number > 0 && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException(
                "rate=" + rate + ": expected calls per second, such as 1000, or " + Latencies.MAX);
    }

    private Window window(long length, int number) {
        return new Window(schedule == null ? new long[0] : schedule.due(length, number), length, System::nanoTime);
    }

    /**
     * Sends calls at the rate, for whole seconds, until the JIT compiler is idle. A rate of less than a call in two
     * seconds has nothing to settle.
     */
    private void settle() {
        TimerSlack.shorten();
        double share = 1;
        for (int second = 1; second <= SETTLE_MOST && share >= COMPILING; second++) {
            window = window(SETTLE_NANOS, -second);
            if (schedule != null && !window.hasNext()) {
                return;
            }
            long before = compilationMillis();
            long begin = System.nanoTime();
            cpu = ThreadCpu.now();
            window.start();
            while (schedule == null ? window.now() < SETTLE_NANOS : window.hasNext()) {
                sendNext();
            }
            measured();
            share = (double) TimeUnit.MILLISECONDS.toNanos(compilationMillis() - before)
                    / Math.max(SETTLE_NANOS, System.nanoTime() - begin);
        }
    }

    private static long compilationMillis() {
        return COMPILER == null ? 0 : COMPILER.getTotalCompilationTime();
    }

    /** One operation: waits until the next call is due and sends it. */
    public final void call(Control control) {
        if (isWarmUp || !control.startMeasurement) {
            callAndWait();
            return;
        }
        boolean isSent = false;
        while (!isSent && (schedule == null ? !control.stopMeasurement : window.hasNext())) {
            isSent = sendNext();
        }
        while (schedule != null && !window.hasNext() && !control.stopMeasurement) {
            LockSupport.parkNanos(this, POLL_NANOS);
        }
    }

    private void callAndWait() {
        Window one = new Window(new long[1], lengthNanos, System::nanoTime);
        one.start();
        one.send(calls);
        if (!one.await(0, PATIENCE_NANOS)) {
            throw new IllegalStateException("a call did not end within 10 s");
        }
    }

    /** Sends the next call when it is due, or leaves it out, and returns whether it was sent. */
    private boolean sendNext() {
        window.start();
        if (schedule == null) {
            if (!window.await(MAX_IN_FLIGHT - 1, POLL_NANOS)) {
                return false;
            }
        } else {
            for (long left = left(); left > 0; left = left()) {
                if (left > spinNanos) {
                    LockSupport.parkNanos(this, left - spinNanos);
                } else {
                    Thread.onSpinWait();
                }
            }
            if (window.inFlight() >= MOST_IN_FLIGHT) {
                window.skip();
                return false;
            }
        }
        window.send(calls);
        return true;
    }

    private long left() {
        return window.nextDue() - window.now();
    }

    /**
     * Ends the iteration: sends the calls that became due while JMH ended it, and waits for those in flight.
     *
     * @throws IllegalStateException when no call was answered
     */
    @TearDown(Level.Iteration)
    public final void end() {
        if (window == null) {
            return;
        }
        Latencies.hand(measured());
        window = null;
    }

    /** Ends the window, and returns what it measured. */
    Latencies.LatencyWindow measured() {
        while (window.hasNext()) {
            sendNext();
        }
        window.await(0, PATIENCE_NANOS);
        Window.WindowResult outcome = window.outcome();
        int answered = outcome.latencies().length;
        if (answered == 0) {
            throw new IllegalStateException("no call was answered: " + outcome.ends());
        }
        Map<String, Double> values = new TreeMap<>(ThreadCpu.now().perCall(cpu, answered));
        values.put(
                Latencies.MADE, outcome.answeredInTime() * (double) TimeUnit.SECONDS.toNanos(1) / window.lengthNanos());
        if (schedule != null) {
            values.put(Latencies.MET, outcome.isMet(isFloor()) ? 1.0 : 0.0);
        }
        if (outcome.unsent() > 0) {
            values.put(Latencies.UNSENT, (double) outcome.unsent());
        }
        outcome.failed().forEach((status, calls) -> values.put(Latencies.FAILED + "." + status, (double) calls));
        return new Latencies.LatencyWindow(outcome.latencies(), outcome.fromSend(), outcome.late(), values);
    }
}
