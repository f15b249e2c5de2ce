package dev.callcost.data;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Lines of logs of forks that never ran. */
public final class LogLines {
    /** The first line of a run. */
    public static final String RUN = Log.first(Log.Command.RUN, new JsonObject());

    private static final Gson GSON = new Gson();

    private LogLines() {}

    /** The lines of a type in a log. */
    public static List<JsonObject> read(Path log, String type) throws IOException {
        return Files.readAllLines(log).stream()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .filter(line -> line.get("type").getAsString().equals(type))
                .toList();
    }

    /** JMH's object of a fork with a score an iteration. */
    public static JsonObject jmh(RowKey row, String unit, List<?> scores) {
        JsonObject jmh = GSON.toJsonTree(row).getAsJsonObject();
        jmh.addProperty("threads", row.threads() == null ? 1 : row.threads());
        jmh.add("primaryMetric", metric(unit, scores));
        jmh.add("secondaryMetrics", new JsonObject());
        return jmh;
    }

    /** One of its metrics. */
    public static JsonObject metric(String unit, List<?> scores) {
        JsonObject metric = new JsonObject();
        metric.addProperty("scoreUnit", unit);
        metric.add("rawData", GSON.toJsonTree(List.of(scores)));
        return metric;
    }

    /** The line of a fork whose warm-up had a fixed length, see the other. */
    public static String fork(RowKey row, String unit, int round, Map<String, String> facts, List<String> iterations) {
        return fork(row, unit, round, facts, Optional.empty(), iterations);
    }

    /** A fork's line, whose scores are those of its measured iterations. */
    public static String fork(
            RowKey row,
            String unit,
            int round,
            Map<String, String> facts,
            Optional<String> warmUp,
            List<String> iterations) {
        JsonArray scores = new JsonArray();
        iterations.stream()
                .map(text -> JsonParser.parseString(text).getAsJsonObject())
                .filter(iteration -> !iteration.get("warmup").getAsBoolean())
                .forEach(iteration -> scores.add(iteration.get("score")));
        JsonObject line = new JsonObject();
        line.addProperty("round", round);
        ForkLine.of(jmh(row, unit, scores.asList()), facts, OptionalLong.empty(), warmUp, iterations)
                .asMap()
                .forEach(line::add);
        return Log.line(Log.FORK, line);
    }
}
