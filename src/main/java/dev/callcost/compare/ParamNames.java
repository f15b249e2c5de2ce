package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.text.Sections;
import dev.callcost.text.Visible;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Why rows with the same name do not match: one side has a {@code @Param} that the other lacks. */
public final class ParamNames {
    private ParamNames() {}

    /** A line for each set of parameters that was added or removed, with its benchmarks; none where names of parameters do not differ. */
    public static List<String> changes(Collection<RowKey> onlyInBase, Collection<RowKey> onlyInHead) {
        Map<String, Set<String>> before = new LinkedHashMap<>();
        onlyInBase.forEach(row ->
                before.putIfAbsent(row.benchmark(), new TreeSet<>(row.params().keySet())));
        Map<String, Set<String>> benchmarks = new LinkedHashMap<>();
        onlyInHead.forEach(row -> {
            Set<String> names = before.get(row.benchmark());
            if (names != null && !names.equals(row.params().keySet())) {
                benchmarks
                        .computeIfAbsent(change(names, row.params().keySet()), it -> new LinkedHashSet<>())
                        .add(Visible.of(row.simpleName()));
            }
        });
        List<String> changes = new ArrayList<>();
        benchmarks.forEach((change, rows) -> changes.add(change + ": " + Sections.some(rows)));
        return changes;
    }

    private static String change(Set<String> base, Set<String> head) {
        Set<String> added = new TreeSet<>(head);
        added.removeAll(base);
        Set<String> removed = new TreeSet<>(base);
        removed.removeAll(head);
        List<String> parts = new ArrayList<>();
        add(added, "added", parts);
        add(removed, "removed", parts);
        return String.join(" and ", parts);
    }

    private static void add(Set<String> names, String verb, List<String> parts) {
        if (!names.isEmpty()) {
            parts.add("the parameter" + (names.size() == 1 ? " " : "s ") + Visible.of(String.join(", ", names))
                    + (names.size() == 1 ? " was " : " were ") + verb + " in head");
        }
    }
}
