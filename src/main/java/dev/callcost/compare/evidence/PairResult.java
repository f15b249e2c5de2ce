package dev.callcost.compare.evidence;

import dev.callcost.data.EstimateText;
import dev.callcost.data.RowDrift;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A row's deciding pairs, judged at the interim analyses that they have reached. The same pairs give the same verdict
 * when they are judged again.
 *
 * @param pairs how many there are; those after the last interim analysis count for {@code isClear} and {@code drift}
 *     alone
 * @param score estimates and verdicts; an estimate's forks are the judged pairs, or all pairs before the first interim
 *     analysis
 * @param morePairs the estimated number of further pairs that a verdict needs; zero with a verdict, and where pairs
 *     would not give one
 * @param isClear whether a slowdown that is to be found would have been seen
 * @param limit head's time over base's that the truth exceeds in 5 % of comparisons: the one-sided 95 % limit by all
 *     deciding pairs; NaN without an interval
 * @param drift of the difference within the measured iterations of all pairs
 */
public record PairResult(int pairs, ScoreChange score, int morePairs, boolean isClear, double limit, PairDrift drift) {
    /**
     * The priors of a row's variance.
     *
     * @param atAnalyses the prior when each interim analysis was reached; where there are fewer, the present one
     * @param now by all pairs of all rows
     */
    public record Priors(List<Moderation> atAnalyses, Moderation now) {
        Moderation at(int analysis) {
            return analysis < atAnalyses.size() ? atAnalyses.get(analysis) : now;
        }
    }

    /**
     * What pairs show before the rows are judged together.
     *
     * @param pairs in the order in which they ended, without first and excluded pairs; several sessions one after the
     *     other; at least one
     * @param priors of the variance of the deciding statistic
     * @param meanDecides see {@link RowSides#differInMemory}
     */
    public record Evidence(List<PairDifference> pairs, Priors priors, boolean meanDecides, PairDrift drift) {
        public static Evidence of(List<PairDifference> pairs, Priors priors, boolean meanDecides, double margin) {
            return new Evidence(pairs, priors, meanDecides, PairDrift.of(pairs, meanDecides, margin));
        }

        Analyses by(ToDoubleFunction<PairDifference> statistic) {
            return new Analyses(pairs.stream().mapToDouble(statistic).boxed().toList(), priors);
        }

        /** The means of all iterations, or of those after the drift. */
        private Analyses byMean() {
            return by(
                    isJudgedLate()
                            ? difference -> difference
                                    .course()
                                    .byMeanFrom()
                                    .get(drift.over().getAsInt())
                            : PairDifference::byMean);
        }

        public Analyses deciding() {
            return meanDecides ? byMean() : by(PairDifference::byFastest);
        }

        /** Whether the part of the iterations after the drift decides. Fastest quarters are mostly there already. */
        boolean isJudgedLate() {
            return meanDecides && drift.over().isPresent();
        }

        /** Whether the difference, or a part of it, belongs to the warm-up. */
        public boolean isDrifting() {
            return drift.significant().isPresent() && !isJudgedLate();
        }

        /** @param rule the row's own: its margin, and the level that rows have together */
        public PairResult judge(VerdictRule rule) {
            Analyses byFastest = by(PairDifference::byFastest);
            Analyses byMean = byMean();
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
                    deciding().isClear(),
                    Math.exp(deciding().limit()),
                    drift);
        }

        /**
         * SAME takes both statistics: a slow mode that leaves a quarter of the iterations fast shows in the median
         * alone.
         */
        private static Verdict verdict(Analyses deciding, Analyses other, VerdictRule rule) {
            return deciding.isWithinMargin(rule) && other.isWithinMargin(rule)
                    ? Verdict.SAME
                    : deciding.difference(rule);
        }
    }

    /**
     * The differences of a row's deciding pairs by one statistic, and what the interim analyses make of them.
     *
     * @param values the logarithm of head's time over base's of each pair, in the order in which they ended; at least
     *     one
     * @param priors of their variance
     */
    public record Analyses(List<Double> values, Priors priors) {
        /** The confidence of the two-sided interval whose upper end is the one-sided limit at 95 %. */
        private static final double LIMIT = 0.9;

        /** The last of the pairs that are judged; all before the first interim analysis. */
        Estimate last() {
            int pairs = values.size();
            return of(
                    pairs > PairRule.MOST_PAIRS
                            ? pairs
                            : PairRule.lastAnalysis(pairs).orElse(pairs),
                    priors.now);
        }

        public Estimate all() {
            return of(values.size(), priors.now);
        }

        private Estimate of(int pairs, Moderation prior) {
            return prior.moderated(Moderation.Own.ofMean(Estimate.ofLogs(values.subList(0, pairs))));
        }

        /**
         * The estimates of the interim analyses that the pairs have reached, each with the prior that there was; pairs
         * of several sessions beyond the last analysis are one more.
         */
        Stream<Estimate> reached() {
            return Stream.concat(
                    IntStream.range(0, PairRule.ANALYSES.size())
                            .filter(analysis -> PairRule.ANALYSES.get(analysis) <= values.size())
                            .mapToObj(analysis -> of(PairRule.ANALYSES.get(analysis), priors.at(analysis))),
                    Stream.of(values.size())
                            .filter(pairs -> pairs > PairRule.MOST_PAIRS)
                            .map(pairs -> of(pairs, priors.now)));
        }

        /**
         * The two-sided probability of the largest difference at any interim analysis, where there is none; 1 before
         * the first.
         */
        public double probability() {
            return reached().mapToDouble(it -> it.probabilityOf(0)).min().orElse(1);
        }

        boolean isWithinMargin(VerdictRule rule) {
            Estimate last = last();
            return values.size() >= PairRule.FEWEST_PAIRS
                    && last.hasInterval()
                    && Math.abs(last.logMean()) + last.logHalfWidth(rule.confidence()) < Math.log1p(rule.margin());
        }

        /**
         * SLOWER or FASTER where the largest difference at any interim analysis has at most the rule's level, otherwise
         * UNDECIDED.
         */
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

        /** Whether a slowdown that is to be found is too far above all pairs to be there. */
        boolean isClear() {
            Estimate all = all();
            return all.hasInterval() && all.logMean() + PairRule.CLEAR * Math.sqrt(all.variance()) < PairRule.FIND;
        }
    }

    /** The same, with a difference that does not count, see {@link Floor}. */
    public PairResult withinFloor() {
        return new PairResult(pairs, score.withinFloor(), morePairs, isClear, limit, drift);
    }

    /** The same of a row whose difference drifts. */
    public PairResult warmingUp() {
        return new PairResult(pairs, score.undecided(), 0, false, limit, drift);
    }

    public Verdict verdict() {
        return score.verdict();
    }

    /** Whether {@code compare} measures no more pairs of the row: it has a verdict, or has had all interim analyses. */
    public boolean isFinished() {
        return verdict().isDecided() || pairs >= PairRule.MOST_PAIRS;
    }

    /** Whether the iterations after the drift decided. */
    public boolean isJudgedLate() {
        return score.meanDecides() && drift.over().isPresent();
    }

    public Optional<RowDrift> significantDrift() {
        return drift.significant();
    }

    /** A drift in words, from two logarithms of head's time over base's. */
    public static String fromTo(double first, double last) {
        return "from " + EstimateText.change(Math.exp(first)) + " to " + EstimateText.change(Math.exp(last));
    }

    /**
     * How a row's difference drifts within the measured iterations of its pairs.
     *
     * @param significant the drift that is significant and exceeds a third of the margin; empty without one
     * @param over the fifth from which on the difference stands still; empty where it does not, and without a drift
     */
    record PairDrift(Optional<RowDrift> significant, OptionalInt over) {
        private static final PairDrift NONE = new PairDrift(Optional.empty(), OptionalInt.empty());

        /**
         * More than the 1 % of a verdict: a false drift costs some pairs, a missed drift makes a difference of the
         * warm-up a verdict.
         */
        private static final double ALPHA = 0.05;

        /** The interval with this confidence must be below the limit: two one-sided tests at {@link #ALPHA}. */
        private static final double CONFIDENCE = 1 - 2 * ALPHA;

        /** Of the margin. */
        private static final double SHARE = 1.0 / 3;

        /** The last three fifths, or two, may be after the drift. */
        private static final int EARLIEST_OVER = 2;

        private static final int LATEST_OVER = 3;

        /** @param byMeans whether means decide, which slow moments of a warm-up move and leave medians alone */
        static PairDrift of(List<PairDifference> pairs, boolean byMeans, double margin) {
            if (pairs.size() < PairRule.FEWEST_PAIRS) {
                return NONE;
            }
            List<List<List<Double>>> statistics = Stream.<Function<PairDifference.Course, List<Double>>>of(
                            PairDifference.Course::fifths, PairDifference.Course::fifthsByMean)
                    .limit(byMeans ? 2 : 1)
                    .map(statistic -> pairs.stream()
                            .map(pair -> statistic.apply(pair.course()))
                            .toList())
                    .toList();
            Optional<RowDrift> significant = statistics.stream()
                    .flatMap(levels -> RowDrift.of(levels).stream())
                    .filter(drift -> drift.isMoving(ALPHA, SHARE * margin))
                    .findFirst();
            return significant.isEmpty()
                    ? NONE
                    : new PairDrift(
                            significant,
                            IntStream.rangeClosed(EARLIEST_OVER, LATEST_OVER)
                                    .filter(from ->
                                            statistics.stream().allMatch(levels -> standsStill(levels, from, margin)))
                                    .findFirst());
        }

        /** Whether the drift from a fifth on is proven to be within the limit. */
        private static boolean standsStill(List<List<Double>> levels, int from, double margin) {
            Estimate change = Estimate.ofLogs(levels.stream()
                    .map(fifths -> RowDrift.change(fifths.subList(from, fifths.size())))
                    .toList());
            return Math.abs(change.logMean()) + change.logHalfWidth(CONFIDENCE) < Math.log1p(SHARE * margin);
        }
    }
}
