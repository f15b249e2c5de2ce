package dev.callcost.compare;

import dev.callcost.results.Row;
import dev.callcost.results.RowKey;
import java.util.List;
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

    /** What it says; empty when the unit of its scores is none of JMH's. */
    public Optional<PairDifference> difference() {
        List<ForkValue> ofBase = ForkValue.eachOf(base);
        List<ForkValue> ofHead = ForkValue.eachOf(head);
        if (ofBase.isEmpty() || ofHead.isEmpty()) {
            return Optional.empty();
        }
        PairDifference ofForks = PairDifference.between(ofBase.get(0), ofHead.get(0));
        return Optional.of(inTurns ? ofForks.inTurns(base, head) : ofForks);
    }
}
