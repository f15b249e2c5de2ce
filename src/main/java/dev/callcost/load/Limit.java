package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A metric of an open loop and its highest value that is accepted.
 *
 * @param metric {@code p50}, {@code p90}, {@code p99}, {@code p99.9} or {@code cpu}
 */
public record Limit(String metric, double nanos) {
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final Pattern TEXT =
            Pattern.compile("(p50|p90|p99|p99\\.9|cpu)\\s*(?:>|=|<=)\\s*(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s)");

    /**
     * Reads a limit such as {@code p99>5ms} or {@code p99=5ms}.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    public static Limit parse(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (parts.matches()) {
            double nanos = Double.parseDouble(parts.group(2)) * NANOS.get(parts.group(3));
            if (nanos > 0) {
                return new Limit(parts.group(1), nanos);
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no limit such as p99>5ms, with p50, p90, p99, p99.9 or cpu, and ns, us, ms or s");
    }

    /** Such as {@code p99 <= 5.00 ms}. */
    public String text() {
        return metric + " <= " + Numbers.plainTime(nanos);
    }

    public enum Outcome {
        HELD,
        EXCEEDED,
        /** The value holds and its interval reaches over the limit or needs more forks, or there are too few calls for the metric. */
        NOT_KNOWN
    }

    /** By the value of all forks, when it is known. */
    public Outcome outcome(RateRow row) {
        Optional<Estimate> known = estimate(row);
        return known.isPresent() && known.get().value() > nanos
                ? Outcome.EXCEEDED
                : known.filter(it -> it.high() <= nanos).isPresent() ? Outcome.HELD : Outcome.NOT_KNOWN;
    }

    /** Whether the value of all forks does not exceed the limit, wherever the ends of its interval are; false when there are too few calls. */
    public boolean holds(RateRow row) {
        return estimate(row).filter(it -> it.value() <= nanos).isPresent();
    }

    /** The value of all forks, such as {@code p99 5.12 ms ±3.1%}. */
    public String value(RateRow row) {
        boolean isCpu = metric.equals(Latencies.CPU);
        String value = estimate(row)
                .map(EstimateText::time)
                .orElse(isCpu ? "was not measured" : "is not known, because there are too few calls");
        return metric + " " + value;
    }

    private Optional<Estimate> estimate(RateRow row) {
        return metric.equals(Latencies.CPU)
                ? row.cpu()
                : row.quantile(
                        new BigDecimal(metric.substring(1)).movePointLeft(2).doubleValue());
    }
}
