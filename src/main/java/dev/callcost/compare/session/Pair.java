package dev.callcost.compare.session;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;

/**
 * Two forks of a row, one of each side, that took turns by iterations.
 *
 * @param isFirst whether it was the row's first pair, which only chooses
 * @param base the fork of base, as a row with one fork
 * @param nanos how long it took
 * @param atOnce how many pairs ran at once, each confined to CPUs of its own; 1 for a pair that ran alone, with all
 *     CPUs
 * @param elapsed nanoseconds since the pair before it ended, where that ran at the same time; those of all pairs are
 *     the time that they took together
 */
public record Pair(RowKey row, boolean isFirst, Row base, Row head, long nanos, int atOnce, long elapsed)
        implements SessionEvent {

    public Pair(RowKey row, boolean isFirst, Row base, Row head, long nanos) {
        this(row, isFirst, base, head, nanos, 1, nanos);
    }

    public boolean counts() {
        return !isFirst && isRateMet();
    }

    /** Whether both forks met their rate; true for a row without one. */
    public boolean isRateMet() {
        return base.isRateMet() && head.isRateMet();
    }

    /** A quantity of the row as a pair of its own. */
    public Pair of(Row ofBase, Row ofHead) {
        String name = ofBase.primary().quantity().orElseThrow().benchmark(row.benchmark());
        return new Pair(row.ofBenchmark(name), isFirst, ofBase, ofHead, nanos, atOnce, elapsed);
    }
}
