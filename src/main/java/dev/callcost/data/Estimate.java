package dev.callcost.data;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * An estimate of a positive quantity (a score, a sum of scores, or a ratio of two) from independent forks. It is on the log scale, where relative noise is
 * symmetric. The interval is Student's t at 99 % over the forks' values, or Welch's when the estimate is made of two estimates. {@code Moderation} moderates
 * variances. Iterations within a fork are not independent and never shorten the interval.
 *
 * @param logMean the mean of the forks' logarithmic values
 * @param variance the variance of that mean
 * @param degrees the degrees of freedom of the variance; 0 when there are too few forks for an interval
 * @param forks the number of forks; the smaller number when the estimate is made of two estimates
 */
public record Estimate(double logMean, double variance, double degrees, int forks) {
    /** The probability that the interval covers the value. */
    public static final double CONFIDENCE = 0.99;

    /**
     * The estimate from one logarithmic value per fork, or from one difference of two such values per pair of forks.
     *
     * @throws IllegalArgumentException when the list is empty
     */
    public static Estimate ofLogs(List<Double> logs) {
        int n = logs.size();
        double mean = logs.stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow(() -> new IllegalArgumentException("no forks"));
        double squares =
                logs.stream().mapToDouble(log -> (log - mean) * (log - mean)).sum();
        return new Estimate(mean, n < 2 ? 0 : squares / (n - 1) / n, n - 1, n);
    }

    /** The value in the unit of the scores. */
    public double value() {
        return Math.exp(logMean);
    }

    /** The lower end of the interval at {@link #CONFIDENCE}, NaN without one. */
    public double low() {
        return low(CONFIDENCE);
    }

    /** The upper end of the interval at {@link #CONFIDENCE}, NaN without one. */
    public double high() {
        return high(CONFIDENCE);
    }

    /** The lower end of the interval at another confidence, NaN without one. */
    public double low(double confidence) {
        return Math.exp(logMean - logHalfWidth(confidence));
    }

    /** The upper end of the interval at another confidence, NaN without one. */
    public double high(double confidence) {
        return Math.exp(logMean + logHalfWidth(confidence));
    }

    /** Whether there is an interval, which needs at least two forks in each part. */
    public boolean hasInterval() {
        return degrees > 0;
    }

    /** The upper half width of the interval as a share of the value, NaN without one. The lower half width is a little smaller. */
    public double relativeHalfWidth() {
        return Math.expm1(logHalfWidth(CONFIDENCE));
    }

    /**
     * The two-sided probability of an estimate at least this far from a value when that value is the truth; 1 without an interval.
     *
     * @param log the logarithm of the value
     */
    public double probabilityOf(double log) {
        return hasInterval() && logMean != log
                ? 2
                        * new TDistribution(null, degrees)
                                .cumulativeProbability(-Math.abs(logMean - log) / Math.sqrt(variance))
                : 1;
    }

    /** Whether there is an interval and all of it lies above a number. */
    public boolean isAbove(double number) {
        return low() > number;
    }

    /** Whether there is an interval and all of it lies below a number. */
    public boolean isBelow(double number) {
        return high() < number;
    }

    /** The same quantity in another unit. */
    public Estimate times(double factor) {
        return new Estimate(logMean + Math.log(factor), variance, degrees, forks);
    }

    /** One over the quantity, such as a time per operation from a throughput. */
    public Estimate inverse() {
        return new Estimate(-logMean, variance, degrees, forks);
    }

    /** The ratio of this estimate to another one in the same unit and from other forks. */
    public Estimate ratioTo(Estimate other) {
        return combined(logMean - other.logMean, variance, other, other.variance);
    }

    /**
     * The ratio of this estimate to another one from other forks, when both are expected to scatter alike: the variance is pooled over both. If the numbers of
     * forks differ, a pooled variance would hide that the side with fewer forks scatters more. Then the larger of the pooled variance and Welch's counts, with
     * Welch's degrees of freedom.
     */
    public Estimate pooledRatioTo(Estimate other) {
        Estimate welch = ratioTo(other);
        if (!welch.hasInterval()) {
            return welch;
        }
        double sum = degrees + other.degrees;
        if (forks == other.forks) {
            return new Estimate(welch.logMean, welch.variance, sum, forks);
        }
        double pooled = (degrees * forks * variance + other.degrees * other.forks * other.variance)
                / sum
                * (1.0 / forks + 1.0 / other.forks);
        return new Estimate(welch.logMean, Math.max(pooled, welch.variance), welch.degrees, welch.forks);
    }

    /** The sum of this estimate and another one in the same unit and from other forks. */
    public Estimate plus(Estimate other) {
        double sum = value() + other.value();
        double part = value() / sum;
        double otherPart = other.value() / sum;
        return combined(Math.log(sum), part * part * variance, other, otherPart * otherPart * other.variance);
    }

    private Estimate combined(double mean, double v, Estimate other, double otherV) {
        int fewer = Math.min(forks, other.forks);
        if (!hasInterval() || !other.hasInterval()) {
            return new Estimate(mean, 0, 0, fewer);
        }
        double total = v + otherV;
        double welch = total * total / (v * v / degrees + otherV * otherV / other.degrees);
        return new Estimate(mean, total, total == 0 ? degrees + other.degrees : welch, fewer);
    }

    /** The distribution gets no generator of random numbers: to create one takes longer than the quantile. */
    private double logHalfWidth(double confidence) {
        if (!hasInterval()) {
            return Double.NaN;
        }
        return Math.sqrt(variance)
                * new TDistribution(null, degrees).inverseCumulativeProbability((1 + confidence) / 2);
    }
}
