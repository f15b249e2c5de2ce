package dev.callcost.data;

import dev.callcost.stats.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The values of one quantity of one row.
 *
 * @param unit as JMH writes it, such as {@code us/op} or {@code B/op}
 * @param forks the scores of each fork's measured iterations in the order they ran; a secondary metric can have forks
 *     without scores
 * @param histograms the samples of each fork's measured iterations; empty outside of mode SampleTime
 * @param quantity which quantity of a row it is that is judged besides the score; empty for what a file holds
 */
public record Metric(
        String unit, List<List<Double>> forks, List<List<Histogram>> histograms, Optional<Quantity> quantity) {
    public Metric {
        forks = forks.size() == 1 // as in each line of a log
                ? List.of(DoubleList.copyOf(forks.get(0)))
                : forks.stream().<List<Double>>map(DoubleList::copyOf).toList();
        histograms = histograms.isEmpty()
                ? List.of()
                : histograms.stream().map(List::copyOf).toList();
    }

    public Metric(String unit, List<List<Double>> forks) {
        this(unit, forks, List.of());
    }

    public Metric(String unit, List<List<Double>> forks, List<List<Histogram>> histograms) {
        this(unit, forks, histograms, Optional.empty());
    }

    /** A metric from its forks; the metric of a fork is null where the fork lacks it. */
    public static Metric merged(List<Metric> forks) {
        Metric first = forks.stream().filter(Objects::nonNull).findFirst().orElseThrow();
        return new Metric(
                first.unit,
                forks.stream()
                        .flatMap(fork -> fork == null ? Stream.of(List.<Double>of()) : fork.forks.stream())
                        .toList(),
                forks.stream()
                        .filter(Objects::nonNull)
                        .flatMap(fork -> fork.histograms.stream())
                        .toList(),
                first.quantity);
    }

    /** The scores of all forks. */
    DoubleStream scores() {
        return forks.stream()
                .flatMapToDouble(fork -> Arrays.stream(DoubleList.copyOf(fork).numbers()));
    }

    /** The first score that fulfills a condition. */
    OptionalDouble first(DoublePredicate condition) {
        for (List<Double> fork : forks) {
            for (double score : DoubleList.copyOf(fork).numbers()) {
                if (condition.test(score)) {
                    return OptionalDouble.of(score);
                }
            }
        }
        return OptionalDouble.empty();
    }

    /** How many measured iterations each fork has. */
    public List<Integer> iterations() {
        return forks.stream().map(List::size).toList();
    }

    /** The samples of all forks together; empty outside of mode SampleTime. */
    public Histogram samples() {
        return Histogram.pooled(histograms.stream().flatMap(List::stream).toList());
    }

    /** Whether the unit is a number of operations per time. */
    public boolean isThroughput() {
        return Unit.of(unit).isRate();
    }

    /** Whether the larger value is the better one. */
    public boolean isMoreBetter() {
        return quantity.map(Quantity::isMoreBetter).orElseGet(this::isThroughput);
    }

    /** The nanoseconds of one unit; empty when the unit is no time per operation. */
    public OptionalDouble nanosPerUnit() {
        Unit known = Unit.of(unit);
        return known.isTime() && known.isMoreBetter().isPresent()
                ? OptionalDouble.of(known.factor())
                : OptionalDouble.empty();
    }

    /** From the logarithm of a score, also of a throughput, to that of ns per operation; empty for units not JMH's. */
    public Optional<DoubleUnaryOperator> logNanos() {
        double log = Math.log(Unit.of(unit).factor());
        if (isThroughput()) {
            return Optional.of(score -> -log - score);
        }
        return nanosPerUnit().isPresent() ? Optional.of(score -> log + score) : Optional.empty();
    }

    /**
     * From the logarithm of a value to one whose increase makes the row worse: that of ns per operation where the unit
     * is JMH's. A quantity in another unit keeps its unit.
     */
    public Optional<DoubleUnaryOperator> logCost() {
        if (quantity.isEmpty()) {
            return logNanos();
        }
        DoubleUnaryOperator nanos = logNanos().orElse(DoubleUnaryOperator.identity());
        boolean turns = isMoreBetter() != (isThroughput() && logNanos().isPresent());
        return Optional.of(turns ? value -> -nanos.applyAsDouble(value) : nanos);
    }

    /** Whether values have ratios: their units are JMH's, or they are quantities in equal units. */
    public static boolean areInOneUnit(List<Metric> metrics) {
        return metrics.stream().allMatch(metric -> metric.logNanos().isPresent())
                || metrics.stream().allMatch(metric -> metric.quantity.isPresent())
                        && metrics.stream().map(Metric::unit).distinct().count() == 1;
    }

    /** Over forks. All scores must be positive numbers, which those of secondary metrics need not be. */
    public Estimate estimate(ForkValue value) {
        return Estimate.ofLogs(logs(value));
    }

    /**
     * Over forks, whose values are the logarithms of the means over their iterations. Means include the pauses of the
     * garbage collector and the machine's slow moments.
     */
    public Estimate estimateOfMeans() {
        return Estimate.ofLogs(logs(scores -> Arrays.stream(scores).average().orElseThrow()));
    }

    /** The logarithm of each fork's value. */
    public List<Double> logs(ForkValue value) {
        boolean isThroughput = isThroughput();
        return logs(scores -> value.of(scores, isThroughput));
    }

    private List<Double> logs(ToDoubleFunction<double[]> value) {
        if (forks.stream().anyMatch(List::isEmpty)
                || first(score -> !(score > 0 && score < Double.POSITIVE_INFINITY))
                        .isPresent()) {
            throw new IllegalStateException("a fork without scores that have a logarithm: " + forks);
        }
        return forks.stream()
                .map(fork ->
                        Math.log(value.applyAsDouble(DoubleList.copyOf(fork).numbers())))
                .toList();
    }

    /** The mean of the forks' medians, for metrics that may be zero, such as B/op. Only finite scores count. */
    public OptionalDouble mean() {
        return Arrays.stream(forkMedians()).average();
    }

    /** The median of the finite scores of each fork that has any. */
    public double[] forkMedians() {
        return forkValues(ForkValue.MEDIAN);
    }

    /** The value of the finite scores of each fork that has any. */
    public double[] forkValues(ForkValue value) {
        return forks.stream()
                .map(fork -> DoubleList.copyOf(fork).numbers())
                .map(fork -> Arrays.stream(fork).allMatch(Double::isFinite)
                        ? fork
                        : Arrays.stream(fork).filter(Double::isFinite).toArray())
                .filter(scores -> scores.length > 0)
                .mapToDouble(scores -> value.of(scores, isThroughput()))
                .toArray();
    }
}
