package dev.callcost.compare;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Metric;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Quantities that a user wants judged: percentiles such as {@code p99}, and secondary metrics such as {@code gc.alloc.rate.norm}, {@code L1-dcache-*},
 * {@code hits:higher}.
 *
 * @param name a percentile or a metric; * stands for any letters, and the "·" of JMH before 1.37 is left out
 * @param isMoreBetter empty when the metric has a usual direction
 */
public record MetricChoice(String name, Optional<Boolean> isMoreBetter) {
    private static final Pattern TEXT = Pattern.compile("(?<name>.+?)(:(?<better>higher|lower))?");
    private static final Pattern PERCENTILE = Pattern.compile("p[5-9]\\d(\\.\\d+)?");

    /**
     * Which value of a metric is the better one.
     *
     * @param isMoreBetter empty where it depends on the code: more hits can be more accesses, or fewer misses
     */
    private record Direction(Pattern name, Optional<Boolean> isMoreBetter) {}

    /** Metrics of JMH's profilers and of this project. The first line whose expression matches all of a name counts. */
    private static final List<Direction> KNOWN = List.of(
            // perfnorm: instructions per cycle, and its inverse
            higher("IPC"),
            lower("CPI"),
            // gc, also its pools
            lower("gc\\..*"),
            // hardware counters such as mem_load_retired.l1_hit:u, and counters such as cacheHits
            none("(.*[^A-Za-z])?[Hh][Ii][Tt]([Ss]|[Mm])?([^a-z].*)?|.*[a-z]Hits?([^a-z].*)?"),
            // safepoints: longer intervals are fewer safepoints
            higher("safepoints\\.interval.*"),
            lower("safepoints\\..*"),
            // pauses, comp, cl
            lower("pauses.*|compiler\\.time\\..*|class\\..*"),
            // rows at a rate
            higher(Pattern.quote(Latencies.MET) + "|" + Pattern.quote(Latencies.MADE)));

    private static Direction higher(String name) {
        return new Direction(Pattern.compile(name), Optional.of(true));
    }

    private static Direction lower(String name) {
        return new Direction(Pattern.compile(name), Optional.of(false));
    }

    private static Direction none(String name) {
        return new Direction(Pattern.compile(name), Optional.empty());
    }

    /** @throws IllegalArgumentException when the text is empty, or a percentile with a direction */
    public static MetricChoice parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' names no metric");
        }
        MetricChoice choice = new MetricChoice(
                matcher.group("name").replaceFirst("^\u00b7", ""),
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

    boolean matches(String metric) {
        return Pattern.matches("\\Q" + name.replace("*", "\\E.*\\Q") + "\\E", metric);
    }

    /**
     * Whether more of a metric is better; empty where neither the user nor its name says so. Metrics with other names follow their unit: more is better for
     * {@code ops/...}, less for any other.
     */
    Optional<Boolean> isMoreBetter(String metric, Metric values) {
        return isMoreBetter.or(() -> KNOWN.stream()
                .filter(it -> it.name.matcher(metric).matches())
                .findFirst()
                .map(Direction::isMoreBetter)
                .orElseGet(() -> Optional.of(values.isThroughput())));
    }
}
