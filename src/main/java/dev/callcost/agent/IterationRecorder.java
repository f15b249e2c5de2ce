package dev.callcost.agent;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Tells the host about each iteration, warm-up included: score, operations, what the {@link Canary} took beside it and what the {@link Readings} say
 * happened meanwhile; and JMH about the canary.
 * All of it is read and written between iterations, never during one; {@code readNanos} is what that took. The file is that of
 * {@link CellRecord}, which also learns the process's id.
 *
 * <p>The host names it before the user's profilers, so that JMH starts it first and stops it last: what it allocates is outside of
 * their counts.
 */
public final class IterationRecorder implements InternalProfiler {
    private Readings before;
    private long startMillis;
    private long start;
    private long readNanos;

    /**
     * For JMH, which makes it by name.
     *
     * @param file takes the record; empty where the system property of {@link CellRecord} names it
     */
    public IterationRecorder(String file) {
        if (!file.isEmpty()) {
            System.setProperty(CellRecord.PROPERTY, file);
        }
    }

    @Override
    public String getDescription() {
        return "what happened in each iteration, for the record beside the results file";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        long asked = System.nanoTime();
        if (before == null) {
            CellRecord.add(
                    Map.of(CellRecord.PID, Long.toString(ProcessHandle.current().pid())));
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
            return List.of(); // the iteration failed, and JMH is about to say why
        }
        CellRecord.addIteration("{\"warmup\":" + (iteration.getType() == IterationType.WARMUP)
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

    /** JSON has no word for what is not a finite number; JMH writes such as a text. */
    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "\"" + value + "\"";
    }
}
