package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the pairs of one row say as of the last look they have reached. A row's run ends at the first look that decides, so that the
 * pairs it leaves say the same when they are judged again.
 *
 * @param pairs how many there are; those beyond the look do not count yet
 * @param score estimates and verdicts; the forks of an estimate are the pairs judged, or all of them before the first look
 * @param low the lower end of the interval of the ratio that counts, by which it was decided; NaN with one pair
 * @param high its upper end
 * @param morePairs about how many more pairs would settle the row, if it goes on as it began; zero when it is settled
 * @param movement how the difference moved within the measured iterations of all pairs; empty when they are too few
 */
public record PairedComparison(
        int pairs, ScoreComparison score, double low, double high, int morePairs, Optional<Trend> movement) {
    /** More than the 1 % of a verdict: a false drift costs some pairs, a missed one makes the warm-up's difference a verdict. */
    private static final double DRIFT_ALPHA = 0.05;

    /**
     * Judges a row.
     *
     * @param pairs in the order they were measured, without the burn-in and those set aside; of several runs one run after the other
     * @param meanDecides whether means count, see {@link dev.callcost.compare.RowSides#differInMemory}
     * @throws IllegalArgumentException when there is no pair
     */
    public static PairedComparison of(List<PairDifference> pairs, PairedRule rule, boolean meanDecides) {
        int look = PairedRule.judged(pairs.size());
        List<PairDifference> judged = look == 0 ? pairs : pairs.subList(0, look);
        Estimate byMedian = estimate(judged, PairDifference::byMedian);
        Estimate byMean = estimate(judged, PairDifference::byMean);
        ScoreComparison score =
                new ScoreComparison(byMedian, byMean, rule.judge(byMedian), rule.judge(byMean), meanDecides);
        Estimate slowdown = score.slowdown();
        double confidence = rule.rule().confidence();
        return new PairedComparison(
                pairs.size(),
                score,
                slowdown.low(confidence),
                slowdown.high(confidence),
                score.verdict().isDecided() ? 0 : rule.pairsNeeded(slowdown) - pairs.size(),
                Trend.of(pairs.stream().map(PairDifference::fifths).toList()));
    }

    private static Estimate estimate(List<PairDifference> pairs, ToDoubleFunction<PairDifference> difference) {
        return Estimate.ofLogs(pairs.stream().mapToDouble(difference).boxed().toList());
    }

    /** The verdict that counts. */
    public Verdict verdict() {
        return score.verdict();
    }

    /** Whether a run measures no more pairs of the row: it is decided, or has had all looks. */
    public boolean isFinished() {
        return verdict().isDecided() || pairs >= PairedRule.MOST_PAIRS;
    }

    /** Whether the difference moved while it was measured. */
    public boolean isMoving() {
        return movement.filter(trend -> trend.isMoving(DRIFT_ALPHA)).isPresent();
    }

    /** What could be told from no difference: half of the interval's width, relative to the ratio; NaN with one pair. */
    public double resolution() {
        return high / score.slowdown().value() - 1;
    }
}
