package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Contention;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row and its measured forks.
 *
 * @param row the row as a results file would have it, with the scores of all forks and the rest of the first
 * @param forks the forks in the order they ran, each with a score that is a positive number; they are those of the row's metric
 */
record RecordedRow(Row row, List<Fork> forks) {
    /** The row of some forks, at least one. */
    static RecordedRow of(List<Fork> forks) {
        List<List<Double>> scores = forks.stream().map(Fork::scores).toList();
        Row first = forks.get(0).row();
        return new RecordedRow(first.with(new Metric(first.primary().unit(), scores)), forks);
    }

    /** The rows in the order in which they first ran; forks without a score that is a positive number are left out. */
    static List<RecordedRow> all(List<Fork> forks) {
        return forks.stream()
                .filter(fork -> !fork.scores().isEmpty())
                .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(RecordedRow::of)
                .toList();
    }

    /**
     * The rows of one run without contended iterations ({@link Contention}); rows without a fork that is left are excluded.
     */
    static List<RecordedRow> uncontended(List<RecordedRow> rows) {
        Contention contention = Contention.of(rows.stream()
                .flatMap(row -> row.forks.stream())
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(Iteration::canaryNanos));
        return rows.stream()
                .map(row -> row.forks.stream()
                        .flatMap(fork -> uncontended(fork, contention))
                        .toList())
                .filter(forks -> !forks.isEmpty())
                .map(RecordedRow::of)
                .toList();
    }

    /** A fork without contended iterations; none when too few are left. A fork without a canary keeps all. */
    private static Stream<Fork> uncontended(Fork fork, Contention contention) {
        if (fork.measured().stream().noneMatch(iteration -> iteration.canaryNanos() > 0)) {
            return Stream.of(fork);
        }
        return Stream.of(fork.with(contention.excludedFrom(fork.measured(), Iteration::canaryNanos)))
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
