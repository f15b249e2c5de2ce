package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the two values that a pitfall compares. The value of a fork is the median score of the iterations that count, or the mean of a secondary
 * metric.
 *
 * @param label its name in the tables, from which {@link #of} reads the rest
 * @param mode JMH's short name of the mode
 * @param benchmark simple name of the class, and method
 * @param params the params that its row must have; others are free
 * @param metric the name of a secondary metric; empty for the score
 * @param iteration {@code first} or {@code last} where only that one of a fork counts, else empty; first only in rows without a warm-up
 */
public record PitfallValue(
        String label, String mode, String benchmark, Map<String, String> params, String metric, String iteration) {
    private static final String FIRST = "first";
    private static final Pattern LABEL =
            Pattern.compile("([\\w.]+)(?: (\\w+)=(\\w+))?(?:, ([\\w.]+))?(?:, (first|last) iteration)?");

    /**
     * Reads a value.
     *
     * @param label {@code Class.method param=value, metric, first iteration}: all but the method may be missing
     */
    static PitfallValue of(String mode, String label) {
        Matcher part = LABEL.matcher(label);
        if (!part.matches()) {
            throw new IllegalArgumentException("not a pitfall's value: " + label);
        }
        return new PitfallValue(
                label,
                mode,
                part.group(1),
                part.group(2) == null ? Map.of() : Map.of(part.group(2), part.group(3)),
                Objects.requireNonNullElse(part.group(4), ""),
                Objects.requireNonNullElse(part.group(5), ""));
    }

    /** Whether a row has its name, mode and params, and a usable value for every fork. */
    boolean isMeasuredBy(Row row) {
        return row.simpleName().equals(benchmark)
                && row.mode().equals(mode)
                && row.params().entrySet().containsAll(params.entrySet())
                && (!iteration.equals(FIRST)
                        || row.settings().getOrDefault("warmupIterations", "0").equals("0"))
                && measured(row).filter(PitfallValue::isUsable).isPresent();
    }

    private static boolean isUsable(Metric metric) {
        return !metric.forks().isEmpty()
                && metric.forks().stream()
                        .allMatch(fork -> !fork.isEmpty()
                                && fork.stream().allMatch(score -> score >= 0 && Double.isFinite(score)));
    }

    private Optional<Metric> measured(Row row) {
        return switch (metric) {
            case "" -> Optional.of(row.primary());
            case "gc.alloc.rate.norm" -> row.bytesPerOp();
            default -> Optional.ofNullable(row.secondary().get(metric));
        };
    }

    /** The row's params that are free. */
    Map<String, String> othersOf(Row row) {
        Map<String, String> others = new TreeMap<>(row.params());
        others.keySet().removeAll(params.keySet());
        return others;
    }

    /** The row's metric with what counts of each fork: scores, or the mean of a secondary metric. */
    Metric counted(Row row) {
        Metric measured = measured(row).orElseThrow();
        return new Metric(
                measured.unit(), measured.forks().stream().map(this::counted).toList());
    }

    private List<Double> counted(List<Double> fork) {
        List<Double> scores = switch (iteration) {
            case FIRST -> fork.subList(0, 1);
            case "last" -> fork.subList(fork.size() - 1, fork.size());
            default -> fork;
        };
        return metric.isEmpty()
                ? scores
                : List.of(scores.stream().mapToDouble(it -> it).average().orElseThrow());
    }
}
