package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.stream.Stream;

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
        int judged = PairedRule.judged(values.size());
        return of(judged == 0 ? values.size() : judged);
    }

    Estimate all() {
        return of(values.size());
    }

    private Estimate of(int pairs) {
        return prior.moderated(Moderation.Own.ofMean(Estimate.ofLogs(values.subList(0, pairs))));
    }

    /** The estimates of the interim analyses that the pairs have reached. */
    Stream<Estimate> reached() {
        return Stream.concat(
                        PairedRule.ANALYSES.stream().filter(pairs -> pairs <= values.size()),
                        Stream.of(values.size()).filter(pairs -> pairs > PairedRule.MOST_PAIRS))
                .map(this::of);
    }

    /** The estimate of the interim analysis whose difference from none is the least probable; of all pairs before the first. */
    private Estimate leastProbable() {
        return reached()
                .reduce((one, other) -> other.probabilityOf(0) < one.probabilityOf(0) ? other : one)
                .orElseGet(this::all);
    }

    /** The two-sided probability of the largest difference at any interim analysis, where there is none; 1 before the first. */
    double probability() {
        return reached().mapToDouble(it -> it.probabilityOf(0)).min().orElse(1);
    }

    boolean isWithinMargin(Rule rule) {
        Estimate last = last();
        return values.size() >= PairedRule.FEWEST_PAIRS
                && last.hasInterval()
                && Math.abs(last.logMean()) + last.logHalfWidth(rule.confidence()) < Math.log1p(rule.margin());
    }

    /** SLOWER or FASTER where the probability is at most the rule's level, otherwise UNDECIDED. */
    Verdict difference(Rule rule) {
        return probability() > rule.level()
                ? Verdict.UNDECIDED
                : leastProbable().logMean() > 0 ? Verdict.SLOWER : Verdict.FASTER;
    }

    /** On which side of the margin all of the interval lies: SLOWER, FASTER or UNDECIDED. */
    Verdict beyondMargin(Rule rule) {
        Estimate last = last();
        boolean isBeyond = values.size() >= PairedRule.FEWEST_PAIRS
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
        return all.hasInterval() && all.logMean() + PairedRule.CLEAR * Math.sqrt(all.variance()) < Math.log1p(find);
    }
}
