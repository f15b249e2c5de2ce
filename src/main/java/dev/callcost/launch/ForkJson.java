package dev.callcost.launch;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Fork;
import dev.callcost.data.Row;
import dev.callcost.text.JsonDocument;
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
import java.util.function.Predicate;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * JMH's JSON of one fork. Paths in it are cut to their last part. It has four members that JMH's writer
 * (org.openjdk.jmh.results.format.JSONResultFormat) leaves out: {@code operationsPerInvocation}; {@code policies}, by
 * which secondary metrics are aggregated that are not averaged; {@code histograms}, pairs of value and count for each
 * iteration of a secondary metric made of samples; and {@code texts}, profilers' reports such as perfasm's.
 */
final class ForkJson {
    static final String POLICIES = "policies";
    static final String HISTOGRAMS = "histograms";
    static final String TEXTS = "texts";

    /** The members that JMH's writer leaves out. */
    static final List<String> OWN = List.of(Fork.OPERATIONS, POLICIES, HISTOGRAMS, TEXTS);

    /** JMH's unit of a result that is a text. */
    static final String TEXT = "---";

    private ForkJson() {}

    static JsonObject of(BenchmarkResult fork) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(bytes, true))
                .writeOut(List.of(new RunResult(fork.getParams(), List.of(fork))));
        JsonObject json = first(bytes.toString(StandardCharsets.UTF_8));
        json.addProperty(Fork.OPERATIONS, fork.getParams().getOpsPerInvocation());
        fork.getSecondaryResults().forEach((label, result) -> {
            if (result.getScoreUnit().equals(TEXT) && Double.isNaN(result.getScore())) {
                add(json, TEXTS, label, new JsonPrimitive(result.extendedInfo()));
            }
            if (policy(result) != AggregationPolicy.AVG) {
                add(json, POLICIES, label, new JsonPrimitive(policy(result).name()));
            }
            if (result.getStatistics() instanceof MultisetStatistics) {
                add(json, HISTOGRAMS, label, histograms(fork, label));
            }
        });
        return json;
    }

    static void add(JsonObject json, String own, String label, JsonElement value) {
        JsonObject values = object(json, own);
        values.add(label, value);
        json.add(own, values);
    }

    /**
     * The JSON of a fork that another process measured.
     *
     * @param file JMH's results file of that fork alone
     * @throws JsonParseException when it is no results file
     */
    static JsonObject read(Path file) throws IOException {
        try {
            return first(Files.readString(file));
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw new JsonParseException("not the row of a fork", e);
        }
    }

    /** The first row of a results file without directories and without the arguments that name a fork. */
    private static JsonObject first(String results) {
        JsonObject row = JsonParser.parseString(results).getAsJsonArray().get(0).getAsJsonObject();
        if (row.has("jvm")) { // old versions of JMH write neither this nor the arguments
            row.addProperty("jvm", PathTails.cut(row.get("jvm").getAsString()));
        }
        keepJvmArguments(row, argument -> !HostFolder.isJvmArgument(argument));
        return row;
    }

    /** Keeps some arguments of the fork's JVM, and removes directories from them. */
    static void keepJvmArguments(JsonObject jmh, Predicate<String> kept) {
        if (jmh.has(Row.JVM_ARGUMENTS)) {
            List<String> arguments = jvmArguments(jmh).stream().filter(kept).toList();
            jmh.add(Row.JVM_ARGUMENTS, JsonDocument.GSON.toJsonTree(PathTails.cut(arguments)));
        }
    }

    private static JsonElement histograms(BenchmarkResult fork, String label) {
        List<List<List<Number>>> histograms = new ArrayList<>();
        for (IterationResult iteration : fork.getIterationResults()) {
            Result<?> result = iteration.getSecondaryResults().get(label);
            if (result != null) {
                List<List<Number>> histogram = new ArrayList<>();
                result.getStatistics()
                        .getRawData()
                        .forEachRemaining(sample -> histogram.add(List.of(sample.getKey(), sample.getValue())));
                histograms.add(histogram);
            }
        }
        return JsonDocument.GSON.toJsonTree(histograms);
    }

    /** By reflection, because JMH has no accessor for it. */
    private static AggregationPolicy policy(Result<?> result) {
        try {
            Field policy = Result.class.getDeclaredField("policy");
            policy.setAccessible(true);
            return (AggregationPolicy) policy.get(result);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not the JMH that the suite was built with", e);
        }
    }

    static List<String> jvmArguments(JsonObject jmh) {
        return jmh.getAsJsonArray(Row.JVM_ARGUMENTS).asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }

    /** Profilers' reports as text, by the metric's label. */
    static Map<String, JsonElement> texts(JsonObject jmh) {
        return object(jmh, TEXTS).asMap();
    }

    static JsonObject object(JsonObject jmh, String name) {
        return jmh.has(name) ? jmh.getAsJsonObject(name) : new JsonObject();
    }
}
