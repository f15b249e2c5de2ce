package dev.callcost.compare;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Metric;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which value of a metric is the better one, for metrics of JMH's profilers and of this project. The first line whose expression matches all of a name counts. Other metrics follow their
 * unit: more is better for {@code ops/...}, less for any other.
 *
 * @param isMoreBetter empty where it depends on the code: more hits can be more accesses, or fewer misses
 */
record MetricDirection(Pattern name, Optional<Boolean> isMoreBetter) {
    private static final List<MetricDirection> KNOWN = List.of(
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

    private static MetricDirection higher(String name) {
        return new MetricDirection(Pattern.compile(name), Optional.of(true));
    }

    private static MetricDirection lower(String name) {
        return new MetricDirection(Pattern.compile(name), Optional.of(false));
    }

    private static MetricDirection none(String name) {
        return new MetricDirection(Pattern.compile(name), Optional.empty());
    }

    /**
     * Whether more is better; empty where it depends on the code.
     *
     * @param plain see {@link MetricChoice#plain}
     */
    static Optional<Boolean> of(String plain, Metric metric) {
        return KNOWN.stream()
                .filter(it -> it.name.matcher(plain).matches())
                .findFirst()
                .map(it -> it.isMoreBetter)
                .orElseGet(() -> Optional.of(metric.isThroughput()));
    }
}
