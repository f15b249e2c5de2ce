package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.Map;
import java.util.Optional;

/** What a comparison says of one row, wherever its forks come from. */
public interface ComparedRow {
    /** Which row it is. */
    RowKey key();

    /** The same in JSON: members by name. */
    Map<String, ?> identity();

    /** What both sides measured; empty when there is nothing that counts. */
    Optional<RowSides> sides();

    /** How much was measured, for a column. */
    String amount();

    /** The same in JSON, as far as it is not said of the sides: members by name. */
    default Map<String, ?> amounts() {
        return Map.of();
    }

    /** What the scores say; empty when their units cannot be converted, or nothing counts. */
    Optional<ScoreComparison> score();

    /** What the allocations say; empty when a side does not have them. */
    Optional<AllocationComparison> allocation();

    /** The verdict on the scores. */
    Verdict verdict();

    /** Why the row has no verdict; empty when its scores are judged. */
    default Optional<NoVerdict> noVerdict() {
        return Optional.empty();
    }

    /** The verdict in a word, or what kind of row without a verdict it is. */
    default String word() {
        return noVerdict().map(it -> it.kind().name()).orElseGet(() -> verdict().name());
    }

    /** What could be told from no difference, as a share of base's time; NaN when that is not known. */
    default double resolution() {
        return Double.NaN;
    }

    /** What would settle an open row, or why nothing would; empty when its scores are decided. */
    Optional<String> wanted(Rule rule);

    /** Whether no setting differs that makes numbers incomparable. */
    boolean isMeasuredAlike();

    /** Whether head takes more time or more memory. */
    default boolean isRegression() {
        return verdict() == Verdict.SLOWER || allocatesMore();
    }

    /** Whether head allocates more. */
    default boolean allocatesMore() {
        return allocation().filter(it -> it.verdict() == AllocationVerdict.MORE).isPresent();
    }

    /** Whether the scores or the allocations leave it open. */
    default boolean isOpen() {
        return !verdict().isDecided()
                || allocation().filter(AllocationComparison::isOpen).isPresent();
    }
}
