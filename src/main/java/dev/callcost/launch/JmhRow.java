package dev.callcost.launch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.callcost.data.ResultsFile;
import dev.callcost.text.PathTails;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.util.MultisetStatistics;
import org.openjdk.jmh.util.Utils;

/**
 * One fork's result as text: the object that JMH's JSON writer makes of it, and what that leaves out. It can be logged, and {@link LoggedFork} makes of it
 * what JMH's writers take.
 *
 * @param json JMH's object (org.openjdk.jmh.results.format.JSONResultFormat), paths cut to their last part, and beside its
 *     members {@code operationsPerInvocation}; {@code policies}, how secondary metrics add up that are not averaged; and
 *     {@code histograms}, a list of pairs of value and count an iteration for each secondary metric that is made of samples
 * @param texts reports that profilers wrote as text, such as perfasm's, by the metric's label
 */
public record JmhRow(JsonObject json, Map<String, String> texts) {
    private static final String OPERATIONS = "operationsPerInvocation";
    static final String POLICIES = "policies";
    static final String HISTOGRAMS = "histograms";
    static final String RAW_DATA = "rawData";
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

    /** Reads a private field, because JMH has no getter. The field was last seen in JMH 1.37. */
    static AggregationPolicy policy(Result<?> result) {
        try {
            Field policy = Result.class.getDeclaredField("policy");
            policy.setAccessible(true);
            return (AggregationPolicy) policy.get(result);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JMH has no field Result.policy, as 1.37 had; run the jar's own JMH, or build it with"
                            + " -Djmh.version=1.37",
                    e);
        }
    }

    /** Operations in a call of the benchmark method. */
    public int operationsPerInvocation() {
        return json.get(OPERATIONS).getAsInt();
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
        return new LoggedFork(this)
                .result().getIterationResults().stream()
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
        return raw().size();
    }

    /** Whether its score is made of samples. */
    boolean isSampled() {
        return primary().has(RAW_HISTOGRAM);
    }

    /** The score of each iteration, or its histogram. */
    JsonArray raw() {
        return fork(primary(), isSampled() ? RAW_HISTOGRAM : RAW_DATA);
    }

    private JsonObject primary() {
        return json.getAsJsonObject("primaryMetric");
    }

    /** The secondary metrics by their labels. */
    Map<String, JsonElement> metrics() {
        return json.getAsJsonObject("secondaryMetrics").asMap();
    }

    /** What a metric has for each iteration of the fork. */
    static JsonArray fork(JsonObject metric, String name) {
        return metric.getAsJsonArray(name).get(0).getAsJsonArray();
    }

    /** A number, which JMH writes as text where JSON cannot say it. */
    static double number(JsonElement json) {
        return Optional.ofNullable(ResultsFile.NO_NUMBERS.get(json.getAsString()))
                .orElseGet(json::getAsDouble);
    }
}
