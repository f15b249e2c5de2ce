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
 * Short names of rows that are read together. A param with one value in all rows of a benchmark is not in their names,
 * but in one line below the table. Rows with different {@linkplain RowKey#label() labels} have different names.
 */
public final class RowNames {
    private final Map<String, SortedMap<String, String>> shared = new HashMap<>();

    /** @param rows all rows that are read together, with those that a table does not show */
    public RowNames(Collection<RowKey> rows) {
        for (RowKey row : rows) {
            shared.computeIfAbsent(row.simpleName(), it -> new TreeMap<>(row.params()))
                    .entrySet()
                    .retainAll(row.params().entrySet());
        }
    }

    /** A row's {@linkplain RowKey#label() label} without the params that all rows of its benchmark share. */
    public String of(RowKey row) {
        SortedMap<String, String> own = new TreeMap<>(row.params());
        own.keySet().removeAll(shared.get(row.simpleName()).keySet());
        return new RowKey(row.benchmark(), row.mode(), row.threads(), own).label();
    }

    /** Adds the params that the names lack to a report of the rows that it shows. */
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
