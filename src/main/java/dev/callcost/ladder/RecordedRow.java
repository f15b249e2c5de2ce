package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.ladder.RunRecord.RecordedFork;
import dev.callcost.ladder.RunRecord.RecordedIteration;
import dev.callcost.stats.Undisturbed;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
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
     * The rows of one run without iterations that were disturbed, as the ladder leaves them out ({@link Undisturbed}); rows of which nothing is
     * left are gone.
     */
    static List<RecordedRow> undisturbed(List<RecordedRow> rows) {
        OptionalDouble limit = Undisturbed.limit(rows.stream()
                .flatMap(row -> row.forks.stream())
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(RecordedIteration::canaryNanos)
                .filter(nanos -> nanos > 0)
                .toArray());
        return limit.isEmpty()
                ? rows
                : rows.stream()
                        .map(row -> row.forks.stream()
                                .flatMap(fork -> undisturbed(fork, limit.getAsDouble()))
                                .toList())
                        .filter(forks -> !forks.isEmpty())
                        .map(RecordedRow::of)
                        .toList();
    }

    /** A fork without disturbed iterations; none when too few are left. One without a canary is as it was. */
    private static Stream<RecordedFork> undisturbed(RecordedFork fork, double limit) {
        if (fork.measured().stream().noneMatch(iteration -> iteration.canaryNanos() > 0)) {
            return Stream.of(fork);
        }
        RecordedFork undisturbed = fork.with(fork.measured().stream()
                .filter(iteration -> iteration.canaryNanos() <= limit)
                .toList());
        return Stream.of(undisturbed).filter(it -> it.scores().size() >= Undisturbed.FEWEST_ITERATIONS);
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
