package dev.callcost.data;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/**
 * What was measured of one quantity of one row.
 *
 * @param unit the unit as JMH writes it, such as {@code us/op} or {@code B/op}
 * @param forks for each fork the scores of its measurement iterations, in the order they ran; a secondary metric can
 *     have forks without any
 * @param samples how often each value was sampled, by all forks together; empty where the file has no histograms, which JMH writes
 *     in mode SampleTime
 */
public record Metric(String unit, List<List<Double>> forks, SortedMap<Double, Double> samples) {
    private static final String THROUGHPUT = "ops/";

    private static final Map<String, Double> NANOS = Map.of(
            "ns/op", 1.0,
            "us/op", 1e3,
            "ms/op", 1e6,
            "s/op", 1e9,
            "min/op", 60e9,
            "hr/op", 3600e9,
            "day/op", 86400e9);

    public Metric {
        forks = forks.stream().map(List::copyOf).toList();
        samples = Collections.unmodifiableSortedMap(new TreeMap<>(samples));
    }

    /** What was measured without histograms. */
    public Metric(String unit, List<List<Double>> forks) {
        this(unit, forks, Collections.emptySortedMap());
    }

    /** A metric from its forks; the metric of a fork is null where the fork lacks it. */
    static Metric merged(List<Metric> forks) {
        SortedMap<Double, Double> samples = new TreeMap<>();
        forks.stream()
                .filter(Objects::nonNull)
                .forEach(fork -> fork.samples.forEach((value, times) -> samples.merge(value, times, Double::sum)));
        return new Metric(
                forks.stream().filter(Objects::nonNull).findFirst().orElseThrow().unit,
                forks.stream()
                        .flatMap(fork -> fork == null ? Stream.of(List.<Double>of()) : fork.forks.stream())
                        .toList(),
                samples);
    }

    /** Whether it is operations in a time, of which more is faster; otherwise more is slower, or it is no time at all. */
    public boolean isThroughput() {
        return unit.startsWith(THROUGHPUT);
    }

    /** How many nanoseconds the unit is; empty when it is no time per operation. */
    public OptionalDouble nanosPerUnit() {
        return NANOS.containsKey(unit) ? OptionalDouble.of(NANOS.get(unit)) : OptionalDouble.empty();
    }

    /**
     * How the logarithm of a score becomes that of the nanoseconds which an operation takes, so that more is slower also where the
     * score is a throughput; empty when the unit is none of JMH's.
     */
    public Optional<DoubleUnaryOperator> logNanos() {
        Double factor = NANOS.get(isThroughput() ? unit.substring(THROUGHPUT.length()) + "/op" : unit);
        if (factor == null) {
            return Optional.empty();
        }
        double log = Math.log(factor);
        return Optional.of(isThroughput() ? score -> log - score : score -> log + score);
    }

    /**
     * The estimate over forks, each of which counts as one value: the median over its iterations of ln(score).
     *
     * @throws IllegalStateException when a fork holds no score or one that is not positive, for which there is no
     *     logarithm; a row's primary metric has none of these
     */
    public Estimate estimate() {
        return Estimate.ofLogs(
                forks.stream().mapToDouble(Metric::logMedian).boxed().toList());
    }

    /**
     * The estimate over forks, each of which counts as one value: the logarithm of the mean over its iterations. Other than
     * the median it holds the pauses of the garbage collector, and the slow moments of the machine.
     *
     * @throws IllegalStateException as {@link #estimate()}
     */
    public Estimate estimateOfMeans() {
        return Estimate.ofLogs(forks.stream()
                .map(fork -> Math.log(Arrays.stream(positive(fork)).average().orElseThrow()))
                .toList());
    }

    /**
     * The between-fork coefficient of variation: the standard deviation (n - 1) of the forks' medians over their mean.
     * NaN with fewer than two forks.
     */
    public double coefficientOfVariation() {
        double[] medians = forkMedians();
        double mean = Arrays.stream(medians).average().orElse(Double.NaN);
        double squares =
                Arrays.stream(medians).map(m -> (m - mean) * (m - mean)).sum();
        return medians.length < 2 ? Double.NaN : Math.sqrt(squares / (medians.length - 1)) / mean;
    }

    /**
     * The mean over forks of the median over each fork's iterations, for metrics that may be zero such as B/op. Scores
     * that are not finite do not count. Empty when no score is left.
     */
    public OptionalDouble mean() {
        return Arrays.stream(forkMedians()).average();
    }

    /** For each fork that has finite scores their median. */
    public double[] forkMedians() {
        return forks.stream()
                .map(fork -> fork.stream()
                        .mapToDouble(Double::doubleValue)
                        .filter(Double::isFinite)
                        .toArray())
                .filter(scores -> scores.length > 0)
                .mapToDouble(Metric::median)
                .toArray();
    }

    private static double logMedian(List<Double> fork) {
        return median(Arrays.stream(positive(fork)).map(Math::log).toArray());
    }

    private static double[] positive(List<Double> fork) {
        if (fork.isEmpty() || !fork.stream().allMatch(score -> score > 0 && score < Double.POSITIVE_INFINITY)) {
            throw new IllegalStateException("no logarithm of every score in " + fork);
        }
        return fork.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * The median of some values.
     *
     * @param values at least one, in any order
     */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
