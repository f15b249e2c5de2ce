package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The measurements of one fork, read from a line of a {@link Log}.
 *
 * @param row JMH's row with one fork; its scores need not be positive numbers
 * @param line the log's line
 * @param round the round or pair, from 1 on; 0 before it is known
 * @param seconds from the start of the JVM to its end; 0 where the log does not tell
 * @param side {@code base} or {@code head}; null outside of a comparison
 * @param facts what the configuration recorded about itself in set-up, by name
 * @param warmUp null where the warm-up's length was fixed
 * @param stacks the stacks that {@code bill} sampled, by number; empty in other logs
 * @param iterations empty when nothing recorded them
 */
public record Fork(
        Row row,
        String line,
        int round,
        double seconds,
        String side,
        Map<String, String> facts,
        WarmUp warmUp,
        Map<Integer, String> stacks,
        List<Iteration> iterations) {
    private static final Gson GSON = new Gson();

    /** The member for {@link #operationsPerInvocation()}. JMH's own writer leaves it out. */
    public static final String OPERATIONS = "operationsPerInvocation";

    public static final String RAW_DATA = "rawData";
    public static final String RAW_HISTOGRAM = "rawDataHistogram";

    static final String JMH = "jmh";
    private static final String PRIMARY = "primaryMetric";
    private static final String SECONDARY = "secondaryMetrics";
    private static final String ITERATIONS = "iterations";

    /** Members that JMH derives from a metric's values. */
    private static final List<String> DERIVED = List.of("score", "scoreError", "scoreConfidence", "scorePercentiles");

    /** A warm-up until the fork was warm, or until its cap; {@code unmetUntil} has the seconds after which each condition was last not met. */
    public record WarmUp(double seconds, boolean warm, Map<String, Double> unmetUntil) {
        /** The condition that was met last. */
        public String waitedFor() {
            return unmetUntil.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("nothing known");
        }
    }

    private record Plain(
            int round,
            String start,
            String end,
            String side,
            Map<String, String> facts,
            WarmUp warmUp,
            Iteration.Columns iterations) {
        double seconds() {
            return start == null || end == null
                    ? 0
                    : Duration.between(Instant.parse(start), Instant.parse(end)).toMillis() / 1e3;
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
        line.add("facts", GSON.toJsonTree(facts));
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

    /** The row in JMH's JSON, without the members that follow from a metric's values. Few need it, so it is read again. */
    public JsonObject jmh() {
        JsonObject whole = JsonParser.parseString(line).getAsJsonObject();
        JsonObject jmh = whole.getAsJsonObject(JMH);
        metrics(jmh)
                .filter(metric -> metric.has(RAW_DATA) && metric.get(RAW_DATA).isJsonPrimitive())
                .forEach(metric -> {
                    JsonArray forks = new JsonArray();
                    forks.add(Iteration.measured(
                            whole.getAsJsonObject(ITERATIONS),
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
        Plain plain = GSON.fromJson(line, Plain.class);
        Iteration.Columns columns = plain.iterations == null ? new Iteration.Columns() : plain.iterations;
        return new Fork(
                JmhReader.row(line, columns),
                line,
                plain.round,
                plain.seconds(),
                plain.side,
                plain.facts == null ? Map.of() : plain.facts,
                plain.warmUp,
                Map.of(),
                plain.iterations == null ? List.of() : columns.iterations());
    }

    public RowKey key() {
        return row.key();
    }

    public String unit() {
        return row.primary().unit();
    }

    /** Operations in a call of the benchmark method; 1 when JMH's object does not say. */
    public int operationsPerInvocation() {
        JsonObject jmh = jmh();
        return jmh.has(OPERATIONS) ? jmh.get(OPERATIONS).getAsInt() : 1;
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
        return new Fork(row, line, round, seconds, side, facts, warmUp, named, iterations);
    }

    /** Whether all threads of the fork ran on one CPU. */
    public boolean isPinned() {
        return "ONE_CPU".equals(row.params().get("pinning"))
                || facts.getOrDefault("cpu", "").matches("\\d+") && !facts.containsKey("serverCpu");
    }
}
