package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.history.Change.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds the changes that most rows share. */
final class SharedChanges {
    private static final double MOST = 0.75;
    private static final int FEWEST_ROWS = 5;

    /** A small change is found at a neighbouring run in one row of four. */
    private static final int NEAR = 1;

    private SharedChanges() {}

    private record RowChange(RowKey row, Change change) {}

    static List<SharedChange> of(List<RowJudgement> rows) {
        List<SharedChange> shared = new ArrayList<>();
        for (boolean isSlower : new boolean[] {true, false}) {
            List<RowChange> changes = rows.stream()
                    .flatMap(row -> row.changes().stream().map(change -> new RowChange(row.key(), change)))
                    .filter(it ->
                            it.change().kind() == Kind.CONFIRMED && it.change().isSlower() == isSlower)
                    .collect(Collectors.toCollection(ArrayList::new));
            Map<Integer, Long> counts = changes.stream()
                    .collect(Collectors.groupingBy(it -> it.change().bad(), Collectors.counting()));
            counts.entrySet().stream()
                    .sorted(Map.Entry.<Integer, Long>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .map(Map.Entry::getKey)
                    .forEach(bad -> {
                        List<RowChange> near = changes.stream()
                                .filter(it -> Math.abs(it.change().bad() - bad) <= NEAR)
                                .toList();
                        long judged = rows.stream()
                                .filter(row ->
                                        row.stretches().stream().anyMatch(it -> it.first() <= bad && bad <= it.last()))
                                .count();
                        if (judged >= FEWEST_ROWS && near.size() >= MOST * judged) {
                            shared.add(shared(bad, near, (int) judged));
                            changes.removeAll(near);
                        }
                    });
        }
        return shared.stream().sorted(Comparator.comparing(SharedChange::bad)).toList();
    }

    private static SharedChange shared(int bad, List<RowChange> changes, int judged) {
        return new SharedChange(
                bad,
                Metric.median(
                        changes.stream().mapToDouble(it -> it.change().size()).toArray()),
                changes.stream().map(RowChange::row).toList(),
                judged);
    }
}
