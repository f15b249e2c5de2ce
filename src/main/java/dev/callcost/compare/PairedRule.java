package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How a row is judged by its pairs, at looks that were fixed before any pair was measured: a paired t test at each, by a level that
 * keeps the errors over all looks together within bounds. src/docs/statistics.md says how the level was found.
 */
public final class PairedRule {
    /**
     * The probability that one look's test rejects what is true, in one direction, for a row that is judged alone. Two-sided it is
     * one in a thousand.
     */
    public static final double LEVEL = 0.0005;

    /** The numbers of pairs at which a row is judged; between them nothing is concluded. */
    public static final List<Integer> LOOKS = List.of(6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60);

    /** The pairs that one run measures of a row at the most: the last look. */
    public static final int MOST_PAIRS = LOOKS.get(LOOKS.size() - 1);

    private final Rule rule;
    private final int rows;
    private final double[] critical = new double[MOST_PAIRS + 1];

    /**
     * A rule of any level.
     *
     * @param level one-sided, for each look of all rows together
     * @param rows how many rows are judged together, at least one
     * @param margin the relative difference that does not matter, see {@link Rule}
     * @throws IllegalArgumentException when there is no row or the margin is not between 0 and 1
     */
    public PairedRule(double level, int rows, double margin) {
        if (rows < 1) {
            throw new IllegalArgumentException("at least one row is judged, not " + rows);
        }
        this.rows = rows;
        rule = new Rule(margin, 2 * level / rows);
        LOOKS.forEach(look -> critical[look] = newCritical(look));
    }

    /** The rule for each of several rows that are judged together, from the first look on. */
    public static PairedRule forEachOf(int rows, double margin) {
        return new PairedRule(LEVEL, rows, margin);
    }

    /** Margin and confidence: the interval that an estimate has at this confidence is the one by which a look decides. */
    public Rule rule() {
        return rule;
    }

    /** How many rows are judged together. */
    public int rows() {
        return rows;
    }

    /**
     * How many of a row's pairs are judged when it has so many: up to the last look those of the look reached, and beyond it, which
     * several runs together come to, all. Zero before the first look.
     */
    public static int judged(int pairs) {
        return pairs > MOST_PAIRS
                ? pairs
                : LOOKS.stream().filter(look -> look <= pairs).reduce(0, Math::max);
    }

    /** How many pairs a row that has so many lacks until its next look; zero beyond the last. */
    static int pairsToLook(int pairs) {
        return LOOKS.stream().filter(look -> look > pairs).findFirst().orElse(pairs) - pairs;
    }

    /**
     * Judges a row at a look.
     *
     * @param slowdown head's time over base's, as the mean of the differences of as many pairs as are judged
     */
    public Verdict judge(Estimate slowdown) {
        if (slowdown.forks() < LOOKS.get(0)) {
            return Verdict.CANNOT_TELL;
        }
        double halfWidth = logHalfWidth(slowdown);
        return rule.judge(Math.exp(slowdown.logMean() - halfWidth), Math.exp(slowdown.logMean() + halfWidth));
    }

    /**
     * About how many pairs a row that is not settled would need in all, if its value and its spread stay what they are: the next look
     * at which the interval would be narrow enough. As the value will not stay, it is as likely to need more as fewer.
     *
     * @param slowdown head's time over base's, as the mean of the differences of pairs
     */
    public int pairsNeeded(Estimate slowdown) {
        if (!slowdown.hasInterval()) {
            return LOOKS.get(0);
        }
        double spread = Math.sqrt(slowdown.variance() * slowdown.forks());
        double factor = spread / rule.settlingHalfWidth(slowdown);
        for (int look : LOOKS) {
            if (look > slowdown.forks() && factor * critical[look] <= Math.sqrt(look)) {
                return look;
            }
        }
        double beyond = Math.ceil(Math.pow(factor * critical[MOST_PAIRS], 2));
        return (int) Math.min(Integer.MAX_VALUE, Math.max(slowdown.forks() + 1.0, beyond));
    }

    /** Half of the interval's width on the log scale. */
    public double logHalfWidth(Estimate slowdown) {
        int pairs = slowdown.forks();
        boolean known = pairs <= MOST_PAIRS && critical[pairs] > 0;
        return Math.sqrt(slowdown.variance()) * (known ? critical[pairs] : newCritical(pairs));
    }

    private double newCritical(int pairs) {
        return new TDistribution(pairs - 1.0).inverseCumulativeProbability((1 + rule.confidence()) / 2);
    }
}
