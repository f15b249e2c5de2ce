package dev.callcost.stats;

import dev.callcost.data.Estimate;
import dev.callcost.text.Numbers;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The difference of two times from different forks, in nanoseconds. Variances on the log scale become variances of the times by the first term of
 * their series, which holds as long as intervals are small against the times.
 *
 * @param value the first less the second
 * @param halfWidth half of its interval at {@link Estimate#CONFIDENCE}, by Welch's t over forks; NaN when one of them has no interval
 */
public record Difference(double value, double halfWidth) {

    public static Difference of(Estimate whole, Estimate part) {
        double value = whole.value() - part.value();
        if (!whole.hasInterval() || !part.hasInterval()) {
            return new Difference(value, Double.NaN);
        }
        double v = whole.value() * whole.value() * whole.variance();
        double w = part.value() * part.value() * part.variance();
        double degrees = (v + w) * (v + w) / (v * v / whole.degrees() + w * w / part.degrees());
        double quantile = v + w == 0
                ? 0
                : new TDistribution(null, degrees).inverseCumulativeProbability((1 + Estimate.CONFIDENCE) / 2);
        return new Difference(value, quantile * Math.sqrt(v + w));
    }

    /** Whether another measurement of the same difference is as near as both intervals allow; false without intervals. */
    public boolean agreesWith(Difference other) {
        return Math.abs(value - other.value) <= Math.hypot(halfWidth, other.halfWidth);
    }

    /** As a time: {@code 27.7 us ±2.10 us}. */
    public String time() {
        return time(value) + (Double.isNaN(halfWidth) ? "" : " ±" + Numbers.plainTime(halfWidth));
    }

    /** Nanoseconds with the unit that fits, and a sign when they are negative. */
    public static String time(double nanos) {
        return (nanos < 0 ? "-" : "") + Numbers.plainTime(Math.abs(nanos));
    }
}
