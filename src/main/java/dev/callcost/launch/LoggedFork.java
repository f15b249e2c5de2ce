package dev.callcost.launch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.TextResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * A fork's row as JMH's own objects again: what JMH's writers make of the rows of several forks is what they would have made of the objects from which the rows
 * were written.
 *
 * <p>Two profilers are the exception: {@code stack} sums the samples of all forks where the rows have a text a fork, and the
 * {@code ipc} and {@code cpi} of {@code perf} become the means over the forks.
 *
 * @param row of the fork
 */
public record LoggedFork(JmhRow row) {

    /**
     * The forks of one row as JMH's writers take them.
     *
     * @param forks their rows in the order they ran, at least one
     */
    public static RunResult merged(List<JmhRow> forks) {
        JmhRow last = forks.get(forks.size() - 1);
        return new RunResult(
                new LoggedFork(last).params(forks.size()),
                forks.stream().map(fork -> new LoggedFork(fork).result()).toList());
    }

    private BenchmarkParams params(int forks) {
        WorkloadParams workload = new WorkloadParams();
        if (row.json().has("params")) {
            row.json()
                    .getAsJsonObject("params")
                    .asMap()
                    .forEach((name, value) -> workload.put(name, value.getAsString(), 0));
        }
        return new BenchmarkParams(
                text("benchmark"),
                null,
                false,
                count("threads"),
                null,
                null,
                count("forks") == 0 ? 0 : forks,
                0,
                iterations(IterationType.WARMUP, "warmup"),
                iterations(IterationType.MEASUREMENT, "measurement"),
                Mode.deepValueOf(text("mode")),
                workload,
                null,
                row.operationsPerInvocation(),
                text("jvm"),
                row.jvmArguments(),
                text("jdkVersion"),
                text("vmName"),
                text("vmVersion"),
                text("jmhVersion"),
                null);
    }

    private IterationParams iterations(IterationType type, String name) {
        String time = text(name + "Time");
        return new IterationParams(
                type,
                count(name + "Iterations"),
                time.equals(TimeValue.NONE.toString()) ? TimeValue.NONE : TimeValue.fromString(time),
                count(name + "BatchSize"));
    }

    private String text(String name) {
        return row.json().get(name).getAsString();
    }

    private int count(String name) {
        return row.json().get(name).getAsInt();
    }

    /** What JMH measured, iteration by iteration. */
    BenchmarkResult result() {
        boolean sampled = row.isSampled();
        List<IterationResult> iterations = new ArrayList<>();
        for (JsonElement raw : row.raw()) {
            IterationResult iteration = new IterationResult(null, null, null);
            iteration.addResult(
                    sampled
                            ? histogram(ResultRole.PRIMARY, "", raw, row.unit())
                            : LoggedResult.score(
                                    ResultRole.PRIMARY, "", JmhRow.number(raw), row.unit(), AggregationPolicy.AVG));
            iterations.add(iteration);
        }
        BenchmarkResult fork = new BenchmarkResult(null, iterations);
        row.metrics().forEach((label, metric) -> addSecondary(fork, iterations, label, metric.getAsJsonObject()));
        return fork;
    }

    private void addSecondary(BenchmarkResult fork, List<IterationResult> iterations, String label, JsonObject metric) {
        if (isDerived(label)) {
            return;
        }
        String unit = metric.get("scoreUnit").getAsString();
        JsonArray scores = JmhRow.fork(metric, JmhRow.RAW_DATA);
        JsonElement histograms = row.json().getAsJsonObject(JmhRow.HISTOGRAMS).get(label);
        if (scores.isEmpty()) { // of a profiler that looks at the fork from outside
            fork.addBenchmarkResult(
                    row.texts().containsKey(label)
                            ? new TextResult(row.texts().get(label), label)
                            : LoggedResult.score(
                                    ResultRole.SECONDARY,
                                    label,
                                    JmhRow.number(metric.get("score")),
                                    unit,
                                    policy(label)));
        }
        for (int i = 0; i < scores.size(); i++) {
            Result<?> result;
            if (row.texts().containsKey(label)) {
                result = new TextResult(i == 0 ? row.texts().get(label) : "", label);
            } else if (histograms != null) {
                result = histogram(
                        ResultRole.SECONDARY, label, histograms.getAsJsonArray().get(i), unit);
            } else {
                result = LoggedResult.score(
                        ResultRole.SECONDARY, label, JmhRow.number(scores.get(i)), unit, policy(label));
            }
            iterations.get(i).addResult(result);
        }
    }

    private boolean isDerived(String label) {
        return LoggedResult.Derived.parent(label)
                .filter(parent -> parent.isEmpty()
                        ? row.isSampled()
                        : row.json().getAsJsonObject(JmhRow.HISTOGRAMS).has(parent))
                .isPresent();
    }

    private LoggedResult histogram(ResultRole role, String label, JsonElement pairs, String unit) {
        MultisetStatistics samples = new MultisetStatistics();
        for (JsonElement pair : pairs.getAsJsonArray()) {
            samples.addValue(
                    JmhRow.number(pair.getAsJsonArray().get(0)),
                    pair.getAsJsonArray().get(1).getAsLong());
        }
        List<LoggedResult.Derived> derived = row.metrics().entrySet().stream()
                .filter(metric -> LoggedResult.Derived.parent(metric.getKey())
                        .filter(label::equals)
                        .isPresent())
                .map(metric -> new LoggedResult.Derived(
                        metric.getKey(),
                        metric.getValue().getAsJsonObject().get("scoreUnit").getAsString(),
                        policy(metric.getKey())))
                .toList();
        return LoggedResult.histogram(role, label, samples, unit, policy(label), derived);
    }

    private AggregationPolicy policy(String label) {
        JsonElement policy = row.json().getAsJsonObject(JmhRow.POLICIES).get(label);
        return policy == null ? AggregationPolicy.AVG : AggregationPolicy.valueOf(policy.getAsString());
    }
}
