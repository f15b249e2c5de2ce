package dev.callcost.compare.measure;

import dev.callcost.data.RowKey;
import dev.callcost.launch.Entries;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import java.time.Duration;
import java.util.Map;

/** Made-up rows of two sides. */
final class PlannedPairs {
    private PlannedPairs() {}

    /** A row of both sides whose forks have iterations of a second. */
    static RowPair planned(RowKey key) {
        PlannedRow row = Entries.row(
                Entries.entry(Map.of()), Map.of(), Duration.ofSeconds(1).toNanos());
        return new RowPair(key, new SideRow(null, row), new SideRow(null, row));
    }
}
