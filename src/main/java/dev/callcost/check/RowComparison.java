package dev.callcost.check;

import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.AllocationComparison;
import dev.callcost.results.verdict.ComparedRow;
import dev.callcost.results.verdict.RowSides;
import dev.callcost.results.verdict.Rule;
import dev.callcost.results.verdict.ScoreComparison;
import dev.callcost.results.verdict.Verdict;
import java.util.Optional;

/**
 * A row that both files hold.
 *
 * @param key which it is
 * @param both the row in base and in head
 * @param score what the scores say; empty when their units cannot be converted
 * @param allocation what the allocations say; empty when one side does not have them
 */
public record RowComparison(
        RowKey key, RowSides both, Optional<ScoreComparison> score, Optional<AllocationComparison> allocation)
        implements ComparedRow {

    /**
     * Compares two rows.
     *
     * @param rule how the scores are judged
     * @param rows how many rows are judged together
     */
    static RowComparison of(RowKey key, RowSides both, Rule rule, int rows) {
        return new RowComparison(key, both, both.score(rule), AllocationComparison.of(both.base(), both.head(), rows));
    }

    @Override
    public Optional<RowSides> sides() {
        return Optional.of(both);
    }

    /** The verdict on the scores; CANNOT_TELL when their units cannot be converted. */
    @Override
    public Verdict verdict() {
        return score.map(ScoreComparison::verdict).orElse(Verdict.CANNOT_TELL);
    }

    /** Two files are not interleaved, so that any setting may have made the difference. */
    @Override
    public boolean isMeasuredAlike() {
        return both.differences().isEmpty();
    }
}
