package dev.callcost.lab;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.callcost.results.EstimateText;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.results.Trend;
import dev.callcost.text.Grid;
import dev.callcost.text.JsonLines;
import dev.callcost.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the forks of a run warmed up until they were warm, from its log, as Markdown. */
final class WarmUpTable {
    private static final double NANOS_PER_SECOND = 1e9;

    private WarmUpTable() {}

    /**
     * A line a row: for how long its forks warmed up, what each waited for last, how many were warm, and how their scores moved while they
     * were measured.
     *
     * @throws IllegalArgumentException when no fork of the run warmed up until it was warm
     */
    static String markdown(ResultsFile file) {
        Map<RowKey, List<JsonObject>> forks = forks(file);
        Grid grid = new Grid()
                .left("row")
                .right("forks")
                .right("seconds, median", "range")
                .left("waited for, forks");
        grid.right("warm").right("moved while measured");
        for (Row row : file.rows()) {
            List<JsonObject> warmUps =
                    forks.getOrDefault(new RowKey(row.benchmark(), row.mode(), row.params()), List.of()).stream()
                            .map(fork -> fork.getAsJsonObject("warmUp"))
                            .toList();
            if (!warmUps.isEmpty()) {
                double[] seconds = warmUps.stream()
                        .mapToDouble(warmUp -> warmUp.get("seconds").getAsDouble())
                        .sorted()
                        .toArray();
                grid.row(
                        row.label(),
                        String.valueOf(warmUps.size()),
                        tenths(Metric.median(seconds)),
                        tenths(seconds[0]) + "-" + tenths(seconds[seconds.length - 1]),
                        waitedFor(warmUps),
                        String.valueOf(warmUps.stream()
                                .filter(warmUp -> warmUp.get("warm").getAsBoolean())
                                .count()),
                        Trend.of(row)
                                .map(trend -> EstimateText.change(Math.exp(trend.change())))
                                .orElse(""));
            }
        }
        return "Seconds of running until a fork was warm; its score then, from the first to the last third of the measured"
                + " iterations, mean over forks\n\n" + grid.markdown();
    }

    /** The median score of each second of every fork, and after a bar those of the measured ones. */
    static String curves(ResultsFile file) {
        StringBuilder text = new StringBuilder("Median of each second running; in bold the first that was measured\n");
        Map<RowKey, List<JsonObject>> forks = forks(file);
        for (Row row : file.rows()) {
            List<List<String>> columns =
                    forks.getOrDefault(new RowKey(row.benchmark(), row.mode(), row.params()), List.of()).stream()
                            .map(WarmUpTable::bySecond)
                            .toList();
            if (!columns.isEmpty()) {
                text.append("\n")
                        .append(row.label())
                        .append(", ")
                        .append(row.primary().unit())
                        .append(":\n\n");
                Grid grid = new Grid().right("second");
                IntStream.rangeClosed(1, columns.size()).forEach(fork -> grid.right("fork " + fork));
                int most = columns.stream().mapToInt(List::size).max().orElseThrow();
                for (int second = 0; second < most; second++) {
                    List<String> cells = new ArrayList<>(List.of(String.valueOf(second + 1)));
                    for (List<String> column : columns) {
                        cells.add(second < column.size() ? column.get(second) : "");
                    }
                    grid.row(cells.toArray(String[]::new));
                }
                text.append(grid.markdown());
            }
        }
        return text.toString();
    }

    private static List<String> bySecond(JsonObject fork) {
        List<String> seconds = new ArrayList<>();
        for (boolean isWarmUp : List.of(true, false)) {
            List<Double> scores = new ArrayList<>();
            double nanos = 0;
            boolean isFirst = !isWarmUp;
            for (JsonElement each : fork.getAsJsonArray("iterations")) {
                JsonObject iteration = each.getAsJsonObject();
                if (iteration.get("warmup").getAsBoolean() == isWarmUp) {
                    scores.add(iteration.get("score").getAsDouble());
                    nanos += iteration.get("nanos").getAsDouble();
                    if (nanos >= NANOS_PER_SECOND) {
                        seconds.add(median(scores, isFirst));
                        isFirst = false;
                        scores.clear();
                        nanos = 0;
                    }
                }
            }
        }
        return seconds;
    }

    private static String median(List<Double> scores, boolean isBold) {
        String text = Numbers.significant(
                Metric.median(scores.stream().mapToDouble(Double::doubleValue).toArray()));
        return isBold ? "**" + text + "**" : text;
    }

    /** What was met last, and by how many forks. */
    private static String waitedFor(List<JsonObject> warmUps) {
        Map<String, Long> counts = warmUps.stream()
                .map(warmUp -> warmUp.getAsJsonObject("unmetUntil").entrySet().stream()
                        .max(Comparator.comparingDouble(
                                condition -> condition.getValue().getAsDouble()))
                        .orElseThrow()
                        .getKey())
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String tenths(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static Map<RowKey, List<JsonObject>> forks(ResultsFile file) {
        Path log = ResultsFile.beside(file.path(), ResultsFile.LOG);
        Map<RowKey, List<JsonObject>> forks = new LinkedHashMap<>();
        new JsonLines(log, "the log of a run").read(line -> {
            if (line.has("warmUp")) {
                Map<String, String> params = new TreeMap<>();
                line.getAsJsonObject("params").asMap().forEach((name, value) -> params.put(name, value.getAsString()));
                RowKey key = new RowKey(
                        line.get("benchmark").getAsString(), line.get("mode").getAsString(), params);
                forks.computeIfAbsent(key, it -> new ArrayList<>()).add(line);
            }
        });
        if (forks.isEmpty()) {
            throw new IllegalArgumentException(log + " holds no fork that warmed up until it was warm");
        }
        return forks;
    }
}
