package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.callcost.text.BadFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What one fork measured, as a line of a {@link Log} has it.
 *
 * @param row what JMH measured, as a row with one fork; its scores need not be positive numbers
 * @param jmh the object that JMH's JSON writer makes of that row, without what follows from a metric's values
 * @param round the round or pair that it ran in, from 1 on; 0 when it is not known yet
 * @param side {@code base} or {@code head}; null outside of a comparison
 * @param facts what the cell saw of itself in set-up, by name
 * @param warmUp how it warmed up until it was warm; null where the warm-up's length was fixed
 * @param stacks where {@code bill} saw its threads, by number; none in other logs
 * @param iterations what happened in each iteration, in their order; none when nothing recorded them
 */
public record Fork(
        Row row,
        JsonObject jmh,
        int round,
        String side,
        Map<String, String> facts,
        WarmUp warmUp,
        Map<Integer, String> stacks,
        List<Iteration> iterations) {
    private static final Gson GSON = new Gson();

    /** The member of JMH's object with {@link #operationsPerInvocation()}, which JMH's own writer leaves out. */
    public static final String OPERATIONS = "operationsPerInvocation";

    private static final String RAW_DATA = "rawData";
    private static final String RAW_HISTOGRAM = "rawDataHistogram";
    private static final String JMH = "jmh";
    private static final String ITERATIONS = "iterations";

    /** What JMH derives from a metric's values. */
    private static final List<String> DERIVED = List.of("score", "scoreError", "scoreConfidence", "scorePercentiles");

    /**
     * A warm-up until the fork was warm.
     *
     * @param seconds how long it took
     * @param warm whether the fork was warm in the end; else the warm-up had come to its cap
     * @param unmetUntil after how many seconds each condition was last not met, by its name
     */
    public record WarmUp(double seconds, boolean warm, Map<String, Double> unmetUntil) {
        /** The condition that was met last. */
        public String waitedFor() {
            return unmetUntil.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse("nothing known");
        }
    }

    /** The members that are read as they are. */
    private record Plain(int round, String side, Map<String, String> facts, WarmUp warmUp) {}

    /**
     * The members that a fork's line of a log has for what it measured; whoever logs it adds where and when that was.
     *
     * @param jmh JMH's object; it is changed
     * @param facts what the cell recorded about itself
     * @param pid the id of the process that measured; empty when it did not tell
     * @param warmUp how it warmed up, a JSON object; empty when the warm-up's length was fixed
     * @param iterations what happened in each iteration, warm-up included: JSON objects
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

    /** Leaves out what JMH derived. A column of the iterations that has the same values stands for them by its name. */
    private static void compact(JsonObject metric, JsonObject columns) {
        if (metric.has(RAW_HISTOGRAM)) {
            DERIVED.forEach(metric::remove);
        } else if (!values(metric).isEmpty()) {
            DERIVED.forEach(metric::remove);
            columns.keySet().stream()
                    .filter(name -> columns.get(name).isJsonArray())
                    .filter(name -> Iteration.measured(columns, name).equals(values(metric)))
                    .findFirst()
                    .ifPresent(name -> metric.addProperty(RAW_DATA, name));
        }
    }

    private static void expand(JsonObject metric, JsonElement columns) {
        if (metric.has(RAW_DATA) && metric.get(RAW_DATA).isJsonPrimitive()) {
            JsonArray forks = new JsonArray();
            forks.add(Iteration.measured(
                    columns.getAsJsonObject(), metric.get(RAW_DATA).getAsString()));
            metric.add(RAW_DATA, forks);
        }
    }

    private static Stream<JsonObject> metrics(JsonObject jmh) {
        return Stream.concat(
                Stream.of(jmh.getAsJsonObject("primaryMetric")),
                jmh.has("secondaryMetrics")
                        ? jmh.getAsJsonObject("secondaryMetrics").asMap().values().stream()
                                .map(JsonElement::getAsJsonObject)
                        : Stream.of());
    }

    /** The value of each iteration; none where JMH has only one of the whole fork. */
    public static JsonArray values(JsonObject metric) {
        JsonArray forks = metric.getAsJsonArray(RAW_DATA);
        return forks.isEmpty() ? forks : forks.get(0).getAsJsonArray();
    }

    /**
     * The fork of a line.
     *
     * @param line of a log, or what {@link #line} gives; the names of columns in it give way to their values
     * @throws RuntimeException when it lacks a part, or has one of the wrong kind
     */
    public static Fork of(JsonObject line) {
        Plain plain = GSON.fromJson(line, Plain.class);
        JsonObject jmh = jmh(line);
        Row row;
        try {
            row = new JmhRows(Path.of(""), false).row(jmh);
        } catch (BadFileException e) {
            throw new IllegalArgumentException(e);
        }
        return new Fork(
                row,
                jmh,
                plain.round,
                plain.side,
                plain.facts == null ? Map.of() : plain.facts,
                plain.warmUp,
                Map.of(),
                line.has(ITERATIONS) ? Iteration.of(line.getAsJsonObject(ITERATIONS)) : List.of());
    }

    /** The object of JMH in a line, where the names of columns have given way to their values. */
    static JsonObject jmh(JsonObject line) {
        JsonObject jmh = line.getAsJsonObject(JMH).deepCopy();
        metrics(jmh).forEach(metric -> expand(metric, line.get(ITERATIONS)));
        return jmh;
    }

    /** What makes its row the same in another file. */
    public RowKey key() {
        return row.key();
    }

    /** The unit of the scores. */
    public String unit() {
        return row.primary().unit();
    }

    /** Operations in a call of the benchmark method; 1 when JMH's object does not tell. */
    public int operationsPerInvocation() {
        return jmh.has(OPERATIONS) ? jmh.get(OPERATIONS).getAsInt() : 1;
    }

    /** The iterations that do not count. */
    public List<Iteration> warmUpIterations() {
        return iterations.stream().filter(Iteration::warmup).toList();
    }

    /** The iterations that count. */
    public List<Iteration> measured() {
        return iterations.stream().filter(iteration -> !iteration.warmup()).toList();
    }

    /** The iterations that count, but for the last of several, in which the benchmark is torn down too. */
    public List<Iteration> beforeTearDown() {
        List<Iteration> measured = measured();
        return measured.subList(0, Math.max(1, measured.size() - 1));
    }

    /** The scores of the iterations that count, those that are positive numbers. */
    public List<Double> scores() {
        return measured().stream()
                .map(Iteration::score)
                .filter(score -> score > 0 && score < Double.POSITIVE_INFINITY)
                .toList();
    }

    /** The same fork with some of its measured iterations. */
    public Fork with(List<Iteration> measured) {
        List<Iteration> some =
                Stream.concat(warmUpIterations().stream(), measured.stream()).toList();
        return new Fork(row, jmh, round, side, facts, warmUp, stacks, some);
    }

    /** The same fork with the stacks that its samples name. */
    public Fork withStacks(Map<Integer, String> named) {
        return new Fork(row, jmh, round, side, facts, warmUp, named, iterations);
    }

    /** Whether all its threads ran on one CPU. */
    public boolean isPinned() {
        return "ONE_CPU".equals(row.params().get("pinning"))
                || facts.getOrDefault("cpu", "").matches("\\d+") && !facts.containsKey("serverCpu");
    }
}
