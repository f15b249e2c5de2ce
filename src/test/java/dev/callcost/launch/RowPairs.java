package dev.callcost.launch;

import dev.callcost.data.RowKey;
import dev.callcost.launch.RowPair.SideRow;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rows of two jars with the same benchmarks. */
public final class RowPairs {
    private RowPairs() {}

    public static List<RowPair> of(JarCopy base, JarCopy head) {
        Map<RowKey, PlannedRow> ofHead =
                head.rows().stream().collect(Collectors.toMap(PlannedRow::key, Function.identity()));
        return base.rows().stream()
                .map(row -> new RowPair(row.key(), new SideRow(base, row), new SideRow(head, ofHead.get(row.key()))))
                .toList();
    }
}
