package dev.callcost.results.compare.session;

import dev.callcost.results.Row;
import dev.callcost.results.compare.paired.ForkValue;
import dev.callcost.results.compare.paired.PairDifference;
import java.util.List;
import java.util.Optional;

/**
 * Two forks that ran one after the other.
 *
 * @param row the row they are of
 * @param burnIn whether it was the row's first pair, which never counts
 * @param headFirst whether head ran before base
 * @param base the fork of base, as a row with one fork
 * @param head the fork of head, likewise
 * @param setAside why the pair does not count, for a cause outside of the forks; empty when there is none
 */
public record Pair(RowKey row, boolean burnIn, boolean headFirst, Row base, Row head, Optional<String> setAside) {

    /** Whether it is judged. */
    public boolean counts() {
        return !burnIn && setAside.isEmpty();
    }

    /** What it says; empty when the unit of its scores is none of JMH's. */
    public Optional<PairDifference> difference() {
        List<ForkValue> ofBase = ForkValue.eachOf(base);
        List<ForkValue> ofHead = ForkValue.eachOf(head);
        return ofBase.isEmpty() || ofHead.isEmpty()
                ? Optional.empty()
                : Optional.of(PairDifference.between(ofBase.get(0), ofHead.get(0)));
    }
}
