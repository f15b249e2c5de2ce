package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    static List<SharedChange> in(List<RowHistory> rows) {
        return Stream.of(true, false)
                .flatMap(isSlower -> in(rows, isSlower).stream())
                .sorted(Comparator.comparing(SharedChange::bad).thenComparing(it -> -it.size))
                .toList();
    }

    private static List<SharedChange> in(List<RowHistory> rows, boolean isSlower) {
        List<RowChange> changes = rows.stream()
                .flatMap(row -> row.changes().stream()
                        .filter(it -> it.kind() == Kind.CONFIRMED && it.isSlower() == isSlower)
                        .map(it -> new RowChange(row.key(), it.bad(), it.size())))
                .collect(Collectors.toCollection(ArrayList::new));
        Map<Integer, Long> counts =
                changes.stream().collect(Collectors.groupingBy(RowChange::bad, TreeMap::new, Collectors.counting()));
        List<Integer> runs = new ArrayList<>(counts.keySet());
        runs.sort(Comparator.comparing(bad -> -counts.get(bad)));
        List<SharedChange> shared = new ArrayList<>();
        for (int bad : runs) {
            List<RowChange> near = changes.stream()
                    .filter(it -> Math.abs(it.bad - bad) <= NEAR)
                    .toList();
            int judged = (int) rows.stream().filter(row -> row.isJudgedAt(bad)).count();
            if (judged >= FEWEST_ROWS && near.size() >= MOST * judged) {
                double size =
                        Metric.median(near.stream().mapToDouble(RowChange::size).toArray());
                shared.add(new SharedChange(
                        bad, size, near.stream().map(RowChange::row).toList(), judged));
                changes.removeAll(near);
            }
        }
        return shared;
    }

    boolean holds(RowKey row, Change change) {
        return rows.contains(row) && change.isSlower() == size > 0 && Math.abs(change.bad() - bad) <= NEAR;
    }
}
