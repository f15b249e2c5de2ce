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
 * @param extraWork what head was made to do on top; empty when it was not, or that is not known
 * @param difference what it says; empty when it does not count, or the unit of its scores is none of JMH's
 * @param meanDecides whether it counts and its forks differ in JVM, collector or heap
 */
public record Pair(
        RowKey row,
        boolean burnIn,
        boolean headFirst,
        boolean inTurns,
        Row base,
        Row head,
        Optional<String> setAside,
        Optional<MoreWork> extraWork,
        Optional<PairDifference> difference,
        boolean meanDecides) {

    /** A pair as it was measured; what it says is computed here, once. */
    public Pair(
            RowKey row,
            boolean burnIn,
            boolean headFirst,
            boolean inTurns,
            Row base,
            Row head,
            Optional<String> setAside,
            Optional<MoreWork> extraWork) {
        this(
                row,
                burnIn,
                headFirst,
                inTurns,
                base,
                head,
                setAside,
                extraWork,
                counts(burnIn, setAside) ? PairDifference.of(base, head, inTurns) : Optional.empty(),
                counts(burnIn, setAside) && RowSides.differInMemory(base, head));
    }

    private static boolean counts(boolean burnIn, Optional<String> setAside) {
        return !burnIn && setAside.isEmpty();
    }

    /** Whether it is judged. */
    public boolean counts() {
        return counts(burnIn, setAside);
    }
}
