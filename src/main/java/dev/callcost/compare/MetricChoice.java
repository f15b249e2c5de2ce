package dev.callcost.compare;

import dev.callcost.data.Metric;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secondary metrics that a user wants judged: {@code gc.alloc.rate.norm}, {@code L1-dcache-*}, {@code hits:higher}.
 *
 * @param name a metric; * stands for any letters, and the "·" of JMH before 1.37 is left out
 * @param isMoreBetter empty when the unit says it
 */
public record MetricChoice(String name, Optional<Boolean> isMoreBetter) {
    private static final Pattern TEXT = Pattern.compile("(?<name>.+?)(:(?<better>higher|lower))?");
    private static final String DOT = "\u00b7";

    /** @throws IllegalArgumentException when the text is empty */
    public static MetricChoice parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' names no metric");
        }
        return new MetricChoice(
                plain(matcher.group("name")),
                Optional.ofNullable(matcher.group("better")).map("higher"::equals));
    }

    /** A metric's name as JMH 1.37 writes it. */
    static String plain(String metric) {
        return metric.startsWith(DOT) ? metric.substring(DOT.length()) : metric;
    }

    /** @param plain see {@link #plain} */
    boolean matches(String plain) {
        return Pattern.matches("\\Q" + name.replace("*", "\\E.*\\Q") + "\\E", plain);
    }

    boolean isMoreBetter(Metric metric) {
        return isMoreBetter.orElseGet(metric::isMoreBetter);
    }
}
