package dev.callcost.compare.measure;

import dev.callcost.compare.session.Shard;
import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkWarmUp;
import dev.callcost.launch.PlannedRow;
import dev.callcost.text.CommandException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The rows of two sides. Rows match when benchmark, mode and params are equal, except for params to which the sides'
 * own arguments give different values.
 */
record Matching(List<RowPair> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead) {

    record RowPair(RowKey key, PlannedRow base, PlannedRow head) {
        /** The row with a longer warm-up, where its length is not fixed. */
        RowPair warmingUpAtLeast(Duration time) {
            return warmingUp(it -> it.atLeast(time));
        }

        /**
         * The row with a shorter cap of its warm-up, where its length is not fixed: for pairs that only choose rows.
         */
        RowPair warmingUpAtMost(Duration time) {
            return warmingUp(it -> it.atMost(time));
        }

        private RowPair warmingUp(UnaryOperator<ForkWarmUp> other) {
            return new RowPair(key, warmingUp(base, other), warmingUp(head, other));
        }

        private static PlannedRow warmingUp(PlannedRow row, UnaryOperator<ForkWarmUp> other) {
            return row.warmUp().map(it -> row.with(other.apply(it))).orElse(row);
        }
    }

    /**
     * The rows of a shard.
     *
     * @throws CommandException (usage) when it has none
     */
    Matching of(Optional<Shard> shard) {
        if (shard.isEmpty()) {
            return this;
        }
        List<RowPair> some =
                rows.stream().filter(row -> shard.get().has(row.key())).toList();
        if (some.isEmpty()) {
            throw CommandException.usage(
                    "compare: shard " + shard.get() + " has none of the " + rows.size() + " rows: use fewer shards");
        }
        return new Matching(some, onlyInBase, onlyInHead);
    }

    /**
     * @throws CommandException (usage) when no row is in both, or a row is the same on both sides although their params
     *     differ; see also {@link Side#rows}
     */
    static Matching of(Side base, Side head) {
        Map<String, List<String>> ofBase = base.jar().arguments().params();
        Map<String, List<String>> ofHead = head.jar().arguments().params();
        Set<String> varied = new TreeSet<>(ofBase.keySet());
        varied.addAll(ofHead.keySet());
        varied.removeIf(param -> ofBase.containsKey(param) && ofBase.get(param).equals(ofHead.get(param)));

        Map<RowKey, PlannedRow> after = head.rows(varied);
        List<RowPair> rows = new ArrayList<>();
        List<RowKey> onlyInBase = new ArrayList<>();
        base.rows(varied).forEach((key, row) -> {
            if (after.containsKey(key)) {
                rows.add(new RowPair(key, row, after.remove(key)));
            } else {
                onlyInBase.add(key);
            }
        });
        if (rows.isEmpty()) {
            throw CommandException.usage("compare: base and head have no row in common: base has "
                    + onlyInBase.get(0).label() + ", head has "
                    + after.keySet().iterator().next().label());
        }
        for (RowPair row : rows) {
            if (!varied.isEmpty() && base.measuresAs(head, row.base, row.head)) {
                throw CommandException.usage("compare: nothing differs between base and head in " + row.key.label()
                        + ", which has no parameter " + String.join(", ", varied) + ": name rows that have");
            }
        }
        return new Matching(rows, onlyInBase, List.copyOf(after.keySet()));
    }
}
