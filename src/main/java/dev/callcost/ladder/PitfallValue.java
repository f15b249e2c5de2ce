package dev.callcost.ladder;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One of the two values that a pitfall compares, as declared: where it stands in a results file. The value of a fork is the median
 * of the counted iterations' scores, or of a secondary metric their mean.
 *
 * @param benchmark simple name of the class and method that measure it
 * @param mode JMH's short name of the mode that it is measured in
 * @param params the params that its row must have; others are free
 * @param metric the name of a secondary metric, or {@link #SCORE}
 * @param iterations which iterations of a fork count
 */
public record PitfallValue(
        String benchmark, String mode, Map<String, String> params, String metric, Iterations iterations) {

    /** Which measurement iterations of a fork count. */
    public enum Iterations {
        /** All. */
        ALL,
        /** The first; a row that was warmed up before it is another row. */
        FIRST,
        /** The last. */
        LAST
    }

    /** The primary metric. */
    public static final String SCORE = "";

    /** Bytes allocated per operation, whatever the version of JMH calls it. */
    public static final String BYTES = "gc.alloc.rate.norm";

    private static final String WARMUPS = "warmupIterations";

    static PitfallValue score(String benchmark, String mode, Iterations iterations) {
        return new PitfallValue(benchmark, mode, Map.of(), SCORE, iterations);
    }

    /** Whether a row measures it: its name, mode and params, and one usable value for every fork. */
    boolean isMeasuredBy(Row row) {
        return row.simpleName().equals(benchmark)
                && row.mode().equals(mode)
                && row.params().entrySet().containsAll(params.entrySet())
                && (iterations != Iterations.FIRST
                        || row.settings().getOrDefault(WARMUPS, "0").equals("0"))
                && metric(row).filter(PitfallValue::isUsable).isPresent();
    }

    /** The params of a row that this value does not ask for. */
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

    /** The row's metric with what counts of each fork: one mean of a secondary metric, else scores. */
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

    /** How the tables call it: {@code ItemSeventeenBenchmark.inlineRounds, first iteration}. */
    String label() {
        String named = params.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(param -> " " + param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining("", benchmark, ""));
        return named
                + (metric.equals(SCORE) ? "" : ", " + metric)
                + switch (iterations) {
                    case ALL -> "";
                    case FIRST -> ", first iteration";
                    case LAST -> ", last iteration";
                };
    }
}
