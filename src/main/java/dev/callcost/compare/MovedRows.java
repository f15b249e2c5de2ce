package dev.callcost.compare;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Sections;
import dev.callcost.text.Visible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rows of base whose class has another package in head. Such a row is in base alone and has one partner in head alone, with the same class, method, mode,
 * threads and params; where two would fit, none is a partner.
 *
 * @param base base's files, in which the rows have their names in head
 * @param moves the rows by where they moved
 */
record MovedRows(List<ResultsFile> base, Map<Move, List<RowKey>> moves) {
    /** From one package, or outer class, to another. */
    record Move(String from, String to) {
        static Move of(String before, String after) {
            int common = 0;
            for (int n = 1;
                    n < Math.min(before.length(), after.length())
                            && before.endsWith(after.substring(after.length() - n));
                    n++) {
                common = after.charAt(after.length() - n) == '.' ? n : common;
            }
            return new Move(before.substring(0, before.length() - common), after.substring(0, after.length() - common));
        }

        @Override
        public String toString() {
            return "moved from package " + Visible.of(from) + " to " + Visible.of(to) + ": compared";
        }
    }

    static MovedRows between(List<ResultsFile> base, List<ResultsFile> head) {
        Set<RowKey> before = keys(base);
        Set<RowKey> after = keys(head);
        Map<RowKey, List<RowKey>> left = byLabel(before, after);
        Map<RowKey, List<RowKey>> candidates = byLabel(after, before);
        Map<RowKey, RowKey> partners = new LinkedHashMap<>();
        Map<Move, List<RowKey>> moves = new LinkedHashMap<>();
        left.forEach((label, rows) -> {
            List<RowKey> others = candidates.getOrDefault(label, List.of());
            if (rows.size() == 1 && others.size() == 1) {
                RowKey row = rows.get(0);
                RowKey partner = others.get(0);
                partners.put(row, partner);
                moves.computeIfAbsent(Move.of(row.benchmark(), partner.benchmark()), it -> new ArrayList<>())
                        .add(partner);
            }
        });
        return new MovedRows(
                base.stream()
                        .map(file -> new ResultsFile(
                                file.path(),
                                file.rows().stream()
                                        .map(row -> partners.containsKey(row.key())
                                                ? row.named(
                                                        partners.get(row.key()).benchmark())
                                                : row)
                                        .toList(),
                                file.refused()))
                        .toList(),
                moves);
    }

    private static Set<RowKey> keys(List<ResultsFile> files) {
        return files.stream()
                .flatMap(file -> file.rows().stream())
                .map(Row::key)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The rows that the other side lacks, by their keys without packages. */
    private static Map<RowKey, List<RowKey>> byLabel(Set<RowKey> rows, Set<RowKey> others) {
        return rows.stream()
                .filter(row -> !others.contains(row))
                .collect(Collectors.groupingBy(
                        row -> new RowKey(row.simpleName(), row.mode(), row.threads(), row.params()),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** A line for each move. */
    List<String> lines() {
        return moves.entrySet().stream()
                .map(move ->
                        move.getKey() + ", " + Sections.count(move.getValue().size(), "row"))
                .toList();
    }
}
