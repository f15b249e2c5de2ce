package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A row's pairs, judged at the last interim analysis that they have reached. The measurement of a row ends at the first interim analysis that decides, so the
 * same pairs give the same verdict when they are judged again.
 *
 * @param pairs how many there are; those after the interim analysis do not count yet
 * @param score estimates and verdicts; an estimate's forks are the judged pairs, or all pairs before the first interim analysis
 * @param morePairs the estimated number of further pairs that a verdict needs; zero with a verdict
 * @param drift the drift of the difference within the measured iterations of all pairs; empty when they are too few
 * @param confirmation of a row that was SLOWER, where one was requested
 */
public record PairedComparison(
        int pairs, ScoreComparison score, int morePairs, Optional<Trend> drift, Optional<Confirmation> confirmation) {
    /** More than the 1 % of a verdict: a false drift costs some pairs, a missed drift makes a difference of the warm-up a verdict. */
    private static final double DRIFT_ALPHA = 0.05;

    /**
     * @param pairs in the order they were measured, without burn-in and excluded pairs; several sessions one after the other
     * @param meanDecides see {@link RowSides#differInMemory}
     * @throws IllegalArgumentException when there is no pair
     */
    public static PairedComparison of(List<PairDifference> pairs, PairedRule rule, boolean meanDecides) {
        int look = PairedRule.judged(pairs.size());
        return of(pairs, score(look == 0 ? pairs : pairs.subList(0, look), rule, meanDecides), rule, Optional.empty());
    }

    private static PairedComparison of(
            List<PairDifference> pairs, ScoreComparison score, PairedRule rule, Optional<Confirmation> confirmation) {
        int more = score.verdict().isDecided() ? 0 : rule.pairsNeeded(score.slowdown()) - pairs.size();
        return new PairedComparison(
                pairs.size(),
                score,
                confirmation
                        .filter(Confirmation::isPending)
                        .map(it -> 2 * it.after() - pairs.size())
                        .orElse(more),
                Trend.of(pairs.stream().map(PairDifference::fifths).toList()),
                confirmation);
    }

    private static ScoreComparison score(List<PairDifference> judged, PairedRule rule, boolean meanDecides) {
        Estimate byMedian = estimate(judged, PairDifference::byMedian);
        Estimate byMean = estimate(judged, PairDifference::byMean);
        return new ScoreComparison(
                byMedian,
                byMean,
                rule.judge(byMedian),
                rule.judge(byMean),
                meanDecides,
                rule.rule(),
                rule.beyondMargin(byMean));
    }

    private static Estimate estimate(List<PairDifference> pairs, ToDoubleFunction<PairDifference> difference) {
        return Estimate.ofLogs(pairs.stream().mapToDouble(difference).boxed().toList());
    }

    /**
     * The pairs of one session in which SLOWER rows are confirmed, see {@link Confirmation}.
     *
     * @throws IllegalArgumentException when there is no pair
     */
    public static PairedComparison confirmed(List<PairDifference> pairs, PairedRule rule, boolean meanDecides) {
        return PairedRule.LOOKS.stream()
                .filter(look -> look <= pairs.size()
                        && score(pairs.subList(0, look), rule, meanDecides).verdict() == Verdict.SLOWER)
                .findFirst()
                .map(after -> confirmed(pairs, after, rule, meanDecides))
                .orElseGet(() -> of(pairs, rule, meanDecides));
    }

    /** @param after the first number of pairs at which an interim analysis called the row SLOWER */
    private static PairedComparison confirmed(
            List<PairDifference> pairs, int after, PairedRule rule, boolean meanDecides) {
        int due = 2 * after;
        boolean isPending = pairs.size() < due;
        int look = isPending ? after : Math.max(due, PairedRule.judged(pairs.size()));
        ScoreComparison judged = score(pairs.subList(0, look), rule, meanDecides);
        List<PairDifference> fresh = pairs.subList(after, isPending ? pairs.size() : look);
        Confirmation confirmation = Confirmation.of(
                after,
                Optional.of(fresh)
                        .filter(it -> !it.isEmpty())
                        .map(it -> estimate(it, meanDecides ? PairDifference::byMean : PairDifference::byMedian)),
                judged.verdict());
        boolean isWithdrawn = confirmation.state() == Confirmation.State.NOT_CONFIRMED;
        return of(pairs, isWithdrawn ? judged.withoutSlower() : judged, rule, Optional.of(confirmation));
    }

    public Verdict verdict() {
        return score.verdict();
    }

    /** Whether {@code compare} measures no more pairs of the row: it has a verdict that needs no confirmation, or has had all interim analyses. */
    public boolean isFinished() {
        return confirmation.filter(Confirmation::isPending).isEmpty()
                && (verdict().isDecided() || pairs >= PairedRule.MOST_PAIRS);
    }

    public Optional<Trend> significantDrift() {
        return drift.filter(trend -> trend.isMoving(DRIFT_ALPHA));
    }

    /** A drift in words, from two logarithms of head's time over base's. */
    static String fromTo(double first, double last) {
        return "from " + EstimateText.change(Math.exp(first)) + " to " + EstimateText.change(Math.exp(last));
    }

    /** The smallest change that differs significantly from none: half of the interval's width, relative to the ratio; NaN with one pair. */
    public double resolution() {
        return score.high() / score.slowdown().value() - 1;
    }
}
