package dev.callcost.compare;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * The probability behind a share, by Clopper and Pearson (<i>The use of confidence or fiducial limits illustrated in the case of the
 * binomial</i>, Biometrika 26, 1934): the ends are those probabilities with which so large or so small a share is half as likely as the
 * interval may err. By the beta distribution, for which a sample's size need not be whole.
 *
 * @param low the lower end
 * @param high the upper end
 */
public record ExactInterval(double low, double high) {
    /** The probability that an interval is meant to cover at least. */
    public static final double CONFIDENCE = 0.99;

    /**
     * The interval of a share.
     *
     * @param share between 0 and 1
     * @param size of how many, more than none
     */
    static ExactInterval of(double share, double size) {
        double tail = (1 - CONFIDENCE) / 2;
        double count = share * size;
        return new ExactInterval(
                share == 0 ? 0 : quantile(count, size - count + 1, tail),
                share == 1 ? 1 : quantile(count + 1, size - count, 1 - tail));
    }

    private static double quantile(double alpha, double beta, double probability) {
        return new BetaDistribution(alpha, beta).inverseCumulativeProbability(probability);
    }

    /**
     * The probability above which none of so many would seldom be seen: the upper end of the one-sided interval.
     *
     * @param size how many there were, at least one
     */
    public static double aboveNoneOf(int size) {
        return 1 - Math.pow(1 - CONFIDENCE, 1.0 / size);
    }
}
