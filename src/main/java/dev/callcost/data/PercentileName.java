package dev.callcost.data;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How options spell a percentile: {@code p99} or {@code p99.9}. Other spellings have one meaning, or are refused with
 * the right one.
 */
public final class PercentileName {
    private static final Pattern PERCENT = Pattern.compile("p([5-9]\\d(?:\\.\\d+)?)");

    /** As JMH has it: {@code p0.99}. */
    private static final Pattern SHARE = Pattern.compile("p(0?\\.[5-9]\\d*)");

    /** Without the point: {@code p999}. */
    private static final Pattern NO_POINT = Pattern.compile("p(9\\d)(\\d+)");

    private PercentileName() {}

    /**
     * The usual spelling of a percentile from p50 on.
     *
     * @return empty when the text names no percentile
     * @throws IllegalArgumentException with a message for the user, when the point is missing
     */
    public static Optional<String> of(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        Matcher noPoint = NO_POINT.matcher(name);
        if (noPoint.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no percentile: write p" + noPoint.group(1) + "." + noPoint.group(2));
        }
        Matcher share = SHARE.matcher(name);
        if (share.matches()) {
            return Optional.of(named(new BigDecimal(share.group(1)).movePointRight(2)));
        }
        Matcher percent = PERCENT.matcher(name);
        return percent.matches() ? Optional.of(named(new BigDecimal(percent.group(1)))) : Optional.empty();
    }

    private static String named(BigDecimal percent) {
        return "p" + percent.stripTrailingZeros().toPlainString();
    }

    /** The share of values below a percentile, such as 0.999 of {@code p99.9}. */
    public static double share(String name) {
        return new BigDecimal(name.substring(1)).movePointLeft(2).doubleValue();
    }
}
