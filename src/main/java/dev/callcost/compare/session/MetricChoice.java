package dev.callcost.compare.session;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Metric;
import dev.callcost.data.PercentileName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A quantity that a user wants judged: a percentile such as {@code p99}, or a secondary metric such as
 * {@code gc.alloc.rate.norm} or {@code hits:higher}.
 *
 * @param name of a percentile or a metric, without the "·" of JMH before 1.37
 * @param isMoreBetter empty where the metric's unit tells
 */
public record MetricChoice(String name, Optional<Boolean> isMoreBetter) {
    private static final Pattern TEXT = Pattern.compile("\u00b7?(?<name>.+?)(:(?<better>higher|lower))?");

    /** Percentiles that are judged where the user names none. */
    public static final List<MetricChoice> USUAL =
            Stream.of("p50", "p99").map(MetricChoice::parse).toList();

    public static final MetricChoice CPU = parse(Latencies.CPU);

    /** Instructions per cycle, of perfnorm. */
    private static final String IPC = "IPC";

    /**
     * @throws IllegalArgumentException when the text is empty, a percentile with a direction or without its point, or
     *     hits without a direction
     */
    public static MetricChoice parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' names no metric");
        }
        MetricChoice choice = new MetricChoice(
                PercentileName.of(matcher.group("name")).orElse(matcher.group("name")),
                Optional.ofNullable(matcher.group("better")).map("higher"::equals));
        if (choice.isMoreBetter.isEmpty() && isOf("hit", choice.name)) {
            throw new IllegalArgumentException(
                    "'" + text + "' needs a direction: " + choice.name + ":higher, or " + choice.name + ":lower");
        }
        if (choice.isMoreBetter.isPresent() && choice.isPercentile()) {
            throw new IllegalArgumentException("'" + text
                    + "' gives a percentile a direction, and less time is always better: write " + choice.name);
        }
        return choice;
    }

    private static boolean isOf(String what, String name) {
        return name.toLowerCase(Locale.ROOT).contains(what);
    }

    /**
     * What a user may write to have a metric judged: more hits are better, and fewer misses, which may be counted by
     * time.
     */
    public static String suggestion(String name) {
        return isOf("hit", name) ? name + ":higher" : isOf("miss", name) ? name + ":lower" : name;
    }

    /** The choice as {@link #parse} reads it. */
    @Override
    public String toString() {
        return name + isMoreBetter.map(more -> more ? ":higher" : ":lower").orElse("");
    }

    /** Whether it names a percentile from p50 on, not a secondary metric. */
    public boolean isPercentile() {
        return PercentileName.of(name).isPresent();
    }

    public double quantile() {
        return PercentileName.share(name);
    }

    /**
     * Whether more of the metric is better; where the user does not say so, of {@code ops/...} and of {@value #IPC}.
     */
    public boolean isMoreBetter(Metric metric) {
        return isMoreBetter.orElse(name.equals(IPC) || metric.isThroughput());
    }
}
