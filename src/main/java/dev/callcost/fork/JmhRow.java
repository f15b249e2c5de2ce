package dev.callcost.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.text.PathTails;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Utils;

/**
 * One fork's result as text: the object that JMH's JSON writer makes of it, and what that leaves out. It can be logged, and
 * what JMH's writers make of the rows of several forks is what they would have made of JMH's own objects.
 *
 * <p>Two profilers are the exception: {@code stack} sums the samples of all forks where the rows have a text a fork, and the
 * {@code ipc} and {@code cpi} of {@code perf} become the means over the forks.
 *
 * @param json JMH's object (org.openjdk.jmh.results.format.JSONResultFormat), paths cut to their last part, and beside its
 *     members {@code operationsPerInvocation}; {@code policies}, how secondary metrics add up that are not averaged; and
 *     {@code histograms}, a list of pairs of value and count an iteration for each secondary metric that is made of samples
 * @param texts reports that profilers wrote as text, such as perfasm's, by the metric's label
 */
public record JmhRow(JsonObject json, Map<String, String> texts) {
    private static final String OPERATIONS = "operationsPerInvocation";
    private static final String POLICIES = "policies";
    private static final String HISTOGRAMS = "histograms";
    private static final String RAW_DATA = "rawData";
    private static final String RAW_HISTOGRAM = "rawDataHistogram";

    /** The unit that JMH gives a result which is a text. */
    private static final String TEXT = "---";

    /**
     * The row of a fork.
     *
     * @param params what JMH ran
     * @param fork what it measured
     */
    public static JmhRow of(BenchmarkParams params, BenchmarkResult fork) {
        JsonObject json = written(new RunResult(params, List.of(fork)));
        json.addProperty("jvm", PathTails.cut(params.getJvm()));
        json.add("jvmArgs", new JsonArray());
        params.getJvmArgs().stream()
                .filter(argument -> !ForkRecord.isJvmArgument(argument))
                .forEach(argument -> json.getAsJsonArray("jvmArgs").add(PathTails.cut(argument)));
        json.addProperty(OPERATIONS, params.getOpsPerInvocation());
        json.add(POLICIES, new JsonObject());
        json.add(HISTOGRAMS, new JsonObject());
        Map<String, String> texts = new TreeMap<>();
        fork.getSecondaryResults().forEach((label, result) -> {
            if (result.getScoreUnit().equals(TEXT) && Double.isNaN(result.getScore())) {
                texts.put(label, result.extendedInfo());
            }
            if (policy(result) != AggregationPolicy.AVG) {
                json.getAsJsonObject(POLICIES).addProperty(label, policy(result).name());
            }
            if (result.getStatistics() instanceof MultisetStatistics) {
                json.getAsJsonObject(HISTOGRAMS).add(label, histograms(fork, label));
            }
        });
        return new JmhRow(json, texts);
    }

    /**
     * The row of a fork that another process has measured.
     *
     * @param file what JMH's JSON writer has made of that fork alone
     * @throws IOException when it cannot be read
     * @throws JsonParseException when it is something else
     */
    static JmhRow read(Path file) throws IOException {
        try {
            JsonElement rows = JsonParser.parseString(Files.readString(file));
            return new JmhRow(rows.getAsJsonArray().get(0).getAsJsonObject(), Map.of());
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw new JsonParseException("not the row of a fork", e);
        }
    }

    private static JsonObject written(RunResult result) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(List.of(result));
        return JsonParser.parseString(bytes.toString(StandardCharsets.UTF_8))
                .getAsJsonArray()
                .get(0)
                .getAsJsonObject();
    }

    private static JsonArray histograms(BenchmarkResult fork, String label) {
        JsonArray histograms = new JsonArray();
        for (IterationResult iteration : fork.getIterationResults()) {
            Result<?> result = iteration.getSecondaryResults().get(label);
            if (result != null) {
                JsonArray histogram = new JsonArray();
                for (Map.Entry<Double, Long> sample :
                        Utils.adaptForLoop(result.getStatistics().getRawData())) {
                    JsonArray pair = new JsonArray();
                    pair.add(sample.getKey());
                    pair.add(sample.getValue());
                    histogram.add(pair);
                }
                histograms.add(histogram);
            }
        }
        return histograms;
    }

    /** By reflection, because JMH neither writes nor shows it. */
    static AggregationPolicy policy(Result<?> result) {
        try {
            Field policy = Result.class.getDeclaredField("policy");
            policy.setAccessible(true);
            return (AggregationPolicy) policy.get(result);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not the JMH that the suite was built with", e);
        }
    }

    /**
     * The forks of one row as JMH's writers take them.
     *
     * @param forks their rows in the order they ran, at least one
     */
    public static RunResult merged(List<JmhRow> forks) {
        JmhRow last = forks.get(forks.size() - 1);
        return new RunResult(
                last.params(forks.size()), forks.stream().map(JmhRow::result).toList());
    }

    private BenchmarkParams params(int forks) {
        WorkloadParams workload = new WorkloadParams();
        if (json.has("params")) {
            json.getAsJsonObject("params").asMap().forEach((name, value) -> workload.put(name, value.getAsString(), 0));
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
                operationsPerInvocation(),
                text("jvm"),
                jvmArguments(),
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
        return json.get(name).getAsString();
    }

    private int count(String name) {
        return json.get(name).getAsInt();
    }

    /** Operations in a call of the benchmark method. */
    public int operationsPerInvocation() {
        return count(OPERATIONS);
    }

    /** The arguments of the JVM that measured. */
    public List<String> jvmArguments() {
        return json.getAsJsonArray("jvmArgs").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    /** The unit of the scores. */
    public String unit() {
        return primary().get("scoreUnit").getAsString();
    }

    /** The scores of the measured iterations; in JMH's sample mode each is a mean. */
    public List<Double> scores() {
        return result().getIterationResults().stream()
                .map(iteration -> iteration.getPrimaryResult().getScore())
                .toList();
    }

    /** What a profiler said of each measured iteration; none when it did not. */
    public List<Double> scores(String secondary) {
        JsonElement metric = metrics().get(secondary);
        return metric == null
                ? List.of()
                : fork(metric.getAsJsonObject(), RAW_DATA).asList().stream()
                        .map(JmhRow::number)
                        .toList();
    }

    /** How many iterations were measured. */
    public int iterations() {
        return fork(primary(), primary().has(RAW_HISTOGRAM) ? RAW_HISTOGRAM : RAW_DATA)
                .size();
    }

    private JsonObject primary() {
        return json.getAsJsonObject("primaryMetric");
    }

    private BenchmarkResult result() {
        boolean sampled = primary().has(RAW_HISTOGRAM);
        List<IterationResult> iterations = new ArrayList<>();
        for (JsonElement raw : fork(primary(), sampled ? RAW_HISTOGRAM : RAW_DATA)) {
            IterationResult iteration = new IterationResult(null, null, null);
            iteration.addResult(
                    sampled
                            ? histogram(ResultRole.PRIMARY, "", raw, unit())
                            : LoggedResult.score(ResultRole.PRIMARY, "", number(raw), unit(), AggregationPolicy.AVG));
            iterations.add(iteration);
        }
        BenchmarkResult fork = new BenchmarkResult(null, iterations);
        metrics().forEach((label, metric) -> addSecondary(fork, iterations, label, metric.getAsJsonObject()));
        return fork;
    }

    private Map<String, JsonElement> metrics() {
        return json.getAsJsonObject("secondaryMetrics").asMap();
    }

    private void addSecondary(BenchmarkResult fork, List<IterationResult> iterations, String label, JsonObject metric) {
        if (isDerived(label)) {
            return;
        }
        String unit = metric.get("scoreUnit").getAsString();
        JsonArray scores = fork(metric, RAW_DATA);
        JsonElement histograms = json.getAsJsonObject(HISTOGRAMS).get(label);
        if (scores.isEmpty()) { // of a profiler that looks at the fork from outside
            fork.addBenchmarkResult(
                    texts.containsKey(label)
                            ? new TextResult(texts.get(label), label)
                            : LoggedResult.score(
                                    ResultRole.SECONDARY, label, number(metric.get("score")), unit, policy(label)));
        }
        for (int i = 0; i < scores.size(); i++) {
            Result<?> result;
            if (texts.containsKey(label)) {
                result = new TextResult(i == 0 ? texts.get(label) : "", label);
            } else if (histograms != null) {
                result = histogram(
                        ResultRole.SECONDARY, label, histograms.getAsJsonArray().get(i), unit);
            } else {
                result = LoggedResult.score(ResultRole.SECONDARY, label, number(scores.get(i)), unit, policy(label));
            }
            iterations.get(i).addResult(result);
        }
    }

    private boolean isDerived(String label) {
        return LoggedResult.Derived.parent(label)
                .filter(parent -> parent.isEmpty()
                        ? primary().has(RAW_HISTOGRAM)
                        : json.getAsJsonObject(HISTOGRAMS).has(parent))
                .isPresent();
    }

    private LoggedResult histogram(ResultRole role, String label, JsonElement pairs, String unit) {
        MultisetStatistics samples = new MultisetStatistics();
        for (JsonElement pair : pairs.getAsJsonArray()) {
            samples.addValue(
                    number(pair.getAsJsonArray().get(0)),
                    pair.getAsJsonArray().get(1).getAsLong());
        }
        List<LoggedResult.Derived> derived = metrics().entrySet().stream()
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
        JsonElement policy = json.getAsJsonObject(POLICIES).get(label);
        return policy == null ? AggregationPolicy.AVG : AggregationPolicy.valueOf(policy.getAsString());
    }

    /** What a metric has for each iteration of the fork. */
    private static JsonArray fork(JsonObject metric, String name) {
        return metric.getAsJsonArray(name).get(0).getAsJsonArray();
    }

    /** JMH writes as text what JSON cannot say. */
    private static double number(JsonElement json) {
        JsonPrimitive number = json.getAsJsonPrimitive();
        return switch (number.getAsString()) {
            case "NaN" -> Double.NaN;
            case "+INF" -> Double.POSITIVE_INFINITY;
            case "-INF" -> Double.NEGATIVE_INFINITY;
            default -> number.getAsDouble();
        };
    }
}
