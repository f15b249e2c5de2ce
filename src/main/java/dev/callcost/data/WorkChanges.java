package dev.callcost.data;

import dev.callcost.data.CountedWork.WorkChange;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the rows of results files do more or less than in earlier ones, exactly and without statistics.
 *
 * @param steps of each row whose counts compare; none where the work is the same
 * @param reasons why the counts of other rows do not compare, and of how many
 */
public record WorkChanges(SortedMap<RowKey, List<WorkStep>> steps, SortedMap<String, Integer> reasons) {
    private static final String UNLIKE = "the files of a side have different counts";

    /**
     * Of the rows that both sides have counts of.
     *
     * @param before one file, or several of one build, whose counts of a row compare where all are the same
     */
    public static WorkChanges of(List<ResultsFile> before, List<ResultsFile> after) {
        SortedMap<RowKey, List<WorkStep>> steps = new TreeMap<>(RowKey.BY_LABEL.thenComparing(RowKey::fullLabel));
        SortedMap<String, Integer> reasons = new TreeMap<>();
        Map<RowKey, List<CountedWork>> head = counted(after);
        counted(before).forEach((row, base) -> {
            if (head.containsKey(row)) {
                WorkChange change = change(base, head.get(row));
                change.reason()
                        .ifPresentOrElse(
                                reason -> reasons.merge(reason, 1, Integer::sum), () -> steps.put(row, change.steps()));
            }
        });
        return new WorkChanges(steps, reasons);
    }

    private static Map<RowKey, List<CountedWork>> counted(List<ResultsFile> files) {
        Map<RowKey, List<CountedWork>> counted = new LinkedHashMap<>();
        files.stream()
                .flatMap(file -> file.rows().stream())
                .forEach(row -> CountedWork.of(row)
                        .ifPresent(work -> counted.computeIfAbsent(row.key(), it -> new ArrayList<>())
                                .add(work)));
        return counted;
    }

    private static WorkChange change(List<CountedWork> base, List<CountedWork> head) {
        return Stream.of(base, head)
                .flatMap(side -> side.stream().skip(1).map(side.get(0)::to))
                .filter(it -> it.reason().isPresent() || !it.steps().isEmpty())
                .findFirst()
                .map(it -> it.reason().isPresent() ? it : new WorkChange(Optional.of(UNLIKE), List.of()))
                .orElseGet(() -> base.get(0).to(head.get(0)));
    }

    /** Whether no row has counts on both sides. */
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
