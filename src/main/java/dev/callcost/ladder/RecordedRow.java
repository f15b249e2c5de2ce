package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.ladder.RunRecord.RecordedFork;
import dev.callcost.ladder.RunRecord.RecordedIteration;
import dev.callcost.stats.Contention;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A row and its measured forks.
 *
 * @param row the row as a results file would have it, without secondary metrics and settings; threads are not told and count as 1
 * @param forks the forks in the order they ran, each with a score that is a positive number; they are those of the row's metric
 */
record RecordedRow(Row row, List<RecordedFork> forks) {
    /** The row of some forks, at least one. */
    static RecordedRow of(List<RecordedFork> forks) {
        RecordedFork first = forks.get(0);
        List<List<Double>> scores = forks.stream().map(RecordedFork::scores).toList();
        return new RecordedRow(
                new Row(
                        first.benchmark(),
                        first.mode(),
                        1,
                        new TreeMap<>(first.params()),
                        new Metric(first.unit(), scores),
                        Collections.emptySortedMap(),
                        Collections.emptySortedMap()),
                forks);
    }

    /**
     * The rows of one run without contended iterations ({@link Contention}); rows without a fork that is left are excluded.
     */
    static List<RecordedRow> uncontended(List<RecordedRow> rows) {
        Contention contention = Contention.of(rows.stream()
                .flatMap(row -> row.forks.stream())
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(RecordedIteration::canaryNanos));
        return rows.stream()
                .map(row -> row.forks.stream()
                        .flatMap(fork -> uncontended(fork, contention))
                        .toList())
                .filter(forks -> !forks.isEmpty())
                .map(RecordedRow::of)
                .toList();
    }

    /** A fork without contended iterations; none when too few are left. A fork without a canary keeps all. */
    private static Stream<RecordedFork> uncontended(RecordedFork fork, Contention contention) {
        if (fork.measured().stream().noneMatch(iteration -> iteration.canaryNanos() > 0)) {
            return Stream.of(fork);
        }
        return Stream.of(fork.with(contention.excludedFrom(fork.measured(), RecordedIteration::canaryNanos)))
                .filter(it -> it.scores().size() >= Contention.FEWEST_ITERATIONS);
    }

    /** How the reports call it. */
    String label() {
        return row.label();
    }

    /**
     * The logarithm of the time that an operation took, by the median of scores of this row. Only differences mean anything.
     *
     * @param scores positive numbers, at least one
     */
    double logTime(List<Double> scores) {
        Metric metric = new Metric(row.primary().unit(), List.of(scores));
        double log = metric.estimate().logMean();
        return metric.isThroughput() ? -log : log;
    }
}
