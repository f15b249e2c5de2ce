package dev.callcost.ladder;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Undisturbed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
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
     * The rows of one run without iterations that were disturbed, as the ladder leaves them out ({@link Undisturbed}); rows of which nothing is
     * left are gone.
     */
    static List<RecordedRow> undisturbed(List<RecordedRow> rows) {
        OptionalDouble limit = Undisturbed.limit(rows.stream()
                .flatMap(row -> row.forks.stream())
                .flatMap(fork -> fork.measured().stream())
                .mapToDouble(Iteration::canaryNanos)
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
    private static Stream<Fork> undisturbed(Fork fork, double limit) {
        if (fork.measured().stream().noneMatch(iteration -> iteration.canaryNanos() > 0)) {
            return Stream.of(fork);
        }
        Fork undisturbed = fork.with(fork.measured().stream()
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
