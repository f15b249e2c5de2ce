package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the two values that a pitfall compares, and where it stands in a results file. The value of a fork is the median score of the
 * iterations that count, or the mean of a secondary metric.
 *
 * @param label its name in the tables, from which {@link #of} reads the rest
 * @param mode JMH's short name of the mode
 * @param benchmark simple name of the class, and method
 * @param params the params that its row must have; others are free
 * @param metric the name of a secondary metric, or {@link #SCORE}
 * @param iterations which iterations of a fork count
 */
public record PitfallValue(
        String label, String mode, String benchmark, Map<String, String> params, String metric, Iterations iterations) {

    /** Which measurement iterations of a fork count. */
    public enum Iterations {
        ALL,
        /** Only in rows without a warm-up. */
        FIRST,
        LAST
    }

    /** The primary metric. */
    public static final String SCORE = "";

    /** Bytes allocated per operation, whatever the version of JMH calls it. */
    public static final String BYTES = "gc.alloc.rate.norm";

    private static final String WARMUPS = "warmupIterations";

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
                Objects.requireNonNullElse(part.group(4), SCORE),
                part.group(5) == null
                        ? Iterations.ALL
                        : Iterations.valueOf(part.group(5).toUpperCase(Locale.ROOT)));
    }

    /** Whether a row has its name, mode and params, and a usable value for every fork. */
    boolean isMeasuredBy(Row row) {
        return row.simpleName().equals(benchmark)
                && row.mode().equals(mode)
                && row.params().entrySet().containsAll(params.entrySet())
                && (iterations != Iterations.FIRST
                        || row.settings().getOrDefault(WARMUPS, "0").equals("0"))
                && metric(row).filter(PitfallValue::isUsable).isPresent();
    }

    /** The row's params that are free. */
    Map<String, String> othersOf(Row row) {
        Map<String, String> others = new TreeMap<>(row.params());
        others.keySet().removeAll(params.keySet());
        return others;
    }

    private Optional<Metric> metric(Row row) {
        return switch (metric) {
            case SCORE -> Optional.of(row.primary());
            case BYTES -> row.bytesPerOp();
            default -> Optional.ofNullable(row.secondary().get(metric));
        };
    }

    private static boolean isUsable(Metric measured) {
        return !measured.forks().isEmpty()
                && measured.forks().stream().noneMatch(List::isEmpty)
                && measured.forks().stream()
                        .flatMap(List::stream)
                        .allMatch(score -> score >= 0 && Double.isFinite(score));
    }

    /** The row's metric with the part of each fork that counts: scores, or the mean of a secondary metric. */
    Metric counted(Row row) {
        Metric measured = metric(row).orElseThrow();
        return new Metric(
                measured.unit(), measured.forks().stream().map(this::counted).toList());
    }

    private List<Double> counted(List<Double> fork) {
        List<Double> scores = switch (iterations) {
            case ALL -> fork;
            case FIRST -> fork.subList(0, 1);
            case LAST -> fork.subList(fork.size() - 1, fork.size());
        };
        return metric.equals(SCORE)
                ? scores
                : List.of(scores.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow());
    }
}
