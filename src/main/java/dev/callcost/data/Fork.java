package dev.callcost.data;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import dev.callcost.text.JsonDocument;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The measurements of one fork, read from a line of a {@link Log}.
 *
 * @param row JMH's row with one fork; its scores need not be positive numbers
 * @param round the round or pair, from 1 on; 0 before it is known
 * @param start of the JVM, an instant; null where the log does not tell, like its end
 * @param side {@code base} or {@code head}; null outside of a comparison
 * @param facts what the configuration recorded about itself in set-up, by name
 * @param warmUp null where the warm-up's length was fixed
 * @param stacks the stacks that {@code bill} sampled, by number; empty in other logs
 * @param iterations empty when nothing recorded them
 */
public record Fork(
        Row row,
        int round,
        String start,
        String end,
        String side,
        Map<String, String> facts,
        WarmUp warmUp,
        Map<Integer, String> stacks,
        List<Iteration> iterations) {
    /** The member for the operations in a call of the benchmark method. JMH's own writer leaves it out. */
    public static final String OPERATIONS = "operationsPerInvocation";

    public static final String RAW_DATA = "rawData";
    public static final String RAW_HISTOGRAM = "rawDataHistogram";

    /** The member for the row in JMH's JSON. */
    public static final String JMH = "jmh";

    private static final String PRIMARY = "primaryMetric";
    /** The member of JMH's object for the metrics of profilers. */
    public static final String SECONDARY = "secondaryMetrics";

    private static final String ITERATIONS = "iterations";
    private static final String BEGIN_OF_ITERATIONS = ",\"" + ITERATIONS + "\":{";

    /** Members that JMH derives from a metric's values. */
    private static final List<String> DERIVED = List.of("score", "scoreError", "scoreConfidence", "scorePercentiles");

    /**
     * A warm-up until the fork was warm, or until its cap; {@code unmetUntil} has the seconds after which each
     * condition was last not met.
     */
    public record WarmUp(double seconds, boolean warm, Map<String, Double> unmetUntil) {
        private static WarmUp of(JsonReader json) throws IOException {
            double seconds = 0;
            boolean isWarm = false;
            Map<String, Double> unmetUntil = Map.of();
            for (json.beginObject(); json.hasNext(); ) {
                switch (json.nextName()) {
                    case "seconds" -> seconds = json.nextDouble();
                    case "warm" -> isWarm = json.nextBoolean();
                    case "unmetUntil" -> unmetUntil = map(json, json::nextDouble);
                    default -> json.skipValue();
                }
            }
            json.endObject();
            return new WarmUp(seconds, isWarm, unmetUntil);
        }

        /** The condition that was met last. */
        public String waitedFor() {
            return unmetUntil.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("nothing known");
        }
    }

    /**
     * The members of a fork's line of a log for what the fork measured. The caller adds place and time.
     *
     * @param jmh JMH's object; this method changes it
     * @param pid empty when unknown
     * @param warmUp a JSON object; empty when the warm-up's length was fixed
     * @param iterations a JSON object each, warm-up included
     */
    public static JsonObject line(
            JsonObject jmh,
            Map<String, String> facts,
            OptionalLong pid,
            Optional<String> warmUp,
            List<String> iterations) {
        JsonObject line = new JsonObject();
        pid.ifPresent(id -> line.addProperty("pid", id));
        line.add("facts", JsonDocument.GSON.toJsonTree(facts));
        warmUp.ifPresent(told -> line.add("warmUp", JsonParser.parseString(told)));
        JsonObject columns = iterations.isEmpty() ? new JsonObject() : Iteration.columns(iterations);
        metrics(jmh).forEach(metric -> compact(metric, columns));
        line.add(JMH, jmh);
        if (!iterations.isEmpty()) {
            line.add(ITERATIONS, columns);
        }
        return line;
    }

    /** Removes what JMH derived. The name of a column of the iterations replaces values that equal the column's. */
    private static void compact(JsonObject metric, JsonObject columns) {
        if (!values(metric).isEmpty()) {
            DERIVED.forEach(metric::remove);
            columns.keySet().stream()
                    .filter(name -> columns.get(name).isJsonArray())
                    .filter(name -> Iteration.measured(columns, name).equals(values(metric)))
                    .findFirst()
                    .ifPresent(name -> metric.addProperty(RAW_DATA, name));
        }
    }

    /** The row in JMH's JSON of a line, without the members that follow from a metric's values. */
    public static JsonObject jmh(JsonObject line) {
        JsonObject jmh = line.getAsJsonObject(JMH).deepCopy();
        metrics(jmh)
                .filter(metric -> metric.has(RAW_DATA) && metric.get(RAW_DATA).isJsonPrimitive())
                .forEach(metric -> {
                    JsonArray forks = new JsonArray();
                    forks.add(Iteration.measured(
                            line.getAsJsonObject(ITERATIONS),
                            metric.get(RAW_DATA).getAsString()));
                    metric.add(RAW_DATA, forks);
                });
        return jmh;
    }

    private static Stream<JsonObject> metrics(JsonObject jmh) {
        return Stream.concat(
                Stream.of(jmh.getAsJsonObject(PRIMARY)),
                jmh.has(SECONDARY)
                        ? jmh.getAsJsonObject(SECONDARY).asMap().values().stream()
                                .map(JsonElement::getAsJsonObject)
                        : Stream.of());
    }

    /** The value or histogram of each iteration; empty where JMH has only one value for the fork, or none. */
    public static JsonArray values(JsonObject metric) {
        JsonArray forks = metric.getAsJsonArray(metric.has(RAW_HISTOGRAM) ? RAW_HISTOGRAM : RAW_DATA);
        return forks == null || forks.isEmpty() ? new JsonArray() : forks.get(0).getAsJsonArray();
    }

    public static Fork of(JsonObject line) {
        return of(line.toString());
    }

    /** @throws RuntimeException when the line lacks a part, or has one of the wrong kind */
    public static Fork of(String line) {
        int from = line.indexOf(BEGIN_OF_ITERATIONS);
        int to = from < 0 ? line.length() : line.indexOf('}', from) + 1;
        Iteration.Columns columns = from < 0 ? null : new Iteration.Columns(line.substring(from, to));
        Row row = null;
        int round = 0;
        String start = null;
        String end = null;
        String side = null;
        Map<String, String> facts = Map.of();
        WarmUp warmUp = null;
        String rest = from < 0 ? line : columns.cut(line.substring(0, from) + line.substring(to));
        try (JsonReader json = new JsonReader(new StringReader(rest))) {
            for (json.beginObject(); json.hasNext(); ) {
                switch (json.nextName()) {
                    case JMH -> row = JmhReader.row(json, columns);
                    case "round" -> round = json.nextInt();
                    case "start" -> start = json.nextString();
                    case "end" -> end = json.nextString();
                    case "side" -> side = json.nextString();
                    case "facts" -> facts = map(json, json::nextString);
                    case "warmUp" -> warmUp = WarmUp.of(json);
                    default -> json.skipValue();
                }
            }
            json.endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Iteration> iterations = columns == null ? List.of() : columns;
        return new Fork(Objects.requireNonNull(row), round, start, end, side, facts, warmUp, Map.of(), iterations);
    }

    private static <T> Map<String, T> map(JsonReader json, JmhReader.ValueReader<T> value) throws IOException {
        Map<String, T> map = new LinkedHashMap<>();
        for (json.beginObject(); json.hasNext(); ) {
            map.put(json.nextName(), value.read());
        }
        json.endObject();
        return map;
    }

    /**
     * A fork that has just measured.
     *
     * @param row of the whole JMH object, see {@link ResultsFile#row}
     * @param line of {@link #line}
     */
    public static Fork of(Row row, JsonObject line) {
        return new Fork(
                row,
                0,
                null,
                null,
                null,
                JsonDocument.GSON.fromJson(line.get("facts"), new TypeToken<Map<String, String>>() {}),
                JsonDocument.GSON.fromJson(line.get("warmUp"), WarmUp.class),
                Map.of(),
                line.has(ITERATIONS)
                        ? new Iteration.Columns(line.get(ITERATIONS).toString())
                        : List.of());
    }

    /** From the start of the JVM to its end; 0 where the log does not tell. */
    public double seconds() {
        return start == null || end == null
                ? 0
                : Duration.between(Instant.parse(start), Instant.parse(end)).toMillis() / 1e3;
    }

    public RowKey key() {
        return row.key();
    }

    public String unit() {
        return row.primary().unit();
    }

    public List<Iteration> warmUpIterations() {
        return iterations.stream().filter(Iteration::warmup).toList();
    }

    public List<Iteration> measured() {
        return iterations.stream().filter(iteration -> !iteration.warmup()).toList();
    }

    /** The measured iterations without the last of several, which includes the benchmark's tear-down. */
    public List<Iteration> beforeTearDown() {
        List<Iteration> measured = measured();
        return measured.subList(0, Math.max(1, measured.size() - 1));
    }

    /** The scores of the measured iterations that are positive numbers. */
    public List<Double> scores() {
        return measured().stream()
                .map(Iteration::score)
                .filter(score -> score > 0 && score < Double.POSITIVE_INFINITY)
                .toList();
    }

    public Fork withStacks(Map<Integer, String> named) {
        return new Fork(row, round, start, end, side, facts, warmUp, named, iterations);
    }

    public Fork with(Row other) {
        return new Fork(other, round, start, end, side, facts, warmUp, stacks, iterations);
    }

    /** The fork with its place in a run and its time. */
    public Fork at(int inRound, Instant began, Instant ended) {
        return new Fork(row, inRound, began.toString(), ended.toString(), side, facts, warmUp, stacks, iterations);
    }
}
