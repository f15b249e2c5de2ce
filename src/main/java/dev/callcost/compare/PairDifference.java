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
 * @param byFastest the Hodges-Lehmann shift between the fastest quarters of both forks' iterations: the median of all differences between one of head and one of base
 * @param byMedian the difference of the medians; for forks that took turns by iterations, the median of the differences between neighbours
 * @param byMean the difference of the means
 * @param fifths {@code byMedian} for each fifth of the iterations; none when there are fewer than five
 */
public record PairDifference(double byFastest, double byMedian, double byMean, List<Double> fifths) {
    private static final int FIFTHS = 5;

    /** The fewest iterations that stand for the fastest quarter. */
    private static final int FEWEST = 2;

    /** @throws IllegalArgumentException when a number is not finite */
    public PairDifference {
        if (!Double.isFinite(byFastest) || !Double.isFinite(byMedian) || !Double.isFinite(byMean)) {
            throw new IllegalArgumentException(
                    "a pair's difference must be finite, was " + byFastest + ", " + byMedian + ", " + byMean);
        }
    }

    /**
     * The difference of two rows with one fork each; empty when JMH has no such unit as a score's, or a quantity is 0 or in two units.
     *
     * @param inTurns whether iterations with the same number are neighbours; ignored when one fork has more iterations
     */
    public static Optional<PairDifference> of(Row base, Row head, boolean inTurns) {
        if (Ranges.areNeeded(base.primary())
                || Ranges.areNeeded(head.primary())
                || !Metric.areInOneUnit(List.of(base.primary(), head.primary()))) {
            return Optional.empty();
        }
        double[] before = logs(base);
        double[] after = logs(head);
        boolean areNeighbours = inTurns && before.length == after.length;
        int fifths = Math.min(before.length, after.length) < FIFTHS ? 0 : FIFTHS;
        return Optional.of(new PairDifference(
                byFastest(before, after),
                byMedian(before, after, areNeighbours),
                logOfMean(head) - logOfMean(base),
                IntStream.range(0, fifths)
                        .mapToObj(part -> byMedian(fifth(before, part), fifth(after, part), areNeighbours))
                        .toList()));
    }

    /** By what decides. */
    public double deciding(boolean meanDecides) {
        return meanDecides ? byMean : byFastest;
    }

    private static double byFastest(double[] before, double[] after) {
        double[] base = fastest(before);
        double[] head = fastest(after);
        return Metric.median(Arrays.stream(head)
                .flatMap(of -> Arrays.stream(base).map(other -> of - other))
                .toArray());
    }

    private static double[] fastest(double[] values) {
        int quarter = Math.max(FEWEST, values.length / 4);
        return Arrays.stream(values).sorted().limit(quarter).toArray();
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

    private static double byMedian(double[] before, double[] after, boolean areNeighbours) {
        return areNeighbours
                ? Metric.median(IntStream.range(0, after.length)
                        .mapToDouble(i -> after[i] - before[i])
                        .toArray())
                : Metric.median(after) - Metric.median(before);
    }

    private static double[] fifth(double[] values, int part) {
        return Arrays.copyOfRange(values, part * values.length / FIFTHS, (part + 1) * values.length / FIFTHS);
    }
}
