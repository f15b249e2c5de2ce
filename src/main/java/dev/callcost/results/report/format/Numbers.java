package dev.callcost.results.report.format;

import dev.callcost.results.Estimate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as the tables print them: three significant digits, no exponents, a point for the fraction. */
public final class Numbers {
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};

    private Numbers() {}

    /** A time with the unit that fits, and the half width of its interval: {@code 61.2 us ±1.3%}. */
    public static String time(Estimate nanos) {
        return plainTime(nanos) + plusMinus(nanos);
    }

    /** A time with the unit that fits: {@code 61.2 us}. */
    public static String plainTime(Estimate nanos) {
        return plainTime(nanos.value());
    }

    /** A time in nanoseconds with the unit that fits: {@code 61.2 us}. */
    public static String plainTime(double nanos) {
        double value = rounded(nanos).doubleValue();
        int unit = 0;
        while (value >= 1000 && unit < TIME_UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return significant(value) + " " + TIME_UNITS[unit];
    }

    /** A number whose unit stands in the head of its column, and the half width of its interval: {@code 2450 ±1.3%}. */
    public static String plain(Estimate value) {
        return significant(value.value()) + plusMinus(value);
    }

    /** A score in its own unit with the half width of its interval. */
    public static String score(Estimate score, String unit) {
        return significant(score.value()) + " " + unit + plusMinus(score);
    }

    /** A ratio with its interval: {@code 1.64 [1.60, 1.68]}. */
    public static String ratio(Estimate ratio) {
        String interval = " [" + significant(ratio.low()) + ", " + significant(ratio.high()) + "]";
        return significant(ratio.value()) + (ratio.hasInterval() ? interval : "");
    }

    /** A share of one as a percentage with one decimal; empty for NaN. */
    public static String percent(double share) {
        return Double.isNaN(share) ? "" : percent(share, 1);
    }

    /** A share of one as a percentage. */
    public static String percent(double share, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f%%", 100 * share);
    }

    /** Bytes: whole from 100 on, one decimal below, and 0 for the traces that the harness itself allocates. */
    public static String bytes(OptionalDouble bytes) {
        if (bytes.isEmpty()) {
            return "";
        }
        double value = bytes.getAsDouble();
        return value < 0.05 ? "0" : String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%.0f", value);
    }

    /** Three significant digits. */
    public static String significant(double value) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal rounded = rounded(value);
        int decimals = Math.max(0, 3 - rounded.precision() + rounded.scale());
        return rounded.setScale(decimals).toPlainString();
    }

    private static BigDecimal rounded(double value) {
        return new BigDecimal(value).round(new MathContext(3));
    }

    /** The upper half width in percent of the value; the lower one is a little smaller. */
    private static String plusMinus(Estimate estimate) {
        if (!estimate.hasInterval()) {
            return "";
        }
        double percent = 100 * (estimate.high() / estimate.value() - 1);
        if (percent > 999) {
            return " ±>999%";
        }
        return " ±" + String.format(Locale.ROOT, percent < 9.95 ? "%.1f" : "%.0f", percent) + "%";
    }
}
