package dev.callcost.compare.measure;

import dev.callcost.compare.session.Session.Shard;
import dev.callcost.data.RowKey;
import dev.callcost.launch.HostFolder;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The rows of two sides. Rows match when their jars belong together and benchmark, mode and params are equal, except
 * for params to which the sides' own arguments give different values. Where two modules have rows with equal keys,
 * these keys name the module, whichever rows a shard takes.
 */
record Matching(List<RowPair> rows, List<RowKey> onlyInBase, List<RowKey> onlyInHead) {
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
     * @param modules the names of the jars
     * @throws CommandException (usage) when no row is in both, or a row is the same on both sides although their params
     *     differ; see also {@link Side#rows}
     */
    static Matching of(List<String> modules, Side base, Side head) {
        Map<String, List<String>> ofBase = base.arguments().params();
        Map<String, List<String>> ofHead = head.arguments().params();
        Set<String> varied = new TreeSet<>(ofBase.keySet());
        varied.addAll(ofHead.keySet());
        varied.removeIf(param -> ofBase.containsKey(param) && ofBase.get(param).equals(ofHead.get(param)));

        List<Map<RowKey, SideRow>> before = base.rows(varied);
        List<Map<RowKey, SideRow>> after = head.rows(varied);
        Set<RowKey> ofSeveral = ofSeveral(before, after);
        List<RowPair> rows = new ArrayList<>();
        List<RowKey> onlyInBase = new ArrayList<>();
        List<RowKey> onlyInHead = new ArrayList<>();
        for (int n = 0; n < modules.size(); n++) {
            String module = modules.get(n);
            UnaryOperator<RowKey> named = key -> ofSeveral.contains(key) ? key.ofModule(module) : key;
            Map<RowKey, SideRow> others = after.get(n);
            before.get(n).forEach((key, row) -> {
                if (others.containsKey(key)) {
                    rows.add(new RowPair(named.apply(key), row, others.remove(key)));
                } else {
                    onlyInBase.add(named.apply(key));
                }
            });
            others.keySet().stream().map(named).forEach(onlyInHead::add);
        }
        if (rows.isEmpty()) {
            throw CommandException.usage("compare: base and head have no row in common: base has "
                    + onlyInBase.get(0).label() + ", head has "
                    + onlyInHead.get(0).label());
        }
        for (RowPair row : rows) {
            if (!varied.isEmpty() && isMeasuredAlike(row)) {
                throw CommandException.usage("compare: nothing differs between base and head in "
                        + row.key().label() + ", which has no parameter " + String.join(", ", varied)
                        + ": name rows that have");
            }
        }
        return new Matching(rows, onlyInBase, onlyInHead);
    }

    private static Set<RowKey> ofSeveral(List<Map<RowKey, SideRow>> before, List<Map<RowKey, SideRow>> after) {
        Set<RowKey> known = new HashSet<>();
        Set<RowKey> ofSeveral = new HashSet<>();
        for (int n = 0; n < before.size(); n++) {
            Set<RowKey> keys = new HashSet<>(before.get(n).keySet());
            keys.addAll(after.get(n).keySet());
            keys.stream().filter(key -> !known.add(key)).forEach(ofSeveral::add);
        }
        return ofSeveral;
    }

    /** Whether both sides measure a row by the same command. */
    private static boolean isMeasuredAlike(RowPair row) {
        HostFolder nowhere = new HostFolder(Path.of(""), "");
        return row.base().jar().checksum().equals(row.head().jar().checksum())
                && new TurnFork(row.base(), false)
                        .options(nowhere)
                        .equals(new TurnFork(row.head(), false).options(nowhere));
    }
}
