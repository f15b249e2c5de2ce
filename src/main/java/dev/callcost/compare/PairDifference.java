package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * What one pair of forks says: head's value less base's, the logarithm of the ratio of their times, so that plus is slower. What a
 * machine does to both forks alike is not in it.
 *
 * @param byMedian the difference of the medians; of forks that took turns by iterations the median of the differences between neighbours
 * @param byMean the difference of the means
 * @param fifths the first number for each fifth of the iterations; none when there are fewer than five
 */
public record PairDifference(double byMedian, double byMean, List<Double> fifths) {
    private static final int FIFTHS = 5;

    /**
     * Checks both numbers.
     *
     * @throws IllegalArgumentException when one is not finite
     */
    public PairDifference {
        if (!Double.isFinite(byMedian) || !Double.isFinite(byMean)) {
            throw new IllegalArgumentException("a pair's difference must be finite, was " + byMedian + ", " + byMean);
        }
    }

    /**
     * What two forks say; empty when the unit of a score is none of JMH's.
     *
     * @param base a row with the one fork
     * @param head likewise
     * @param inTurns whether they took turns, so that iterations of one number are neighbours; it makes no difference where one fork
     *     has more iterations, nor to means, in which neighbours cannot be told apart
     */
    public static Optional<PairDifference> of(Row base, Row head, boolean inTurns) {
        return base.logNanos()
                .flatMap(ofBase -> head.logNanos().map(ofHead -> of(base, ofBase, head, ofHead, inTurns)));
    }

    private static PairDifference of(
            Row base, DoubleUnaryOperator ofBase, Row head, DoubleUnaryOperator ofHead, boolean inTurns) {
        double[] before = logs(base, ofBase);
        double[] after = logs(head, ofHead);
        boolean areNeighbours = inTurns && before.length == after.length;
        double byMedian = byMedian(before, after, areNeighbours);
        double byMean = ofHead.applyAsDouble(head.primary().estimateOfMeans().logMean())
                - ofBase.applyAsDouble(base.primary().estimateOfMeans().logMean());
        boolean hasFifths = Math.min(before.length, after.length) >= FIFTHS;
        List<Double> fifths = IntStream.range(0, hasFifths ? FIFTHS : 0)
                .mapToObj(part -> byMedian(fifth(before, part), fifth(after, part), areNeighbours))
                .toList();
        return new PairDifference(byMedian, byMean, fifths);
    }

    private static double[] logs(Row row, DoubleUnaryOperator nanos) {
        return row.primary().forks().get(0).stream()
                .mapToDouble(score -> nanos.applyAsDouble(Math.log(score)))
                .toArray();
    }

    private static double byMedian(double[] before, double[] after, boolean areNeighbours) {
        return areNeighbours
                ? Metric.median(IntStream.range(0, before.length)
                        .mapToDouble(i -> after[i] - before[i])
                        .toArray())
                : Metric.median(after) - Metric.median(before);
    }

    private static double[] fifth(double[] values, int part) {
        return Arrays.copyOfRange(values, part * values.length / FIFTHS, (part + 1) * values.length / FIFTHS);
    }
}
