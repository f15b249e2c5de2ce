package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * One value for each fork, from a score, a counter or a calculation from both.
 *
 * @param forks the values in the order of the forks
 */
record Sample(List<Double> forks) {
    static final double NANOS_PER_MICRO = 1e3;

    /**
     * The file's rows of some benchmarks, in its order.
     *
     * @param simpleNames class and method of each benchmark
     * @throws IllegalArgumentException when it holds none
     */
    static List<Row> rows(ResultsFile file, String... simpleNames) {
        List<String> names = List.of(simpleNames);
        return some(
                file.rows().stream()
                        .filter(row ->
                                names.contains(row.simpleName()) && row.nanos().isPresent())
                        .toList(),
                file,
                "row of " + String.join(" or ", names));
    }

    /** @throws IllegalArgumentException when there are no rows, because the file lacks what a table is about */
    static <R> List<R> some(List<R> rows, ResultsFile file, String what) {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no " + what);
        }
        return rows;
    }

    static String param(Row row, String name) {
        return row.params().getOrDefault(name, "");
    }

    static int forks(Row row) {
        return row.primary().forks().size();
    }

    /** The mean over each fork's iterations of a counter; empty when an iteration lacks it. */
    static Optional<Sample> means(Row row, String counter) {
        return Optional.ofNullable(row.secondary().get(counter))
                .map(Metric::forks)
                .filter(forks -> forks.stream()
                        .allMatch(fork -> !fork.isEmpty() && fork.stream().allMatch(Double::isFinite)))
                .map(Sample::means);
    }

    /** The median of each fork's values. */
    static Sample medians(Metric metric) {
        return new Sample(Arrays.stream(metric.forkMedians()).boxed().toList());
    }

    private static Sample means(List<List<Double>> forks) {
        return new Sample(forks.stream()
                .map(fork ->
                        fork.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toList());
    }

    /** The mean over each fork's iterations of the score, a time per operation, in microseconds. */
    static Sample micros(Row row) {
        return means(row.primary().forks()).times(nanosPerUnit(row) / NANOS_PER_MICRO);
    }

    /** The nanoseconds in the unit of a row's score, which is a time per operation. */
    static double nanosPerUnit(Row row) {
        return row.nanos().orElseThrow().value() / row.primary().estimate().value();
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

    /** The arithmetic mean over forks, for values that may be zero. */
    double mean() {
        return forks.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** The estimate over forks; empty when a fork's value is zero or less, for which there is no logarithm. */
    Optional<Estimate> estimate() {
        return Optional.of(forks)
                .filter(values -> values.stream().allMatch(value -> value > 0))
                .map(values -> new Metric("", values.stream().map(List::of).toList()).estimate());
    }
}
