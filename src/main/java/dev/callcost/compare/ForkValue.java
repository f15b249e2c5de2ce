package dev.callcost.compare;

import dev.callcost.results.Metric;
import dev.callcost.results.Row;
import java.util.List;

/**
 * What one fork says of a row: the logarithm of the time an operation takes, in nanoseconds, so that more is slower also where the
 * score is a throughput.
 *
 * @param byMedian the median over the fork's iterations of the logarithm
 * @param byMean the logarithm of the mean over the fork's iterations
 */
public record ForkValue(double byMedian, double byMean) {

    /**
     * Checks both numbers.
     *
     * @throws IllegalArgumentException when one is not finite
     */
    public ForkValue {
        if (!Double.isFinite(byMedian) || !Double.isFinite(byMean)) {
            throw new IllegalArgumentException("a fork's value must be finite, was " + byMedian + ", " + byMean);
        }
    }

    /** One value for each fork of the row, in their order; empty when the unit of its score is none of JMH's. */
    public static List<ForkValue> eachOf(Row row) {
        return row.primary().forks().stream()
                .map(fork -> withFork(row, fork))
                .flatMap(one -> one.nanosPerOperation(false).stream()
                        .map(median -> new ForkValue(
                                median.logMean(),
                                one.nanosPerOperation(true).orElseThrow().logMean())))
                .toList();
    }

    /** One value for each iteration of the row's only fork, as if it were a fork of its own; else as {@link #eachOf}. */
    static List<ForkValue> eachIterationOf(Row row) {
        return row.primary().forks().get(0).stream()
                .flatMap(iteration -> eachOf(withFork(row, List.of(iteration))).stream())
                .toList();
    }

    private static Row withFork(Row row, List<Double> iterations) {
        return new Row(
                row.benchmark(),
                row.mode(),
                row.threads(),
                row.params(),
                new Metric(row.primary().unit(), List.of(iterations)),
                row.secondary(),
                row.settings());
    }
}
