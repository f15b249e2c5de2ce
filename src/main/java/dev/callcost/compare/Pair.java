package dev.callcost.compare;

import dev.callcost.data.OpenLoop;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Optional;

/**
 * Two forks of a row, one of each side, that took turns by iterations.
 *
 * @param isFirst whether it was the row's first pair, which only chooses, see {@link Screen}
 * @param base the fork of base, as a row with one fork
 * @param nanos how long it took
 */
public record Pair(RowKey row, boolean isFirst, Row base, Row head, long nanos) implements CompareLog.Part {

    public boolean counts() {
        return !isFirst && isRateMet();
    }

    /** Whether both forks met their rate; true for a row without one. */
    boolean isRateMet() {
        return OpenLoop.isMet(base) && OpenLoop.isMet(head);
    }

    /** A quantity of the row as a pair of its own. */
    Pair of(Row ofBase, Row ofHead) {
        String name = ofBase.primary().quantity().orElseThrow().benchmark(row.benchmark());
        RowKey key = new RowKey(name, row.mode(), row.threads(), row.params());
        return new Pair(key, isFirst, ofBase, ofHead, nanos);
    }

    /** Head's time over base's; empty when the forks' values have no ratio. */
    public Optional<PairDifference> difference() {
        return PairDifference.of(base, head);
    }

    public boolean meanDecides() {
        return RowSides.differInMemory(base, head);
    }
}
