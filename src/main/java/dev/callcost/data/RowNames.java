package dev.callcost.data;

import dev.callcost.text.Sections;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What rows are called that are read together: by what tells them apart. A param that has one value in all rows of a benchmark is left
 * out of their names and said once below the table. Rows whose {@linkplain RowKey#label() labels} differ have names that differ, as
 * only what is in all labels of a benchmark, and is the same there, is left out.
 */
public final class RowNames {
    private final Map<String, SortedMap<String, String>> shared = new HashMap<>();

    /**
     * The names of rows.
     *
     * @param rows all that are read together, those that a table does not show among them
     */
    public RowNames(Collection<RowKey> rows) {
        for (RowKey row : rows) {
            shared.computeIfAbsent(row.simpleName(), it -> new TreeMap<>(row.params()))
                    .entrySet()
                    .retainAll(row.params().entrySet());
        }
    }

    /**
     * The {@linkplain RowKey#label() label} of a row without what all rows of its benchmark share.
     *
     * @param row one of those that are read together
     */
    public String of(RowKey row) {
        SortedMap<String, String> own = new TreeMap<>(row.params());
        own.keySet().removeAll(shared.get(row.simpleName()).keySet());
        return new RowKey(row.benchmark(), row.mode(), row.threads(), own).label();
    }

    /**
     * Adds to a report what the names leave out.
     *
     * @param shown the rows that the report names
     */
    public Sections addShared(Sections report, Collection<RowKey> shown) {
        Map<String, List<String>> benchmarks = shown.stream()
                .map(RowKey::simpleName)
                .distinct()
                .filter(name -> !shared.get(name).isEmpty())
                .collect(Collectors.groupingBy(
                        name -> RowKey.text(shared.get(name)), LinkedHashMap::new, Collectors.toList()));
        return report.list(
                "Same in all rows of a benchmark:",
                benchmarks.entrySet().stream()
                        .map(entry -> String.join(", ", entry.getValue()) + ":" + entry.getKey())
                        .toList());
    }
}
