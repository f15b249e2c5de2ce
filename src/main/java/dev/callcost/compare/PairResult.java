package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.RowDrift;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A row's deciding pairs, judged at the interim analyses that they have reached. The same pairs give the same verdict when they are judged again.
 *
 * @param pairs how many there are; those after the last interim analysis count for {@code isClear} and {@code drift} alone
 * @param score estimates and verdicts; an estimate's forks are the judged pairs, or all pairs before the first interim analysis
 * @param morePairs the estimated number of further pairs that a verdict needs; zero with a verdict
 * @param isClear whether a slowdown that is to be found would have been seen
 * @param limit head's time over base's that the truth exceeds in 5 % of comparisons: the one-sided 95 % limit by all deciding pairs; NaN without an interval
 * @param analyses the estimate that decides at each interim analysis that the pairs have reached
 * @param drift the drift of the difference within the measured iterations of all pairs; empty when they are too few
 */
public record PairResult(
        int pairs,
        ScoreChange score,
        int morePairs,
        boolean isClear,
        double limit,
        List<Estimate> analyses,
        Optional<RowDrift> drift) {
    /** More than the 1 % of a verdict: a false drift costs some pairs, a missed drift makes a difference of the warm-up a verdict. */
    private static final double DRIFT_ALPHA = 0.05;

    /**
     * What pairs show before the rows are judged together.
     *
     * @param pairs in the order they were measured, without first and excluded pairs; several sessions one after the other; at least one
     * @param prior of the variance of the deciding statistic, from the first pairs of all rows
     * @param meanDecides see {@link RowSides#differInMemory}
     */
    record Evidence(List<PairDifference> pairs, Moderation prior, boolean meanDecides) {
        Analyses by(ToDoubleFunction<PairDifference> statistic) {
            return new Analyses(pairs.stream().mapToDouble(statistic).boxed().toList(), prior);
        }

        Analyses deciding() {
            return by(difference -> difference.deciding(meanDecides));
        }

        /** @param rule the row's own: its margin, and the level that rows have together */
        PairResult judge(VerdictRule rule, double find) {
            Analyses byFastest = by(PairDifference::byFastest);
            Analyses byMean = by(PairDifference::byMean);
            Verdict fastest = verdict(byFastest, by(PairDifference::byMedian), rule);
            Verdict mean = verdict(byMean, byMean, rule);
            ScoreChange score = new ScoreChange(
                    byFastest.last(),
                    byMean.last(),
                    fastest,
                    mean,
                    meanDecides,
                    rule,
                    fastest == Verdict.SAME ? byMean.beyondMargin(rule) : Verdict.UNDECIDED);
            return new PairResult(
                    pairs.size(),
                    score,
                    score.verdict().isDecided() ? 0 : PairRule.pairsNeeded(score.slowdown(), rule) - pairs.size(),
                    deciding().isClear(find),
                    Math.exp(deciding().limit()),
                    deciding().reached().toList(),
                    RowDrift.of(pairs.stream().map(PairDifference::fifths).toList()));
        }

        /** SAME takes both statistics: a slow mode that leaves a quarter of the iterations fast shows in the median alone. */
        private static Verdict verdict(Analyses deciding, Analyses other, VerdictRule rule) {
            return deciding.isWithinMargin(rule) && other.isWithinMargin(rule)
                    ? Verdict.SAME
                    : deciding.difference(rule);
        }
    }

    /**
     * The differences of a row's deciding pairs by one statistic, and what the interim analyses make of them.
     *
     * @param values the logarithm of head's time over base's of each pair, in the order they were measured; at least one
     * @param prior of their variance
     */
    record Analyses(List<Double> values, Moderation prior) {
        /** The confidence of the two-sided interval whose upper end is the one-sided limit at 95 %. */
        private static final double LIMIT = 0.9;

        /** The last of the pairs that are judged; all before the first interim analysis. */
        Estimate last() {
            return reached().reduce((earlier, later) -> later).orElseGet(this::all);
        }

        Estimate all() {
            return of(values.size());
        }

        private Estimate of(int pairs) {
            return prior.moderated(Moderation.Own.ofMean(Estimate.ofLogs(values.subList(0, pairs))));
        }

        /** The estimates of the interim analyses that the pairs have reached; pairs of several sessions beyond the last are one more. */
        Stream<Estimate> reached() {
            return Stream.concat(
                            PairRule.ANALYSES.stream().filter(pairs -> pairs <= values.size()),
                            Stream.of(values.size()).filter(pairs -> pairs > PairRule.MOST_PAIRS))
                    .map(this::of);
        }

        /** The two-sided probability of the largest difference at any interim analysis, where there is none; 1 before the first. */
        double probability() {
            return reached().mapToDouble(it -> it.probabilityOf(0)).min().orElse(1);
        }

        boolean isWithinMargin(VerdictRule rule) {
            Estimate last = last();
            return values.size() >= PairRule.FEWEST_PAIRS
                    && last.hasInterval()
                    && Math.abs(last.logMean()) + last.logHalfWidth(rule.confidence()) < Math.log1p(rule.margin());
        }

        /** SLOWER or FASTER where the largest difference at any interim analysis has at most the rule's level, otherwise UNDECIDED. */
        Verdict difference(VerdictRule rule) {
            return reached()
                    .min(Comparator.comparingDouble(it -> it.probabilityOf(0)))
                    .filter(it -> it.probabilityOf(0) <= rule.level())
                    .map(it -> it.logMean() > 0 ? Verdict.SLOWER : Verdict.FASTER)
                    .orElse(Verdict.UNDECIDED);
        }

        /** On which side of the margin all of the interval lies: SLOWER, FASTER or UNDECIDED. */
        Verdict beyondMargin(VerdictRule rule) {
            Estimate last = last();
            boolean isBeyond = values.size() >= PairRule.FEWEST_PAIRS
                    && Math.abs(last.logMean()) - last.logHalfWidth(rule.confidence()) > Math.log1p(rule.margin());
            return !isBeyond ? Verdict.UNDECIDED : last.logMean() > 0 ? Verdict.SLOWER : Verdict.FASTER;
        }

        /** The one-sided 95 % limit of the slowdown by all pairs, a logarithm; NaN without an interval. */
        double limit() {
            Estimate all = all();
            return all.logMean() + all.logHalfWidth(LIMIT);
        }

        /** Whether a slowdown that is to be found, as a share, is too far above all pairs to be there. */
        boolean isClear(double find) {
            Estimate all = all();
            return all.hasInterval() && all.logMean() + PairRule.CLEAR * Math.sqrt(all.variance()) < Math.log1p(find);
        }
    }

    /** The same, with a difference that does not count, see {@link Floor}. */
    PairResult withinFloor() {
        return new PairResult(pairs, score.withinFloor(), morePairs, isClear, limit, analyses, drift);
    }

    public Verdict verdict() {
        return score.verdict();
    }

    /** Whether {@code compare} measures no more pairs of the row: it has a verdict, or has had all interim analyses. */
    public boolean isFinished() {
        return verdict().isDecided() || pairs >= PairRule.MOST_PAIRS;
    }

    public Optional<RowDrift> significantDrift() {
        return drift.filter(trend -> trend.isMoving(DRIFT_ALPHA));
    }

    /** A drift in words, from two logarithms of head's time over base's. */
    static String fromTo(double first, double last) {
        return "from " + EstimateText.change(Math.exp(first)) + " to " + EstimateText.change(Math.exp(last));
    }
}
