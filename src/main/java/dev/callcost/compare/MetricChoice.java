package dev.callcost.compare;

import dev.callcost.data.Metric;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quantities that a user wants judged: percentiles such as {@code p99}, and secondary metrics such as {@code gc.alloc.rate.norm}, {@code L1-dcache-*},
 * {@code hits:higher}.
 *
 * @param name a percentile or a metric; * stands for any letters, and the "·" of JMH before 1.37 is left out
 * @param isMoreBetter empty when {@link MetricDirection} decides
 */
public record MetricChoice(String name, Optional<Boolean> isMoreBetter) {
    private static final Pattern TEXT = Pattern.compile("(?<name>.+?)(:(?<better>higher|lower))?");
    private static final Pattern PERCENTILE = Pattern.compile("p[5-9]\\d(\\.\\d+)?");

    /** @throws IllegalArgumentException when the text is empty, or a percentile with a direction */
    public static MetricChoice parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' names no metric");
        }
        MetricChoice choice = new MetricChoice(
                plain(matcher.group("name")),
                Optional.ofNullable(matcher.group("better")).map("higher"::equals));
        if (choice.isMoreBetter.isPresent() && choice.isPercentile()) {
            throw new IllegalArgumentException("'" + text
                    + "' gives a percentile a direction, and less time is always better: write " + choice.name);
        }
        return choice;
    }

    /** The choice as {@link #parse} reads it. */
    @Override
    public String toString() {
        return name + isMoreBetter.map(more -> more ? ":higher" : ":lower").orElse("");
    }

    /** Whether it names a percentile from p50 on, not a secondary metric. */
    boolean isPercentile() {
        return PERCENTILE.matcher(name).matches();
    }

    double quantile() {
        return new BigDecimal(name.substring(1)).movePointLeft(2).doubleValue();
    }

    /** A metric's name as JMH 1.37 writes it. */
    static String plain(String metric) {
        return metric.replaceFirst("^\u00b7", "");
    }

    /** @param plain see {@link #plain} */
    boolean matches(String plain) {
        return Pattern.matches("\\Q" + name.replace("*", "\\E.*\\Q") + "\\E", plain);
    }

    /** Whether more of a metric is better; empty where neither the user nor its name says so. */
    Optional<Boolean> isMoreBetter(String plain, Metric metric) {
        return isMoreBetter.or(() -> MetricDirection.of(plain, metric));
    }
}
