package dev.callcost.compare;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.callcost.results.Metric;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The lines of a session's file. */
public final class SessionLines {
    static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private static final String BYTES_PER_OP = "gc.alloc.rate.norm";
    private static final String BYTES = "B/op";

    private SessionLines() {}

    /** One side's fork. */
    private record Fork(
            int threads,
            Map<String, String> params,
            String unit,
            List<Double> scores,
            List<Double> bytesPerOp,
            Map<String, String> settings) {

        static Fork of(Row row) {
            return new Fork(
                    row.threads(),
                    row.params(),
                    row.primary().unit(),
                    row.primary().forks().get(0),
                    row.bytesPerOp()
                            .map(metric -> metric.forks().get(0).stream()
                                    .filter(Double::isFinite)
                                    .toList())
                            .orElse(null),
                    row.settings());
        }

        Row row(RowKey key) {
            if (scores.isEmpty() || !scores.stream().allMatch(score -> score > 0 && Double.isFinite(score))) {
                throw new IllegalArgumentException("has a score that is not a positive number");
            }
            SortedMap<String, Metric> secondary = bytesPerOp == null
                    ? Collections.emptySortedMap()
                    : new TreeMap<>(Map.of(BYTES_PER_OP, new Metric(BYTES, List.of(bytesPerOp))));
            return new Row(
                    key.benchmark(),
                    key.mode(),
                    threads,
                    new TreeMap<>(params),
                    new Metric(unit.strip(), List.of(scores)),
                    secondary,
                    new TreeMap<>(settings));
        }
    }

    private record PairLine(
            RowKey row,
            boolean burnIn,
            boolean headFirst,
            boolean inTurns,
            Fork base,
            Fork head,
            String setAside,
            Double extraWork,
            JsonObject machine) {}

    /** What is read of {@code machine}. */
    private record Watch(String start, String end) {}

    /**
     * The first line.
     *
     * @param more what else is worth keeping, by name
     */
    public static String header(Session.Header header, Map<String, ?> more) {
        JsonObject line = line("session", header);
        more.forEach((name, value) -> line.add(name, GSON.toJsonTree(value)));
        return GSON.toJson(line) + "\n";
    }

    /**
     * A pair's line.
     *
     * @param extraWork the share of time that more work took in head's fork, of the time without it; empty when there was none
     * @param machine what the machine did meanwhile, and from {@code start} to {@code end} when it was
     */
    public static String pair(Pair pair, Optional<Double> extraWork, JsonObject machine) {
        return GSON.toJson(line(
                        "pair",
                        new PairLine(
                                pair.row(),
                                pair.burnIn(),
                                pair.headFirst(),
                                pair.inTurns(),
                                Fork.of(pair.base()),
                                Fork.of(pair.head()),
                                pair.setAside().orElse(null),
                                extraWork.orElse(null),
                                machine)))
                + "\n";
    }

    /**
     * The line of a fork that failed.
     *
     * @param output the last lines that its process wrote
     */
    public static String failed(Loss loss, List<String> output) {
        JsonObject line = line("failed", loss);
        line.add("output", GSON.toJsonTree(output));
        return GSON.toJson(line) + "\n";
    }

    /** The line of a row that a side cannot run on this machine. */
    public static String skipped(Loss loss) {
        return GSON.toJson(line("skipped", loss)) + "\n";
    }

    private static JsonObject line(String type, Object content) {
        JsonObject line = new JsonObject();
        line.addProperty("type", type);
        GSON.toJsonTree(content)
                .getAsJsonObject()
                .entrySet()
                .forEach(member -> line.add(member.getKey(), member.getValue()));
        return line;
    }

    /**
     * Reads a pair's line back.
     *
     * @throws RuntimeException when a part is missing or of the wrong kind
     */
    static Pair pair(JsonObject line) {
        PairLine pair = GSON.fromJson(line, PairLine.class);
        return new Pair(
                pair.row,
                pair.burnIn,
                pair.headFirst,
                pair.inTurns,
                pair.base.row(pair.row),
                pair.head.row(pair.row),
                Optional.ofNullable(pair.setAside));
    }

    /**
     * How long a pair took; empty when its line does not say.
     *
     * @throws RuntimeException when the line has no times where they should be
     */
    static Optional<Duration> time(JsonObject line) {
        Watch watch = GSON.fromJson(line.get("machine"), Watch.class);
        return watch == null || watch.start == null || watch.end == null
                ? Optional.empty()
                : Optional.of(Duration.between(Instant.parse(watch.start), Instant.parse(watch.end)));
    }
}
