package dev.callcost.bill;

import dev.callcost.data.Estimate;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A share over independent forks: the mean, with Student's t at {@link Estimate#CONFIDENCE}.
 *
 * @param ofForks the shares themselves, from 0 to 1, in place of logarithms
 */
record CategoryShare(Estimate ofForks) {
    private static final double QUANTILE =
            new NormalDistribution(null, 0, 1).inverseCumulativeProbability((1 + Estimate.CONFIDENCE) / 2);

    static CategoryShare of(List<Double> shares) {
        return new CategoryShare(Estimate.ofLogs(shares));
    }

    double mean() {
        return ofForks.logMean();
    }

    /** Half of the interval, as a share; NaN with one fork. */
    double halfWidth() {
        return ofForks.logHalfWidth(Estimate.CONFIDENCE);
    }

    /** About how many forks give a half width with the deviation so far; at least 2. */
    int forksFor(double halfWidth) {
        double enough = QUANTILE * QUANTILE * ofForks.variance() * ofForks.forks() / (halfWidth * halfWidth);
        return 2 + (int) Math.ceil(enough); // Student's t needs more than the normal distribution
    }
}
