package dev.callcost.data;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.text.JsonDocument;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** The line of a {@link Log} for a fork that measured, as it is written. {@link Fork} is what it is read into. */
public final class ForkLine {
    private static final String PRIMARY = "primaryMetric";
    private static final String WARM_UP = "warmup";

    /** Members that JMH derives from a metric's values. */
    private static final List<String> DERIVED = List.of("score", "scoreError", "scoreConfidence", "scorePercentiles");

    private ForkLine() {}

    /**
     * The members for what the fork measured. The caller adds place and time.
     *
     * @param jmh JMH's object; this method changes it
     * @param pid empty when unknown
     * @param warmUp a JSON object; empty when the warm-up's length was fixed
     * @param iterations a JSON object each, warm-up included
     */
    public static JsonObject of(
            JsonObject jmh,
            Map<String, String> facts,
            OptionalLong pid,
            Optional<String> warmUp,
            List<String> iterations) {
        JsonObject line = new JsonObject();
        pid.ifPresent(id -> line.addProperty("pid", id));
        line.add("facts", JsonDocument.GSON.toJsonTree(facts));
        warmUp.ifPresent(told -> line.add("warmUp", JsonParser.parseString(told)));
        JsonObject columns = iterations.isEmpty() ? new JsonObject() : columns(iterations);
        metrics(jmh).forEach(metric -> compact(metric, columns));
        line.add(Fork.JMH, jmh);
        if (!iterations.isEmpty()) {
            line.add(Fork.ITERATIONS, columns);
        }
        return line;
    }

    /** Removes what JMH derived. The name of a column of the iterations replaces values that equal the column's. */
    private static void compact(JsonObject metric, JsonObject columns) {
        if (!values(metric).isEmpty()) {
            DERIVED.forEach(metric::remove);
            columns.keySet().stream()
                    .filter(name -> columns.get(name).isJsonArray())
                    .filter(name -> measured(columns, name).equals(values(metric)))
                    .findFirst()
                    .ifPresent(name -> metric.addProperty(Fork.RAW_DATA, name));
        }
    }

    /** The row in JMH's JSON of a line, without the members that follow from a metric's values. */
    public static JsonObject jmh(JsonObject line) {
        JsonObject jmh = line.getAsJsonObject(Fork.JMH).deepCopy();
        metrics(jmh)
                .filter(metric ->
                        metric.has(Fork.RAW_DATA) && metric.get(Fork.RAW_DATA).isJsonPrimitive())
                .forEach(metric -> {
                    JsonArray forks = new JsonArray();
                    forks.add(measured(
                            line.getAsJsonObject(Fork.ITERATIONS),
                            metric.get(Fork.RAW_DATA).getAsString()));
                    metric.add(Fork.RAW_DATA, forks);
                });
        return jmh;
    }

    private static Stream<JsonObject> metrics(JsonObject jmh) {
        return Stream.concat(
                Stream.of(jmh.getAsJsonObject(PRIMARY)),
                jmh.has(Fork.SECONDARY)
                        ? jmh.getAsJsonObject(Fork.SECONDARY).asMap().values().stream()
                                .map(JsonElement::getAsJsonObject)
                        : Stream.of());
    }

    /** The value or histogram of each iteration; empty where JMH has only one value for the fork, or none. */
    public static JsonArray values(JsonObject metric) {
        JsonArray forks = metric.getAsJsonArray(metric.has(Fork.RAW_HISTOGRAM) ? Fork.RAW_HISTOGRAM : Fork.RAW_DATA);
        return forks == null || forks.isEmpty() ? new JsonArray() : forks.get(0).getAsJsonArray();
    }

    /** A value that one of the JSON objects lacks is 0. */
    private static JsonObject columns(List<String> objects) {
        List<JsonObject> iterations = objects.stream()
                .map(text -> JsonParser.parseString(text).getAsJsonObject())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        iterations.forEach(iteration -> names.addAll(iteration.keySet()));
        names.remove(WARM_UP);
        long warmUps = iterations.stream()
                .filter(iteration -> iteration.get(WARM_UP).getAsBoolean())
                .count();
        JsonObject columns = new JsonObject();
        columns.addProperty(Iteration.WARM_UPS, warmUps);
        for (String name : names) {
            JsonArray column = new JsonArray();
            iterations.forEach(
                    iteration -> column.add(iteration.has(name) ? iteration.get(name) : new JsonPrimitive(0)));
            columns.add(name, column);
        }
        return columns;
    }

    private static JsonArray measured(JsonObject columns, String name) {
        List<JsonElement> all = columns.getAsJsonArray(name).asList();
        JsonArray measured = new JsonArray();
        all.subList(columns.get(Iteration.WARM_UPS).getAsInt(), all.size()).forEach(measured::add);
        return measured;
    }
}
