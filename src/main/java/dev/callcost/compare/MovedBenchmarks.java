package dev.callcost.compare;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Sections;
import dev.callcost.text.Visible;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rows of base whose class has another package in head. Such a row is in base alone and has one partner in head alone, with the same class, method, mode,
 * threads and params; where two would fit, none is a partner.
 */
record MovedBenchmarks(Map<RowKey, RowKey> partners) {
    /** From one package, or outer class, to another. */
    record Move(String from, String to) {
        static Move of(String before, String after) {
            int from = before.lastIndexOf('.');
            int to = after.lastIndexOf('.');
            return from >= 0 && to >= 0 && before.substring(from).equals(after.substring(to))
                    ? of(before.substring(0, from), after.substring(0, to))
                    : new Move(before, after);
        }
    }

    static MovedBenchmarks between(Set<RowKey> base, Set<RowKey> head) {
        Map<RowKey, List<RowKey>> candidates = withoutPackage(head, base);
        Map<RowKey, RowKey> partners = new LinkedHashMap<>();
        withoutPackage(base, head).forEach((name, rows) -> {
            List<RowKey> others = candidates.getOrDefault(name, List.of());
            if (rows.size() == 1 && others.size() == 1) {
                partners.put(rows.get(0), others.get(0));
            }
        });
        return new MovedBenchmarks(partners);
    }

    /** The rows that the other side lacks, by their keys without packages. */
    private static Map<RowKey, List<RowKey>> withoutPackage(Set<RowKey> rows, Set<RowKey> others) {
        return rows.stream()
                .filter(row -> !others.contains(row))
                .collect(Collectors.groupingBy(
                        row -> new RowKey(row.simpleName(), row.mode(), row.threads(), row.params()),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** A row of base with its name in head. */
    Row inHead(Row row) {
        RowKey partner = partners.get(row.key());
        return partner == null ? row : row.named(partner.benchmark());
    }

    Map<Move, Long> moves() {
        return partners.entrySet().stream()
                .collect(Collectors.groupingBy(
                        row -> Move.of(row.getKey().benchmark(), row.getValue().benchmark()),
                        LinkedHashMap::new,
                        Collectors.counting()));
    }

    List<String> lines() {
        return moves().entrySet().stream()
                .map(it -> "moved from package " + Visible.of(it.getKey().from) + " to " + Visible.of(it.getKey().to)
                        + ": compared, " + Sections.count(it.getValue(), "row"))
                .toList();
    }
}
