package dev.callcost.stats;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A positive quantity (a score, or a ratio or sum of scores) as independent forks estimate it, on the log scale, where
 * relative noise is symmetric. The interval at 99 % is Student's t over the forks' values, or Welch's when two
 * estimates are combined. Iterations within a fork are not independent and never shorten the interval.
 *
 * @param logMean the mean of the forks' logarithms
 * @param variance the variance of that mean
 * @param degrees the variance's degrees of freedom; 0 when there are too few forks for an interval
 * @param forks the number of forks, the smaller one when two estimates are combined
 * @param slack how much farther the interval reaches on both sides, on the log scale, whatever its confidence
 */
public record Estimate(double logMean, double variance, double degrees, int forks, double slack) {
    /** The probability that the interval covers the value. */
    public static final double CONFIDENCE = 0.99;

    /** An estimate whose interval has no slack. */
    public Estimate(double logMean, double variance, double degrees, int forks) {
        this(logMean, variance, degrees, forks, 0);
    }

    /** From one logarithm per fork, or one difference of logarithms per pair of forks. */
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

    /** In the unit of the scores. */
    public double value() {
        return Math.exp(logMean);
    }

    /** The lower end of the interval at {@link #CONFIDENCE}; NaN without an interval, like all ends and widths. */
    public double low() {
        return low(CONFIDENCE);
    }

    public double high() {
        return high(CONFIDENCE);
    }

    public double low(double confidence) {
        return Math.exp(logMean - logHalfWidth(confidence));
    }

    public double high(double confidence) {
        return Math.exp(logMean + logHalfWidth(confidence));
    }

    public boolean hasInterval() {
        return degrees > 0;
    }

    /** The upper half width as a share of the value. The lower half width is a little smaller. */
    public double relativeHalfWidth() {
        return Math.expm1(logHalfWidth(CONFIDENCE));
    }

    /**
     * The two-sided probability of an estimate at least this far from a logarithm that is the truth; 1 without an
     * interval.
     */
    public double probabilityOf(double log) {
        double distance = Math.abs(logMean - log) - slack;
        return hasInterval() && distance > 0
                ? 2 * students().cumulativeProbability(-distance / Math.sqrt(variance))
                : 1;
    }

    /** Whether there is an interval and all of it lies above a number. */
    public boolean isAbove(double number) {
        return low() > number;
    }

    public boolean isBelow(double number) {
        return high() < number;
    }

    public Estimate times(double factor) {
        return new Estimate(logMean + Math.log(factor), variance, degrees, forks, slack);
    }

    public Estimate inverse() {
        return new Estimate(-logMean, variance, degrees, forks, slack);
    }

    /** The estimate with another number of forks that scatter as these do. */
    public Estimate withForks(int number) {
        return new Estimate(logMean, variance * forks / number, degrees + number - forks, number);
    }

    /** The ratio to an estimate in the same unit and from other forks. */
    public Estimate ratioTo(Estimate other) {
        int fewer = Math.min(forks, other.forks);
        if (!hasInterval() || !other.hasInterval()) {
            return new Estimate(logMean - other.logMean, 0, 0, fewer);
        }
        double total = variance + other.variance;
        double welch =
                total * total / (variance * variance / degrees + other.variance * other.variance / other.degrees);
        return new Estimate(logMean - other.logMean, total, total == 0 ? degrees + other.degrees : welch, fewer);
    }

    /**
     * The ratio to an estimate from other forks that is expected to scatter alike: the variance is pooled over both.
     * With different numbers of forks, a pooled variance would hide that the side with fewer forks scatters more. Then
     * the larger of the pooled and Welch's variance counts, with Welch's degrees of freedom.
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

    /** Half of the interval of the logarithm. */
    public double logHalfWidth(double confidence) {
        return hasInterval()
                ? slack + Math.sqrt(variance) * students().inverseCumulativeProbability((1 + confidence) / 2)
                : Double.NaN;
    }

    private TDistribution students() {
        return TDistribution.of(degrees);
    }
}
