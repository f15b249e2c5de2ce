package dev.callcost.lab;

import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork;
import dev.callcost.data.Fork.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.Row;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * One value for each fork, from a score, a counter or a calculation from both.
 *
 * @param forks the values in the order of the forks
 */
record Sample(List<Double> forks) {
    static final double NANOS_PER_MICRO = 1e3;

    static String param(Row row, String name) {
        return row.params().getOrDefault(name, "");
    }

    static Optional<Metric> counter(Row row, String name) {
        return Optional.ofNullable(row.secondary().get(name));
    }

    /** The values of all iterations of all forks. */
    static List<Double> all(Metric metric) {
        return metric.forks().stream().flatMap(List::stream).toList();
    }

    static double sum(Row row, String counter) {
        return counter(row, counter).map(Sample::all).orElse(List.of()).stream()
                .mapToDouble(it -> it)
                .sum();
    }

    /** The standard deviation over the mean. */
    static double variation(double[] values) {
        return StandardDeviation.of(values).getAsDouble() / Mean.of(values).getAsDouble();
    }

    static double median(List<Double> values) {
        return Robust.median(values.stream().mapToDouble(it -> it).toArray());
    }

    /** A counter of each fork's first iteration. */
    static Optional<Sample> firsts(Row row, String counter) {
        return counter(row, counter)
                .map(metric -> new Sample(
                        metric.forks().stream().map(fork -> fork.get(0)).toList()));
    }

    /** The mean over each fork's iterations of a counter; empty when an iteration lacks it. */
    static Optional<Sample> means(Row row, String counter) {
        return counter(row, counter)
                .map(Metric::forks)
                .filter(forks -> forks.stream()
                        .allMatch(fork -> !fork.isEmpty() && fork.stream().allMatch(Double::isFinite)))
                .map(Sample::means);
    }

    /**
     * A counter of each fork's process, per operation of its measured iterations, from the log; empty when the log has
     * no fork of the row.
     */
    static Optional<Sample> perOperation(Row row, List<Fork> log, ToDoubleFunction<Iteration> counter) {
        return Optional.of(log.stream()
                        .filter(fork -> fork.key().equals(row.key()))
                        .map(fork -> Iteration.sum(fork.measured(), counter)
                                / Iteration.sum(fork.measured(), Iteration::operations))
                        .toList())
                .filter(forks -> !forks.isEmpty())
                .map(Sample::new);
    }

    /** The median of each fork's values. */
    static Sample medians(Metric metric) {
        return new Sample(Arrays.stream(metric.forkMedians()).boxed().toList());
    }

    private static Sample means(List<List<Double>> forks) {
        return new Sample(forks.stream().map(fork -> new Sample(fork).mean()).toList());
    }

    /** The mean over each fork's iterations of the score, a time per operation, in microseconds. */
    static Sample micros(Row row) {
        return means(row.primary().forks()).times(nanosPerUnit(row) / NANOS_PER_MICRO);
    }

    /** The nanoseconds in the unit of a row's score, which is a time per operation. */
    static double nanosPerUnit(Row row) {
        return row.nanos().orElseThrow().value() / row.estimate().value();
    }

    /** A number whose unit stands in the head of its column: {@code 2450 ±1.3%}. */
    static String plain(Estimate value) {
        return EstimateText.score(value, "").replace("  ", " ").strip();
    }

    Sample times(double factor) {
        return new Sample(forks.stream().map(value -> value * factor).toList());
    }

    /** Each fork's value calculated from two. */
    Sample with(Sample other, DoubleBinaryOperator operator) {
        return new Sample(IntStream.range(0, forks.size())
                .mapToObj(i -> operator.applyAsDouble(forks.get(i), other.forks.get(i)))
                .toList());
    }

    Metric metric(String unit) {
        return new Metric(unit, forks.stream().map(List::of).toList());
    }

    /** The arithmetic mean, for values that may be zero. */
    double mean() {
        return forks.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** The estimate over forks; empty when a fork's value is zero or less, for which there is no logarithm. */
    Optional<Estimate> estimate() {
        return Optional.of(forks)
                .filter(values -> values.stream().allMatch(value -> value > 0))
                .map(values -> metric("").estimate(ForkValue.MEDIAN));
    }
}
