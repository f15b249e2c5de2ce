package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import java.util.List;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.special.Gamma;

/**
 * Moderated variances with the weight and the centre of the prior fitted as Smyth does (2004, section 6.2), by the moments of the
 * logarithms of the variances: what the ladder does not do, to show why.
 */
final class FittedModeration {
    /** Where the variances differ by no more than chance does, the weight is infinite; this is as good. */
    private static final double INFINITE = 1e6;

    /** A variance below this part of the median one is taken for it, as it has no logarithm. */
    private static final double SMALLEST = 1e-5;

    private FittedModeration() {}

    static List<Estimate> moderated(List<Estimate> rows) {
        double[] variances =
                rows.stream().mapToDouble(row -> row.variance() * row.forks()).toArray();
        double floor = SMALLEST * Math.max(Double.MIN_NORMAL, Metric.median(variances));
        double[] logs = new double[variances.length];
        double mean = 0;
        double expected = 0;
        for (int i = 0; i < logs.length; i++) {
            double half = rows.get(i).degrees() / 2;
            logs[i] = Math.log(Math.max(floor, variances[i])) - Gamma.digamma(half) + Math.log(half);
            mean += logs[i] / logs.length;
            expected += Gamma.trigamma(half) / logs.length;
        }
        double excess = -expected;
        for (double log : logs) {
            excess += (log - mean) * (log - mean) / (logs.length - 1);
        }
        double degrees = degrees(excess);
        double centre = Math.exp(mean + (degrees < INFINITE ? Gamma.digamma(degrees / 2) - Math.log(degrees / 2) : 0));
        return rows.stream()
                .map(row -> {
                    double sum = degrees + row.degrees();
                    double variance = (degrees * centre + row.degrees() * row.variance() * row.forks()) / sum;
                    return new Estimate(row.logMean(), variance / row.forks(), sum, row.forks());
                })
                .toList();
    }

    private static double degrees(double excess) {
        if (excess <= Gamma.trigamma(INFINITE / 2)) {
            return INFINITE;
        }
        return new BrentSolver().solve(1000, d -> Gamma.trigamma(d / 2) - excess, 1e-6, INFINITE);
    }
}
