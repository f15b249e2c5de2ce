package dev.callcost.lab;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * One value for each fork, from a score, a counter or a calculation from both.
 *
 * @param forks the values in the order of the forks
 */
record Sample(List<Double> forks) {
    /** The parameter of how a message becomes bytes. */
    static final String WIRE_FORMAT = "wireFormat";

    private static final double SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    Sample {
        forks = List.copyOf(forks);
    }

    /**
     * The file's rows of some benchmarks, in its order.
     *
     * @param simpleNames class and method of each benchmark
     * @throws IllegalArgumentException when it holds none
     */
    static List<Row> rows(ResultsFile file, String... simpleNames) {
        List<Row> rows = file.rows().stream()
                .filter(row -> Arrays.asList(simpleNames).contains(row.simpleName()))
                .filter(row -> row.nanos().isPresent())
                .toList();
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(file.path() + " holds no row of " + String.join(" or ", simpleNames));
        }
        return rows;
    }

    /** The row of protobuf that has everything else in common with a row of another wire format; empty for protobuf's own. */
    static Optional<Row> protobufs(List<Row> rows, Row row) {
        Map<String, String> params = new HashMap<>(row.params());
        params.replace(WIRE_FORMAT, "PROTOBUF");
        return rows.stream()
                .filter(other -> other != row
                        && other.simpleName().equals(row.simpleName())
                        && other.params().equals(params))
                .findFirst();
    }

    /** For each fork the mean over its iterations of a counter; empty when the row has not counted it in every one. */
    static Optional<Sample> means(Row row, String counter) {
        return Optional.ofNullable(row.secondary().get(counter))
                .map(Metric::forks)
                .filter(forks -> forks.stream()
                        .allMatch(fork -> !fork.isEmpty() && fork.stream().allMatch(Double::isFinite)))
                .map(Sample::means);
    }

    /** For each fork the mean over its iterations of the score, a time per operation, in microseconds. */
    static Sample micros(Row row) {
        return means(row.primary().forks()).times(nanosPerUnit(row) / NANOS_PER_MICRO);
    }

    /** The nanoseconds in the unit of a row's score, which is a time per operation. */
    static double nanosPerUnit(Row row) {
        return row.nanos().orElseThrow().value() / row.primary().estimate().value();
    }

    /** A counter's mean as a table shows it: three digits, nothing where it was not counted. */
    static String number(Row row, String counter) {
        return means(row, counter)
                .map(sample -> sample.mean() == 0 ? "0" : Numbers.significant(sample.mean()))
                .orElse("");
    }

    /** A counter of microseconds as a table shows it, without its interval; nothing where it was not counted or is zero. */
    static String time(Row row, String counter) {
        return means(row, counter)
                .flatMap(Sample::estimate)
                .map(micros -> EstimateText.plainTime(micros.times(NANOS_PER_MICRO)))
                .orElse("");
    }

    /** Calls a second of all threads, from the time that each waits for a call; a fork counts by the mean of its iterations. */
    static Estimate callsPerSecond(Row row) {
        return callsPerSecond(row, row.primary().estimateOfMeans());
    }

    /**
     * The same with an interval made in another way.
     *
     * @param score the estimate of the row's score
     */
    static Estimate callsPerSecond(Row row, Estimate score) {
        return row.nanosPerOperation(score).orElseThrow().inverse().times(SECOND * row.threads());
    }

    private static Sample means(List<List<Double>> forks) {
        return new Sample(forks.stream()
                .map(fork ->
                        fork.stream().mapToDouble(Double::doubleValue).average().orElseThrow())
                .toList());
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

    /** The arithmetic mean over forks, for what may be zero. */
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
