package dev.callcost.agent;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Reports each iteration to the host, warm-up included. JMH gets the canary's time as a secondary metric.
 *
 * <p>Everything is read and written between iterations; {@code readNanos} is what that took.
 */
public final class IterationRecorder implements InternalProfiler {
    private Readings before;
    private long startMillis;
    private long start;
    private long readNanos;

    /**
     * JMH calls this constructor by name.
     *
     * @param file of {@link CellRecord}
     */
    public IterationRecorder(String file) {
        CellRecord.into(file);
    }

    @Override
    public String getDescription() {
        return "Records what happens in each iteration";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Settling.settle(iteration);
        long asked = System.nanoTime();
        if (before == null) {
            CellRecord.add(CellRecord.PID, Long.toString(ProcessHandle.current().pid()));
        }
        before = Readings.now();
        startMillis = System.currentTimeMillis();
        start = System.nanoTime();
        readNanos = start - asked;
    }

    @Override
    public Collection<? extends Result> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        long end = System.nanoTime();
        String meanwhile = Readings.now().jsonSince(before);
        readNanos += System.nanoTime() - end;
        long canaryNanos = Canary.take();
        if (result.getRawPrimaryResults().isEmpty()) {
            return List.of(); // the iteration failed, and JMH prints why
        }
        CellRecord.add(
                CellRecord.ITERATION,
                "{\"warmup\":" + (iteration.getType() == IterationType.WARMUP)
                        + ",\"startMillis\":" + startMillis
                        + ",\"nanos\":" + (end - start)
                        + ",\"score\":" + number(result.getPrimaryResult().getScore())
                        + ",\"operations\":" + result.getMetadata().getMeasuredOps()
                        + ",\"readNanos\":" + readNanos
                        + (canaryNanos == 0 ? "" : ",\"canaryNanos\":" + canaryNanos)
                        + "," + meanwhile + "}");
        return canaryNanos == 0
                ? List.of()
                : List.of(new ScalarResult(Canary.METRIC, canaryNanos, "ns", AggregationPolicy.AVG));
    }

    /** JSON has no NaN and no infinity; JMH writes them as strings. */
    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "\"" + value + "\"";
    }
}
