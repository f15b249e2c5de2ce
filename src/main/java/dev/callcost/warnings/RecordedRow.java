package dev.callcost.warnings;

import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Contention;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of a log and its measured forks.
 *
 * @param row the row as a results file would have it, with the scores of all forks and the rest of the first
 * @param forks the forks in the order they ran, at least one, each with a score that is a positive number
 */
record RecordedRow(Row row, List<Fork> forks) {
    private static RecordedRow of(List<Fork> forks) {
        List<List<Double>> scores = forks.stream().map(Fork::scores).toList();
        Row first = forks.get(0).row();
        return new RecordedRow(first.with(new Metric(first.primary().unit(), scores)), forks);
    }

    /** The rows in the order in which they first ran; forks without a score that is a positive number are left out. */
    static List<RecordedRow> all(Collection<Fork> forks) {
        Map<RowKey, List<Fork>> rows = new LinkedHashMap<>();
        forks.stream()
                .filter(fork -> !fork.scores().isEmpty())
                .forEach(fork -> rows.computeIfAbsent(fork.key(), it -> new ArrayList<>())
                        .add(fork));
        return rows.values().stream().map(RecordedRow::of).toList();
    }

    /**
     * The rows of one run without contended iterations; forks that have too few others are left out, and rows without a fork. A fork without a canary
     * keeps all.
     */
    static List<RecordedRow> uncontended(List<RecordedRow> rows) {
        List<Fork> all = rows.stream().flatMap(row -> row.forks.stream()).toList();
        Contention contention = Contention.of(all);
        List<Fork> rest = new ArrayList<>();
        for (Fork fork : all) {
            Fork uncontended = contention.excludedFrom(fork);
            if (!hasCanary(fork) || uncontended.scores().size() >= Contention.FEWEST_ITERATIONS) {
                rest.add(uncontended);
            }
        }
        return all(rest);
    }

    private static boolean hasCanary(Fork fork) {
        return fork.measured().stream().anyMatch(iteration -> iteration.canaryNanos() > 0);
    }

    String label() {
        return row.label();
    }
}
