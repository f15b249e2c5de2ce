package dev.callcost.stats;

import dev.callcost.data.Estimate;
import java.util.function.DoublePredicate;

/**
 * How a row is judged.
 *
 * @param margin the relative difference that does not matter, such as 0.03
 * @param level the probability that the interval of one row misses the truth
 */
public record Rule(double margin, double level) {
    /** The margin unless the user names another. */
    public static final double MARGIN = 0.03;

    /**
     * The probability of any wrong SLOWER or FASTER where all rows of a comparison are of identical code; and where some are not, the share of
     * wrong ones that is to be expected among all.
     */
    public static final double ALPHA = BenjaminiHochberg.ALPHA;

    /** Below so many forks a side there is no verdict by Student's t. */
    public static final int FEWEST_FORKS = 5;

    /** Above so many forks or pairs nobody measures on: the machine does not show such a difference. */
    private static final int MOST_THAT_TELL = 100;

    /** Below so many there is none where variances are moderated over rows. */
    public static final int FEWEST_FORKS_MODERATED = 2;

    /**
     * What would settle a row that is undecided.
     *
     * @param number about how many there would have to be
     * @param what of which, such as "more pairs"
     */
    public static String wouldTell(int number, String what) {
        return number > MOST_THAT_TELL
                ? "no " + MOST_THAT_TELL + " " + what + " would tell: not on this machine"
                : "some " + number + " " + what + " would tell";
    }

    /**
     * Checks both numbers.
     *
     * @throws IllegalArgumentException when one is not between 0 and 1
     */
    public Rule {
        if (!(margin > 0 && margin < 1)) {
            throw new IllegalArgumentException("the margin must be between 0 and 1, was " + margin);
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("the level must be between 0 and 1, was " + level);
        }
    }

    /**
     * The rule for rows that are judged together after Benjamini and Hochberg: the more of them differ, the less is asked of each. Their
     * intervals are at the level to which tests were believed, so that a row is believed when its interval does not hold 1, and miss the truth in no more
     * than that share of the rows believed (Benjamini, Yekutieli, <i>False discovery rate-adjusted multiple confidence intervals for selected parameters</i>, 2005).
     *
     * @param probabilities of each row's difference, or a larger one, where there is none
     * @param margin see {@link Rule}
     */
    public static Rule forDiscoveries(double[] probabilities, double margin) {
        int believed = Math.max(1, BenjaminiHochberg.believed(probabilities));
        return new Rule(margin, ALPHA * believed / Math.max(1, probabilities.length));
    }

    /** The confidence of a row's interval. */
    public double confidence() {
        return 1 - level;
    }

    /**
     * Judges one row.
     *
     * @param slowdown head's time over base's
     * @param fewestForks of a side, below which there is no verdict
     */
    public Verdict judge(Estimate slowdown, int fewestForks) {
        if (slowdown.forks() < fewestForks) {
            return Verdict.CANNOT_TELL;
        }
        return verdict(
                log -> slowdown.logMean() > log && slowdown.probabilityOf(log) < level,
                log -> slowdown.logMean() < log && slowdown.probabilityOf(log) < level);
    }

    /**
     * Judges one row by its interval.
     *
     * @param low the lower end of the interval of head's time over base's
     * @param high the upper end
     */
    public Verdict judge(double low, double high) {
        return verdict(log -> Math.log(low) > log, log -> Math.log(high) < log);
    }

    /**
     * SAME takes two one-sided tests (TOST; Schuirmann, <i>A comparison of the two one-sided tests procedure and the power approach</i>, 1987), one against
     * each end of the margin, each at half of the level.
     *
     * @param isAbove whether the interval lies above a logarithm
     * @param isBelow whether it lies below
     */
    private Verdict verdict(DoublePredicate isAbove, DoublePredicate isBelow) {
        double bound = Math.log1p(margin);
        if (isAbove.test(-bound) && isBelow.test(bound)) {
            return Verdict.SAME;
        }
        if (isAbove.test(0)) {
            return Verdict.SLOWER;
        }
        return isBelow.test(0) ? Verdict.FASTER : Verdict.UNDECIDED;
    }

    /**
     * About how many forks a side would settle an UNDECIDED row, if its value and its spread stay what they are.
     *
     * @param slowdown head's time over base's
     */
    public int forksNeeded(Estimate slowdown) {
        double halfWidth = Math.log(slowdown.high(confidence())) - slowdown.logMean();
        double factor = halfWidth / settlingHalfWidth(slowdown);
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(slowdown.forks() * factor * factor));
    }

    /**
     * How narrow the interval must become for a verdict, if the value stays what it is: narrow enough to exclude either no
     * difference or the margin, whichever is farther from the value.
     *
     * @param slowdown head's time over base's
     * @return half of the interval's width on the log scale
     */
    public double settlingHalfWidth(Estimate slowdown) {
        double difference = Math.abs(slowdown.logMean());
        return Math.max(difference, Math.log1p(margin) - difference);
    }
}
