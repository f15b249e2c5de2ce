package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A change that at least three quarters of the rows share: the machine, the JDK, or what all rows use.
 *
 * @param bad index of the run at which most of them change
 * @param size the median of their changes, as a logarithm
 * @param of number of rows that were judged at this run
 */
public record SharedChange(int bad, double size, List<RowKey> rows, int of) {
    private static final double MOST = 0.75;
    private static final int FEWEST_ROWS = 5;

    /** A small change is found at a neighbouring run in one row of four. */
    private static final int NEAR = 1;

    private record RowChange(RowKey row, int bad, double size) {}

    /** By run. */
    static List<SharedChange> in(List<RowJudgement> rows) {
        List<RowChange> changes = rows.stream()
                .flatMap(row -> row.changes().stream()
                        .filter(it -> it.kind() == Kind.CONFIRMED)
                        .map(it -> new RowChange(row.key(), it.bad(), it.size())))
                .toList();
        List<SharedChange> shared = new ArrayList<>();
        changes.stream()
                .collect(Collectors.partitioningBy(it -> it.size > 0))
                .values()
                .forEach(alike -> shared.addAll(of(new ArrayList<>(alike), rows)));
        return shared.stream()
                .sorted(Comparator.comparing(SharedChange::bad).thenComparing(it -> -it.size))
                .toList();
    }

    /** @param changes in one direction */
    private static List<SharedChange> of(List<RowChange> changes, List<RowJudgement> rows) {
        List<SharedChange> shared = new ArrayList<>();
        Map<Integer, Long> counts =
                changes.stream().collect(Collectors.groupingBy(RowChange::bad, Collectors.counting()));
        counts.keySet().stream()
                .sorted(Comparator.comparing((Integer bad) -> -counts.get(bad)).thenComparing(bad -> bad))
                .forEach(bad -> {
                    List<RowChange> near = changes.stream()
                            .filter(it -> Math.abs(it.bad - bad) <= NEAR)
                            .toList();
                    int judged = (int) rows.stream()
                            .filter(row ->
                                    row.stretches().stream().anyMatch(it -> it.first() <= bad && bad <= it.last()))
                            .count();
                    if (judged >= FEWEST_ROWS && near.size() >= MOST * judged) {
                        shared.add(new SharedChange(
                                bad,
                                Metric.median(near.stream()
                                        .mapToDouble(RowChange::size)
                                        .toArray()),
                                near.stream().map(RowChange::row).toList(),
                                judged));
                        changes.removeAll(near);
                    }
                });
        return shared;
    }

    /** Whether a change of a row is part of this one. */
    boolean holds(RowKey row, Change change) {
        return rows.contains(row) && change.isSlower() == size > 0 && Math.abs(change.bad() - bad) <= NEAR;
    }
}
