package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Scatter;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Uncontended;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.inference.OneWayAnova;

/** How the forks of a run warmed up until they were warm, from its log, as Markdown. */
final class WarmUpTable {
    private WarmUpTable() {}

    /** What is told of some forks: their warm-up, and by how much, as logarithms, their times changed after that. */
    private record Forks(String name, boolean onSeveralCpus, List<Fork.WarmUp> warmUps, List<Double> changes) {

        static Forks all(List<Forks> rows) {
            return new Forks(
                    "all rows",
                    rows.stream().anyMatch(Forks::onSeveralCpus),
                    rows.stream().flatMap(row -> row.warmUps.stream()).toList(),
                    rows.stream().flatMap(row -> row.changes.stream()).toList());
        }

        void addTo(Grid grid, String median, String range) {
            grid.row(
                    name,
                    String.valueOf(warmUps.size()),
                    median,
                    range,
                    waitedFor(warmUps),
                    String.valueOf(warmUps.stream().filter(Fork.WarmUp::warm).count()),
                    changes.isEmpty() ? "" : moved());
        }

        private String moved() {
            Estimate change = Estimate.ofLogs(changes);
            return (EstimateText.change(change) + " " + EstimateText.changes(change.low(), change.high())).strip();
        }
    }

    /**
     * A line a row: for how long its forks warmed up, what each waited for last, how many were warm, and how their times moved while they
     * were measured; at the end the same of all rows together, where there are several, and below, of those on one CPU, whether rows moved by
     * different amounts: an analysis of variance over forks, as no row has forks enough to tell by itself that it stood still.
     */
    static String markdown(ResultsFile file) {
        Map<RowKey, List<Fork>> forks = forks(file);
        Grid grid = new Grid()
                .left("row")
                .right("forks")
                .right("seconds, median", "range")
                .left("waited for, forks");
        grid.right("warm").right("moved while measured");
        List<Forks> rows = Uncontended.of(file.rows()).rows().stream()
                .filter(row -> forks.containsKey(row.key()))
                .map(row -> new Forks(
                        row.label(),
                        Scatter.of(row).onSeveralCpus(),
                        forks.get(row.key()).stream().map(Fork::warmUp).toList(),
                        changes(row)))
                .toList();
        for (Forks row : rows) {
            double[] seconds = row.warmUps.stream()
                    .mapToDouble(Fork.WarmUp::seconds)
                    .sorted()
                    .toArray();
            row.addTo(
                    grid,
                    tenths(Metric.median(seconds)),
                    tenths(seconds[0]) + "-" + tenths(seconds[seconds.length - 1]));
        }
        if (rows.size() > 1) {
            Forks.all(rows).addTo(grid, "", "");
        }
        return "Seconds of running until a fork was warm; by how much its time changed then, from the first to the last third of the"
                + " measured iterations: mean over forks, 99 % interval (Student's t)\n\n" + grid.markdown()
                + alike(rows);
    }

    /** From the first to the last third of each fork, as logarithms; none where one has fewer than three iterations. */
    private static List<Double> changes(Row row) {
        List<List<Double>> thirds = Trend.thirds(row);
        return thirds.stream().anyMatch(List::isEmpty)
                ? List.of()
                : thirds.stream().map(Trend::change).toList();
    }

    private static String alike(List<Forks> rows) {
        List<Forks> pinned = rows.stream()
                .filter(row -> !row.onSeveralCpus && row.changes.size() > 1)
                .toList();
        if (pinned.size() < 2) {
            return "";
        }
        List<double[]> changes = pinned.stream()
                .map(row ->
                        row.changes.stream().mapToDouble(Double::doubleValue).toArray())
                .toList();
        OneWayAnova rowsApart = new OneWayAnova();
        return "\nThe " + pinned.size() + " rows on one CPU moved by "
                + Forks.all(pinned).moved()
                + " together. If all move alike, F is about 1: F = "
                + Numbers.significant(rowsApart.anovaFValue(changes), 2) + ", p = "
                + Numbers.significant(rowsApart.anovaPValue(changes), 2) + " (analysis of variance over forks)\n";
    }

    /** What was met last, and by how many forks. */
    private static String waitedFor(List<Fork.WarmUp> warmUps) {
        Map<String, Long> counts = warmUps.stream()
                .collect(Collectors.groupingBy(Fork.WarmUp::waitedFor, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String tenths(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static Map<RowKey, List<Fork>> forks(ResultsFile file) {
        List<Fork> recorded = Log.forks(file);
        Map<RowKey, List<Fork>> forks =
                recorded.stream().filter(fork -> fork.warmUp() != null).collect(Collectors.groupingBy(Fork::key));
        if (forks.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " has a log of no fork that warmed up until it was warm");
        }
        return forks;
    }
}
