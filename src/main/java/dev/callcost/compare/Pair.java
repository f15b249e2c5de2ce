package dev.callcost.compare;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Optional;

/**
 * Two forks that ran one after the other, or took turns by iterations.
 *
 * @param row the row they are of
 * @param burnIn whether it was the row's first pair, which never counts
 * @param headFirst whether head ran before base, or began
 * @param inTurns whether each iteration of the one ran next to that iteration of the other which has its number
 * @param base the fork of base, as a row with one fork
 * @param head the fork of head, likewise
 * @param setAside why the pair does not count, for a cause outside of the forks; empty when there is none
 */
public record Pair(
        RowKey row, boolean burnIn, boolean headFirst, boolean inTurns, Row base, Row head, Optional<String> setAside) {

    /** Whether it is judged. */
    public boolean counts() {
        return !burnIn && setAside.isEmpty();
    }

    /** Head's time over base's; empty when the pair does not count, or the unit of a score is none of JMH's. */
    public Optional<PairDifference> difference() {
        return counts() ? PairDifference.of(base, head, inTurns) : Optional.empty();
    }

    /** Whether the forks differ in JVM, collector or heap. */
    public boolean meanDecides() {
        return RowSides.differInMemory(base, head);
    }
}
