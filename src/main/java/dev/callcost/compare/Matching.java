package dev.callcost.compare;

import dev.callcost.data.RowKey;
import dev.callcost.launch.PlannedRow;
import dev.callcost.text.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of two sides. Rows are the same when benchmark, mode and params are, but for params to which the sides' own arguments give
 * different values.
 *
 * @param rows those of both
 * @param onlyInBase those that head lacks
 * @param onlyInHead those that base lacks
 */
record Matching(List<RowPair> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead) {

    /**
     * A row of both sides.
     *
     * @param key what they have in common
     * @param base the row in base
     * @param head the row in head
     */
    public record RowPair(RowKey key, PlannedRow base, PlannedRow head) {
        /** The row with forks that warm up no shorter than some time, where the length is not fixed. */
        RowPair warmingUpAtLeast(Duration time) {
            return new RowPair(key, warmingUpAtLeast(base, time), warmingUpAtLeast(head, time));
        }

        private static PlannedRow warmingUpAtLeast(PlannedRow row, Duration time) {
            return row.warmUp().map(it -> row.with(it.atLeast(time))).orElse(row);
        }
    }

    /**
     * Finds the rows that the sides' arguments select.
     *
     * @throws CommandException (usage) when there is no row in both, or one in which the sides do not differ though their params do; see also {@link Side#rows}
     */
    public static Matching of(Side base, Side head) {
        Set<String> varied =
                varied(base.jar().arguments().params(), head.jar().arguments().params());
        Map<RowKey, PlannedRow> before = base.rows(varied);
        Map<RowKey, PlannedRow> after = head.rows(varied);
        List<RowPair> rows = new ArrayList<>();
        List<RowKey> onlyInBase = new ArrayList<>();
        before.forEach((key, row) -> {
            if (after.containsKey(key)) {
                rows.add(new RowPair(key, row, after.remove(key)));
            } else {
                onlyInBase.add(key);
            }
        });
        if (rows.isEmpty()) {
            throw CommandException.usage("compare: base and head have no row in common: "
                    + onlyInBase.get(0).label() + " and others in base, "
                    + after.keySet().iterator().next().label() + " and others in head");
        }
        rows.stream()
                .filter(row -> !varied.isEmpty() && base.measuresAs(head, row.base(), row.head()))
                .findFirst()
                .ifPresent(row -> {
                    throw CommandException.usage("compare: nothing differs between base and head in "
                            + row.key().label() + ", which has no parameter " + String.join(", ", varied)
                            + ": name rows that have");
                });
        return new Matching(List.copyOf(rows), List.copyOf(onlyInBase), List.copyOf(after.keySet()));
    }

    private static Set<String> varied(Map<String, List<String>> base, Map<String, List<String>> head) {
        Set<String> varied = new TreeSet<>(base.keySet());
        varied.addAll(head.keySet());
        varied.removeIf(param -> Objects.equals(base.get(param), head.get(param)));
        return varied;
    }
}
