package dev.callcost.data;

import dev.callcost.data.CountedWork.WorkChange;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the rows of a results file do more or less than in an earlier one, exactly and without statistics.
 *
 * @param steps of each row whose counts compare; none where the work is the same
 * @param reasons why the counts of other rows do not compare, and of how many
 */
public record WorkChanges(SortedMap<RowKey, List<WorkStep>> steps, SortedMap<String, Integer> reasons) {
    /** Of the rows that both files have counts of. */
    public static WorkChanges of(ResultsFile before, ResultsFile after) {
        SortedMap<RowKey, List<WorkStep>> steps = new TreeMap<>(RowKey.BY_LABEL.thenComparing(RowKey::fullLabel));
        SortedMap<String, Integer> reasons = new TreeMap<>();
        for (Row row : before.rows()) {
            Optional<CountedWork> base = CountedWork.of(row);
            Optional<CountedWork> head = after.rows().stream()
                    .filter(it -> base.isPresent() && it.key().equals(row.key()))
                    .findFirst()
                    .flatMap(CountedWork::of);
            if (head.isPresent()) {
                WorkChange change = base.orElseThrow().to(head.get());
                change.reason()
                        .ifPresentOrElse(
                                reason -> reasons.merge(reason, 1, Integer::sum),
                                () -> steps.put(row.key(), change.steps()));
            }
        }
        return new WorkChanges(steps, reasons);
    }

    /** Whether no row has counts in both files. */
    public boolean isEmpty() {
        return steps.isEmpty() && reasons.isEmpty();
    }

    /** A line for each reason. */
    public List<String> notes() {
        return reasons.entrySet().stream()
                .map(it -> Sections.count(it.getValue(), "row") + ": " + it.getKey())
                .toList();
    }

    /** {@code the work of 3 rows does not compare: counted on JDK 17 and 25}. */
    public static String note(int rows, String reason) {
        return "the work of " + Sections.count(rows, "row") + " does not compare: " + reason;
    }
}
