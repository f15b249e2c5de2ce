package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * The logarithm of head's time over base's in one pair of forks; positive when head is slower. What the machine does to both forks alike cancels out.
 *
 * @param byFastest the Hodges-Lehmann shift of the fastest quarters of both forks' iterations, two iterations at least: on a shared machine others only ever
 *     make an iteration slower
 * @param byMedian the median of the differences between neighbouring iterations; the difference of the medians where one fork has more iterations
 * @param fifths {@code byMedian} for each fifth of the iterations; none when there are fewer than five
 */
public record PairDifference(double byFastest, double byMedian, double byMean, List<Double> fifths) {
    private static final int FIFTHS = 5;
    private static final int QUARTERS = 4;
    private static final int FEWEST_FASTEST = 2;

    /**
     * The difference of two rows with one fork each, which took turns; empty when JMH has no such unit as a score's, or a quantity is 0 or in two units.
     */
    public static Optional<PairDifference> of(Row base, Row head) {
        if (!Floor.hasRatio(base.primary())
                || !Floor.hasRatio(head.primary())
                || !Metric.areInOneUnit(List.of(base.primary(), head.primary()))) {
            return Optional.empty();
        }
        double[] before = logs(base);
        double[] after = logs(head);
        int fifths = Math.min(before.length, after.length) < FIFTHS ? 0 : FIFTHS;
        return Optional.of(new PairDifference(
                shift(fastest(before), fastest(after)),
                byMedian(before, after),
                logOfMean(head) - logOfMean(base),
                IntStream.range(0, fifths)
                        .mapToObj(part -> byMedian(fifth(before, part), fifth(after, part)))
                        .toList()));
    }

    private static double logOfMean(Row row) {
        return row.nanosPerOperation(row.primary().estimateOfMeans())
                .orElseThrow()
                .logMean();
    }

    private static double[] logs(Row row) {
        DoubleUnaryOperator cost = row.primary().logCost().orElseThrow();
        return row.primary().forks().get(0).stream()
                .mapToDouble(score -> cost.applyAsDouble(Math.log(score)))
                .toArray();
    }

    /** By what decides. */
    public double deciding(boolean meanDecides) {
        return meanDecides ? byMean : byFastest;
    }

    private static double[] fastest(double[] logs) {
        return Arrays.stream(logs)
                .sorted()
                .limit(Math.max(FEWEST_FASTEST, logs.length / QUARTERS))
                .toArray();
    }

    /** The median of all differences between a value of one list and a value of the other (Hodges and Lehmann, 1963). */
    private static double shift(double[] before, double[] after) {
        return Metric.median(Arrays.stream(after)
                .flatMap(later -> Arrays.stream(before).map(earlier -> later - earlier))
                .toArray());
    }

    private static double byMedian(double[] before, double[] after) {
        return before.length == after.length
                ? Metric.median(IntStream.range(0, after.length)
                        .mapToDouble(i -> after[i] - before[i])
                        .toArray())
                : Metric.median(after) - Metric.median(before);
    }

    private static double[] fifth(double[] values, int part) {
        return Arrays.copyOfRange(values, part * values.length / FIFTHS, (part + 1) * values.length / FIFTHS);
    }
}
