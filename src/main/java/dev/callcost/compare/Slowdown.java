package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Rule;

/**
 * How much longer head's time is than base's, before it is judged.
 *
 * @param byMedian the ratio by the median of each fork's iterations
 * @param byMean the ratio by their mean
 * @param meanDecides which of the two counts
 * @param prior what moderates its variance
 */
public record Slowdown(Estimate byMedian, Estimate byMean, boolean meanDecides, Moderation.Prior prior) {

    /** The probability of such a ratio, or one farther from 1, where the sides do not differ; 1 where too few forks stand behind it. */
    public double probability() {
        Estimate deciding = meanDecides ? byMean : byMedian;
        return deciding.forks() < fewestForks() ? 1 : deciding.probabilityOf(0);
    }

    /** The forks of a side below which there is no verdict. */
    public int fewestForks() {
        return prior == Moderation.Prior.NONE ? Rule.FEWEST_FORKS : Rule.FEWEST_FORKS_MODERATED;
    }

    ScoreComparison judged(Rule rule) {
        return new ScoreComparison(
                byMedian, byMean, rule.judge(byMedian, fewestForks()), rule.judge(byMean, fewestForks()), meanDecides);
    }
}
