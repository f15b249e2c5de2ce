package dev.callcost.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * Replaces JMH's samples by latencies that a state has measured itself: in an open loop JMH's samples are the gaps
 * between sends. An iteration that measured none keeps JMH's samples.
 */
public final class Latencies implements InternalProfiler {
    /** Latencies from the real send to the reply, as a metric of samples. */
    public static final String FROM_SEND = "fromSend";

    /** How much later than due calls were sent, as a metric of samples. */
    public static final String LATE = "late";

    /** CPU time per call of client, server and pacer, without the JIT compiler's threads. */
    public static final String CPU = "cpu";

    public static final String CPU_CLIENT = "cpu.client";
    public static final String CPU_SERVER = "cpu.server";
    public static final String CPU_PACER = "cpu.pacer";

    /** The rate of a benchmark that makes as many calls as come back. */
    public static final String MAX = "max";

    /** The pacer is late when p99 of its lateness is more than this share of p99 of latency. */
    public static final double LATE_SHARE = 0.5;

    /** Calls per second that were answered before the window's end. */
    public static final String MADE = "rate.made";

    /** 1 where the rate was met in the window, else 0. */
    public static final String MET = "rate.met";

    /** Calls of the window that were not sent, because too many were in flight. */
    public static final String UNSENT = "calls.unsent";

    /** Calls that ended without an answer; those of one gRPC status have its name after this and a dot. */
    public static final String FAILED = "calls.failed";

    private static final String CALLS = "calls.";

    /** The significant bits of a value, few so that a window has few different values: an error of at most 0.4 %. */
    private static final int PRECISION_BITS = 8;

    private static final AtomicReference<LatencyWindow> HANDED = new AtomicReference<>();
    private static volatile boolean isThere;
    private boolean hasRehearsed;

    /**
     * The times, in nanoseconds, and metrics of an iteration. Its state may change the arrays only after the next
     * iteration has begun.
     *
     * @param latencies one for each answered call
     * @param fromSend empty where the state has none, as {@code late}
     * @param values further metrics by name
     */
    public record LatencyWindow(long[] latencies, long[] fromSend, long[] late, Map<String, Double> values) {}

    /** Checks that JMH will report what one state hands over: mode SampleTime, one thread, this profiler. */
    public static void require(BenchmarkParams benchmark) {
        if (benchmark.getThreads() > 1) {
            throw new IllegalArgumentException("one thread makes the calls of this benchmark: -t 1");
        }
        if (benchmark.getMode() != Mode.SampleTime) {
            throw new IllegalArgumentException("latencies are samples: -bm sample");
        }
        if (!isThere) {
            throw new IllegalStateException("add -prof " + Latencies.class.getName()
                    + ": without it JMH reports how long operations take, and not the latencies of calls");
        }
    }

    /**
     * Takes what a state measured in the iteration that ends; any thread may call this before the iteration's tear-down
     * has ended.
     */
    public static void hand(LatencyWindow window) {
        if (!HANDED.compareAndSet(null, window)) {
            throw new IllegalStateException(
                    "two threads measured latencies in one iteration: run this benchmark with one thread (-t 1)");
        }
    }

    @Override
    public String getDescription() {
        return "Latencies that the benchmark measured itself, as its samples";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Settling.settle(iteration);
        isThere = true;
        HANDED.set(null); // of an iteration that failed
        if (!hasRehearsed) {
            hasRehearsed = true;
            long[] one = {1};
            secondary(new LatencyWindow(one, one, one, Map.of(CPU, 0.0)), benchmark.getTimeUnit()); // loads the classes
        }
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        isThere = false;
        LatencyWindow window = HANDED.getAndSet(null);
        Collection<Result> primary = result.getRawPrimaryResults();
        if (window == null || primary.isEmpty()) {
            return List.of(); // the state measured nothing, or the iteration failed, and JMH prints why
        }
        TimeUnit unit = benchmark.getTimeUnit();
        List<Result> gaps = List.copyOf(primary);
        // first, because JMH 1.37 keeps a single result in an immutable collection
        result.addResult(samples(ResultRole.PRIMARY, gaps.get(0).getLabel(), window.latencies, unit));
        result.getRawPrimaryResults().removeAll(gaps);
        return secondary(window, unit);
    }

    private static List<Result<?>> secondary(LatencyWindow window, TimeUnit unit) {
        List<Result<?>> results = new ArrayList<>();
        if (window.fromSend.length > 0) {
            results.add(samples(ResultRole.SECONDARY, FROM_SEND, window.fromSend, unit));
        }
        if (window.late.length > 0) {
            results.add(samples(ResultRole.SECONDARY, LATE, window.late, unit));
        }
        for (Map.Entry<String, Double> value : window.values.entrySet()) {
            results.add(scalar(value.getKey(), value.getValue()));
        }
        return results;
    }

    private static Result<?> samples(ResultRole role, String label, long[] nanos, TimeUnit unit) {
        SampleBuffer buffer = new SampleBuffer();
        for (long value : nanos) {
            buffer.add(rounded(value));
        }
        return new SampleTimeResult(role, label, buffer, unit);
    }

    /** The nearest number with {@value #PRECISION_BITS} significant bits. */
    static long rounded(long value) {
        int dropped = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - PRECISION_BITS);
        return value + (1L << dropped >> 1) >> dropped << dropped;
    }

    private static Result<?> scalar(String name, double value) {
        if (name.startsWith(CALLS)) {
            return new ScalarResult(name, value, "#", AggregationPolicy.SUM);
        }
        String unit = name.startsWith(CPU) ? "us/op" : name.equals(MADE) ? "ops/s" : "---";
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }
}
