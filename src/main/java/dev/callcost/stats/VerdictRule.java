package dev.callcost.stats;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;

/**
 * The verdict rule for one row.
 *
 * @param margin the relative difference that does not matter, such as 0.03; between 0 and 1
 * @param level the probability that the row's interval misses the truth; between 0 and 1
 */
public record VerdictRule(double margin, double level) {
    /** The margin unless the user names another. */
    public static final double MARGIN = 0.03;

    /**
     * The probability of any wrong SLOWER or FASTER where all rows of a comparison are of identical code; where some
     * are not, the expected share of wrong ones among all SLOWER and FASTER.
     */
    public static final double ALPHA = 0.01;

    /** With fewer forks a side, Student's t gives no verdict. */
    public static final int FEWEST_FORKS = 5;

    /** With fewer forks a side, there is no verdict where variances are moderated over rows. */
    public static final int FEWEST_FORKS_MODERATED = 2;

    /** The part of a row's level at which a mean is called slower although the median is the same. */
    private static final double MEANS_SHARE = 0.02;

    public VerdictRule {
        if (!(margin > 0 && margin < 1)) {
            throw new IllegalArgumentException("the margin must be between 0 and 1, was " + margin);
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("the level must be between 0 and 1, was " + level);
        }
    }

    /**
     * The rule for rows that are judged together. A row is significant when its interval excludes 1, and at most
     * {@link #ALPHA} of the significant rows' intervals miss the truth (Benjamini, Yekutieli, <i>False discovery
     * rate-adjusted multiple confidence intervals for selected parameters</i>, 2005).
     *
     * @param probabilities of each row's difference, or a larger one, where there is none
     */
    public static VerdictRule forDiscoveries(double[] probabilities, double margin) {
        return forDiscoveries(probabilities, margin, ALPHA);
    }

    /** The rule for rows that are judged together, with {@code alpha} in place of {@link #ALPHA}. */
    public static VerdictRule forDiscoveries(double[] probabilities, double margin, double alpha) {
        int significant = Math.max(1, significant(alpha, probabilities));
        return new VerdictRule(margin, alpha * significant / Math.max(1, probabilities.length));
    }

    /**
     * How many tests are significant, by Benjamini and Hochberg's procedure (J. R. Statist. Soc. B 57, 1995): those
     * with the smallest probabilities. The expected share of wrong ones among them is {@link #ALPHA} at most. Forty
     * rows tested at 1 % each would give a wrong warning in a third of all runs.
     *
     * @param probabilities of what each test saw, or more, where nothing is wrong
     */
    public static int significant(double... probabilities) {
        return significant(ALPHA, probabilities);
    }

    private static int significant(double alpha, double[] probabilities) {
        double[] sorted = probabilities.clone();
        Arrays.sort(sorted);
        int significant = sorted.length;
        while (significant > 0 && sorted[significant - 1] > alpha * significant / sorted.length) {
            significant--;
        }
        return significant;
    }

    /** The rule for each of several quantities of a row, which share its level (Bonferroni). */
    public VerdictRule sharedBy(int quantities) {
        return new VerdictRule(margin, level / quantities);
    }

    /** The probability of a row whose quantities share its level. */
    public static double shared(Collection<Double> probabilities) {
        return Math.min(1, probabilities.size() * Collections.min(probabilities));
    }

    /** The confidence of a row's interval. */
    public double confidence() {
        return 1 - level;
    }

    /**
     * SAME takes two one-sided tests at half of the level, one against each end of the margin (Schuirmann, <i>A
     * comparison of the two one-sided tests procedure and the power approach</i>, 1987).
     *
     * @param slowdown head's time over base's
     * @param fewestForks of a side, below which there is no verdict
     */
    public Verdict judge(Estimate slowdown, int fewestForks) {
        if (slowdown.forks() < fewestForks) {
            return Verdict.CANNOT_TELL;
        }
        double bound = Math.log1p(margin);
        if (isAbove(slowdown, -bound) && isBelow(slowdown, bound)) {
            return Verdict.SAME;
        }
        if (isAbove(slowdown, 0)) {
            return Verdict.SLOWER;
        }
        return isBelow(slowdown, 0) ? Verdict.FASTER : Verdict.UNDECIDED;
    }

    /** Whether the interval lies above a logarithm. */
    private boolean isAbove(Estimate slowdown, double log) {
        return slowdown.logMean() > log && slowdown.probabilityOf(log) < level;
    }

    private boolean isBelow(Estimate slowdown, double log) {
        return slowdown.logMean() < log && slowdown.probabilityOf(log) < level;
    }

    /**
     * On which side of the margin all of an interval lies: SLOWER, FASTER or UNDECIDED. {@link #MEANS_SHARE} of the
     * row's level is the interval's.
     *
     * @param byMean head's time over base's by the means, where the medians are the same
     */
    public Verdict beyondMargin(Estimate byMean) {
        double bound = Math.copySign(Math.log1p(margin), byMean.logMean());
        boolean isBeyond = byMean.forks() >= FEWEST_FORKS
                && Math.abs(byMean.logMean()) > Math.abs(bound)
                && byMean.probabilityOf(bound) < MEANS_SHARE * level;
        return !isBeyond ? Verdict.UNDECIDED : bound > 0 ? Verdict.SLOWER : Verdict.FASTER;
    }

    /** About how many forks a side would settle an UNDECIDED row, if its value and its spread stay what they are. */
    public int forksNeeded(Estimate slowdown) {
        return needed(slowdown, slowdown.forks());
    }

    /** @param measured forks or files a side that would have the estimate's variance */
    int needed(Estimate slowdown, double measured) {
        double halfWidth = Math.log(slowdown.high(confidence())) - slowdown.logMean();
        double factor = halfWidth / settlingHalfWidth(slowdown);
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(measured * factor * factor));
    }

    /**
     * Half of the width, on the log scale, that an interval around the value may have for a verdict: it excludes either
     * no difference or the margin, whichever is farther from the value.
     */
    public double settlingHalfWidth(Estimate slowdown) {
        double difference = Math.abs(slowdown.logMean());
        return Math.max(difference, Math.log1p(margin) - difference);
    }

    /** What a test of a difference says. */
    public enum Verdict {
        /** Significantly slower, and not proven to be within the margin: a regression. */
        SLOWER,
        /** Significantly faster, and not proven to be within the margin. */
        FASTER,
        /** Proven to be within the margin, by two one-sided tests. */
        SAME,
        /** Neither: more forks would decide. */
        UNDECIDED,
        /** Too few forks on one side for any verdict. */
        CANNOT_TELL;

        public boolean isDecided() {
            return this == SLOWER || this == FASTER || this == SAME;
        }
    }
}
