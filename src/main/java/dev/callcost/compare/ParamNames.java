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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why rows with the same name do not match: one side has a {@code @Param} that the other lacks. */
public final class ParamNames {
    private ParamNames() {}

    /** A line for each set of parameters that was added or removed, with its benchmarks; none where names of parameters do not differ. */
    public static List<String> changes(Collection<RowKey> onlyInBase, Collection<RowKey> onlyInHead) {
        Map<String, Set<String>> before = new LinkedHashMap<>();
        onlyInBase.forEach(
                row -> before.putIfAbsent(row.benchmark(), row.params().keySet()));
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
        return Stream.of(change("added", head, base), change("removed", base, head))
                .filter(change -> !change.isEmpty())
                .collect(Collectors.joining(" and "));
    }

    private static String change(String verb, Set<String> names, Set<String> others) {
        List<String> own =
                names.stream().filter(name -> !others.contains(name)).sorted().toList();
        return own.isEmpty()
                ? ""
                : "the parameter" + (own.size() == 1 ? " " : "s ") + Visible.of(String.join(", ", own))
                        + (own.size() == 1 ? " was " : " were ") + verb + " in head";
    }
}
