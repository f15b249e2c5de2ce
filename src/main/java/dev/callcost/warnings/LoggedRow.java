package dev.callcost.warnings;

import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
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
record LoggedRow(Row row, List<Fork> forks) {
    private static LoggedRow of(List<Fork> forks) {
        List<List<Double>> scores = forks.stream().map(Fork::scores).toList();
        Row first = forks.get(0).row();
        return new LoggedRow(first.with(new Metric(first.primary().unit(), scores)), forks);
    }

    /** The rows in the order in which they first ran; forks without a score that is a positive number are left out. */
    static List<LoggedRow> all(Collection<Fork> forks) {
        Map<RowKey, List<Fork>> rows = new LinkedHashMap<>();
        forks.stream()
                .filter(fork -> !fork.scores().isEmpty())
                .forEach(fork -> rows.computeIfAbsent(fork.key(), it -> new ArrayList<>())
                        .add(fork));
        return rows.values().stream().map(LoggedRow::of).toList();
    }

    String label() {
        return row.label();
    }
}
