package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.EstimateText;
import dev.callcost.data.PercentileName;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A metric of an open loop and its highest value that is accepted.
 *
 * @param metric {@code p50}, {@code p90}, {@code p99}, {@code p99.9} or {@code cpu}
 */
public record Limit(String metric, double nanos) {
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final Pattern TEXT =
            Pattern.compile("(?i)(p[\\d.]+|cpu)\\s*>\\s*(\\d+(?:\\.\\d+)?)\\s*(?-i:(ns|us|ms|s))");

    private static final Set<String> METRICS = Set.of("p50", "p90", "p99", "p99.9", Latencies.CPU);

    /**
     * Reads a limit such as {@code p99>5ms}.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    public static Limit parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (parts.matches()) {
            String named = parts.group(1).toLowerCase(Locale.ROOT);
            String metric = PercentileName.of(named).orElse(named);
            double nanos = Double.parseDouble(parts.group(2)) * NANOS.get(parts.group(3));
            if (nanos > 0 && METRICS.contains(metric)) {
                return new Limit(metric, nanos);
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no limit such as p99>5ms, with p50, p90, p99, p99.9 or cpu, and ns, us, ms or s");
    }

    /**
     * The rows that do not hold one of the limits, a line each with the reason; those at the rate max have no limit.
     */
    public static List<String> failures(RateTable table, List<Limit> limits) {
        Stream<String> lost =
                limits.isEmpty() ? Stream.empty() : table.lost().stream().map(row -> row + ": nothing was measured");
        Stream<String> failures = table.shown().stream()
                .filter(row -> !row.isMax())
                .flatMap(row -> limits.stream()
                        .flatMap(limit -> limit.failure(row).stream())
                        .distinct()
                        .map(failure -> table.label(row) + ": " + failure));
        return Stream.concat(failures, lost).toList();
    }

    private Optional<String> failure(RateRow row) {
        if (!row.isMet()) {
            return Optional.of("the rate was not met");
        }
        Optional<Estimate> value = estimate(row);
        if (value.isEmpty()) {
            return Optional.of(metric + " is not known, because there are too few calls");
        }
        return value.filter(it -> it.value() > nanos)
                .map(it -> metric + " is " + EstimateText.time(it) + ", and the limit is " + Numbers.plainTime(nanos));
    }

    private Optional<Estimate> estimate(RateRow row) {
        return metric.equals(Latencies.CPU) ? row.cpu() : row.quantile(PercentileName.share(metric));
    }
}
