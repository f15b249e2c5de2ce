package dev.callcost.check;

import dev.callcost.results.Estimate;
import dev.callcost.results.Row;
import dev.callcost.results.verdict.AllocationComparison;
import dev.callcost.results.verdict.Rule;
import dev.callcost.results.verdict.ScoreComparison;
import dev.callcost.results.verdict.SettingDifferences;
import dev.callcost.results.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A row that both files hold.
 *
 * @param base the row in base
 * @param head the row in head
 * @param score what the scores say; empty when their units cannot be converted
 * @param allocation what the allocations say; empty when one side does not have them
 * @param differences settings that differ, one text each: {@code jdkVersion 17.0.15 / 25.0.3}
 */
public record RowComparison(
        Row base,
        Row head,
        Optional<ScoreComparison> score,
        Optional<AllocationComparison> allocation,
        List<String> differences) {

    /**
     * Compares two rows.
     *
     * @param rule how the scores are judged
     * @param rows how many rows are judged together
     */
    static RowComparison of(Row base, Row head, Rule rule, int rows) {
        Optional<ScoreComparison> score = slowdown(base, head, false)
                .map(byMedian -> ScoreComparison.of(
                        byMedian,
                        slowdown(base, head, true).orElseThrow(),
                        rule,
                        SettingDifferences.inMemory(base, head)));
        return new RowComparison(
                base, head, score, AllocationComparison.of(base, head, rows), SettingDifferences.of(base, head));
    }

    /** Whether the two can be judged at all: their units are known. */
    static boolean isComparable(Row base, Row head) {
        return base.nanosPerOperation(false).isPresent()
                && head.nanosPerOperation(false).isPresent();
    }

    private static Optional<Estimate> slowdown(Row base, Row head, boolean means) {
        Optional<Estimate> before = base.nanosPerOperation(means);
        return head.nanosPerOperation(means).flatMap(after -> before.map(after::ratioTo));
    }

    /** The verdict on the scores; CANNOT_TELL when their units cannot be converted. */
    public Verdict verdict() {
        return score.map(ScoreComparison::verdict).orElse(Verdict.CANNOT_TELL);
    }

    /** Whether the scores or the allocations leave it open. */
    public boolean isOpen() {
        return !verdict().isDecided()
                || allocation.filter(AllocationComparison::isOpen).isPresent();
    }

    /** Whether head takes more time or more memory. */
    public boolean isRegression() {
        return verdict() == Verdict.SLOWER
                || allocation
                        .filter(it -> it.verdict() == AllocationComparison.Verdict.MORE)
                        .isPresent();
    }
}
