package dev.callcost.pages;

import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * The difference of two times from different forks, in nanoseconds. Variances on the log scale become variances of the
 * times by the first term of their series, which holds as long as intervals are small against the times.
 *
 * @param value the first less the second
 * @param halfWidth half of its interval at {@link Estimate#CONFIDENCE}, by Welch's t over forks; NaN when one of them
 *     has no interval
 */
record Difference(double value, double halfWidth) {

    static Difference of(Estimate whole, Estimate part) {
        Estimate difference = linear(whole).ratioTo(linear(part));
        return new Difference(difference.logMean(), difference.logHalfWidth(Estimate.CONFIDENCE));
    }

    /**
     * An estimate with its value in place of the logarithm: differences of values are combined as differences of
     * logarithms are.
     */
    private static Estimate linear(Estimate time) {
        double value = time.value();
        return new Estimate(value, value * value * time.variance(), time.degrees(), time.forks());
    }

    /** As a time, both with one unit and as many decimals: {@code 27.7 us ±2.1 us}. */
    String time() {
        String[] time = Numbers.signedTime(value).split(" ");
        double unit = Math.pow(1000, Numbers.TIME_UNITS.indexOf(time[1]));
        int decimals = new BigDecimal(time[0]).scale();
        return String.join(" ", time)
                + (Double.isNaN(halfWidth)
                        ? ""
                        : String.format(Locale.ROOT, " ±%." + decimals + "f %s", halfWidth / unit, time[1]));
    }
}
