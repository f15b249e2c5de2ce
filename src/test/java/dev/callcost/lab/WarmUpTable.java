package dev.callcost.lab;

import dev.callcost.results.EstimateText;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import dev.callcost.results.Trend;
import dev.callcost.results.Undisturbed;
import dev.callcost.run.warning.RunRecord;
import dev.callcost.run.warning.RunRecord.RecordedFork;
import dev.callcost.run.warning.RunRecord.RecordedWarmUp;
import dev.callcost.text.Grid;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How the forks of a run warmed up until they were warm, from its log, as Markdown. */
final class WarmUpTable {
    private WarmUpTable() {}

    /**
     * A line a row: for how long its forks warmed up, what each waited for last, how many were warm, and how their scores moved while they
     * were measured.
     *
     * @throws IllegalArgumentException when no fork of the run warmed up until it was warm
     */
    static String markdown(ResultsFile file) {
        Map<RowKey, List<RecordedFork>> forks = forks(file);
        Grid grid = new Grid()
                .left("row")
                .right("forks")
                .right("seconds, median", "range")
                .left("waited for, forks");
        grid.right("warm").right("moved while measured");
        for (Row row : Undisturbed.of(file.rows()).rows()) {
            List<RecordedWarmUp> warmUps =
                    forks.getOrDefault(new RowKey(row.benchmark(), row.mode(), row.params()), List.of()).stream()
                            .map(RecordedFork::warmUp)
                            .toList();
            if (!warmUps.isEmpty()) {
                double[] seconds = warmUps.stream()
                        .mapToDouble(RecordedWarmUp::seconds)
                        .sorted()
                        .toArray();
                grid.row(
                        row.label(),
                        String.valueOf(warmUps.size()),
                        tenths(Metric.median(seconds)),
                        tenths(seconds[0]) + "-" + tenths(seconds[seconds.length - 1]),
                        waitedFor(warmUps),
                        String.valueOf(
                                warmUps.stream().filter(RecordedWarmUp::warm).count()),
                        Trend.of(row)
                                .map(trend -> EstimateText.change(Math.exp(trend.change())))
                                .orElse(""));
            }
        }
        return "Seconds of running until a fork was warm; its score then, from the first to the last third of the measured"
                + " iterations, mean over forks\n\n" + grid.markdown();
    }

    /** What was met last, and by how many forks. */
    private static String waitedFor(List<RecordedWarmUp> warmUps) {
        Map<String, Long> counts = warmUps.stream()
                .collect(Collectors.groupingBy(RecordedWarmUp::waitedFor, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String tenths(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    private static Map<RowKey, List<RecordedFork>> forks(ResultsFile file) {
        List<RecordedFork> recorded =
                RunRecord.beside(file).map(RunRecord::forks).orElse(List.of());
        Map<RowKey, List<RecordedFork>> forks = recorded.stream()
                .filter(fork -> fork.warmUp() != null)
                .collect(Collectors.groupingBy(RecordedFork::key));
        if (forks.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " has a log of no fork that warmed up until it was warm");
        }
        return forks;
    }
}
