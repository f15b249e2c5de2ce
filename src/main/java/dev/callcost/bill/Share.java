package dev.callcost.bill;

import dev.callcost.data.Estimate;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A share over independent forks: the mean, with Student's t at {@link Estimate#CONFIDENCE}.
 *
 * @param mean the mean over forks, from 0 to 1
 * @param deviation the standard deviation of a fork's share; NaN with one fork
 * @param forks the number of forks
 */
record Share(double mean, double deviation, int forks) {

    private static final double UP_TO = (1 + Estimate.CONFIDENCE) / 2;

    /** @param values the share in each fork, at least one */
    static Share of(List<Double> values) {
        int n = values.size();
        double mean = values.stream().mapToDouble(it -> it).average().orElseThrow();
        double squares =
                values.stream().mapToDouble(it -> (it - mean) * (it - mean)).sum();
        return new Share(mean, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1)), n);
    }

    /** Half of the interval, as a share; NaN with one fork. */
    double halfWidth() {
        return forks < 2
                ? Double.NaN
                : deviation / Math.sqrt(forks) * new TDistribution(null, forks - 1).inverseCumulativeProbability(UP_TO);
    }

    /** About how many forks give a half width with the deviation so far; at least 2. */
    int forksFor(double halfWidth) {
        double quantile = new NormalDistribution(null, 0, 1).inverseCumulativeProbability(UP_TO);
        int enough = (int) Math.ceil(Math.pow(quantile * deviation / halfWidth, 2));
        return Math.max(2, enough + 2); // Student's t needs more than the normal distribution
    }
}
