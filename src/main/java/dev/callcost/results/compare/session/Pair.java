package dev.callcost.results.compare.session;

import dev.callcost.results.Row;
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
}
