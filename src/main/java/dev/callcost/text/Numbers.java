package dev.callcost.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/** Formats numbers for tables and messages: three significant digits, no exponents, a point for the fraction. */
public final class Numbers {
    private static final String[] TIME_UNITS = {"ns", "us", "ms", "s"};

    private Numbers() {}

    /** A time in the unit that fits, such as {@code 61.2 us}. */
    public static String plainTime(double nanos) {
        double value = rounded(nanos, 3).doubleValue();
        int unit = 0;
        while (value >= 1000 && unit < TIME_UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return significant(value) + " " + TIME_UNITS[unit];
    }

    /** A fraction of 1 as a percentage with one decimal; empty for NaN. */
    public static String percent(double share) {
        return Double.isNaN(share) ? "" : percent(share, 1);
    }

    /** A fraction of 1 as a percentage. */
    public static String percent(double share, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f%%", 100 * share);
    }

    /** Bytes: without decimals from 100 on, with one below, and 0 for the traces that the harness itself allocates; empty without a value. */
    public static String bytes(OptionalDouble bytes) {
        if (bytes.isEmpty()) {
            return "";
        }
        double value = bytes.getAsDouble();
        return value < 0.05 ? "0" : String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%.0f", value);
    }

    public static String significant(double value) {
        return significant(value, 3);
    }

    /** NaN and infinities are written as Java writes them. */
    public static String significant(double value, int digits) {
        if (!Double.isFinite(value)) {
            return String.valueOf(value);
        }
        BigDecimal rounded = rounded(value, digits);
        int decimals = Math.max(0, digits - rounded.precision() + rounded.scale());
        return rounded.setScale(decimals).toPlainString();
    }

    /**
     * An interval whose ends are rounded outward to the leading digit of its half width, with commas between thousands, such as {@code
     * 11,000-13,000}. Ends that are equal or infinite have three significant digits.
     *
     * @param low the lower end, not negative
     * @param high the upper end
     */
    public static String range(double low, double high) {
        double half = (high - low) / 2;
        if (!(half > 0) || !Double.isFinite(half)) {
            return significant(low) + "-" + significant(high);
        }
        int step = (int) Math.floor(Math.log10(half));
        return String.format(
                Locale.ROOT,
                "%,." + Math.max(0, -step) + "f-%,." + Math.max(0, -step) + "f",
                to(low, step, RoundingMode.FLOOR),
                to(high, step, RoundingMode.CEILING));
    }

    private static BigDecimal to(double value, int power, RoundingMode rounding) {
        return new BigDecimal(value).setScale(-power, rounding);
    }

    private static BigDecimal rounded(double value, int digits) {
        return new BigDecimal(value).round(new MathContext(digits));
    }

    /** A rounded duration, such as {@code 1 h 05 min}, {@code 12 min} or {@code 40 s}. */
    public static String duration(long nanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        if (seconds < 90) {
            return seconds + " s";
        }
        long minutes = (seconds + 30) / 60;
        if (minutes < 60) {
            return minutes + " min";
        }
        return String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
    }
}
