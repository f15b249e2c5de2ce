package dev.callcost.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Formats numbers for tables and messages: three significant digits, no exponents, a point for the fraction. */
public final class Numbers {
    public static final List<String> TIME_UNITS = List.of("ns", "us", "ms", "s");

    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private Numbers() {}

    /** A time in the unit that fits, such as {@code 61.2 us}. */
    public static String plainTime(double nanos) {
        return plainTime(nanos, 3);
    }

    /** The same of a time that may be negative. */
    public static String signedTime(double nanos) {
        return (nanos < 0 ? "-" : "") + plainTime(Math.abs(nanos));
    }

    /** A time in the unit that fits, with so many significant digits. */
    public static String plainTime(double nanos, int digits) {
        return TimeText.of(nanos, digits).text();
    }

    /** Two times, their unit once where both have the same: {@code 1.76-1.85 ns}. */
    public static String timeRange(double lowNanos, double highNanos) {
        TimeText low = TimeText.of(lowNanos, 3);
        TimeText high = TimeText.of(highNanos, 3);
        return (low.unit == high.unit ? low.number : low.text()) + "-" + high.text();
    }

    /** @param unit its place in {@link #TIME_UNITS} */
    private record TimeText(String number, int unit) {
        static TimeText of(double nanos, int digits) {
            double value = rounded(nanos, digits).doubleValue();
            int unit = 0;
            while (value >= 1000 && unit < TIME_UNITS.size() - 1) {
                value /= 1000;
                unit++;
            }
            return new TimeText(significant(value, digits), unit);
        }

        String text() {
            return number + " " + TIME_UNITS.get(unit);
        }
    }

    /** A fraction of 1 as a percentage with one decimal; empty for NaN. */
    public static String percent(double share) {
        return Double.isNaN(share) ? "" : percent(share, 1);
    }

    /** A fraction of 1 as a percentage. */
    public static String percent(double share, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f%%", 100 * share);
    }

    /**
     * Bytes: without decimals from 100 on, with one below, and 0 for the traces that the harness itself allocates;
     * empty without a value.
     */
    public static String bytes(OptionalDouble bytes) {
        double value = bytes.orElse(0);
        return bytes.isEmpty()
                ? ""
                : value < 0.05 ? "0" : String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%,.0f", value);
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

    private static BigDecimal rounded(double value, int digits) {
        return new BigDecimal(value).round(new MathContext(digits));
    }

    /** A text that sorts as its numbers do: 9 before 10. */
    public static String sortable(String text) {
        return DIGITS.matcher(text)
                .replaceAll(digits -> "0".repeat(Math.max(0, 20 - digits.group().length())) + digits.group());
    }

    /**
     * A duration that is not rounded, to a millisecond, such as {@code 100 s}, {@code 8 min} or {@code 2 h}. Options
     * take it without the blank.
     */
    public static String exact(Duration time) {
        if (time.toMillisPart() != 0 || time.toSeconds() == 0) {
            return time.toMillis() + " ms";
        }
        if (time.toSecondsPart() != 0) {
            return time.toSeconds() + " s";
        }
        return time.toMinutesPart() != 0 ? time.toMinutes() + " min" : time.toHours() + " h";
    }

    /** A rounded duration, such as {@code 1 h 05 min}, {@code 12 min} or {@code 40 s}. */
    public static String duration(long nanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = (seconds + 30) / 60;
        return minutes < 60
                ? minutes + " min"
                : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
    }
}
