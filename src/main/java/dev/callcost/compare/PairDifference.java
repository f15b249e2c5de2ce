package dev.callcost.compare;

import dev.callcost.results.Metric;
import dev.callcost.results.Row;
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
 */
public record PairDifference(double byMedian, double byMean) {

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
        List<Double> before = base.primary().forks().get(0);
        List<Double> after = head.primary().forks().get(0);
        double byMedian = inTurns && before.size() == after.size()
                ? Metric.median(IntStream.range(0, before.size())
                        .mapToDouble(i -> ofHead.applyAsDouble(Math.log(after.get(i)))
                                - ofBase.applyAsDouble(Math.log(before.get(i))))
                        .toArray())
                : ofHead.applyAsDouble(head.primary().estimate().logMean())
                        - ofBase.applyAsDouble(base.primary().estimate().logMean());
        double byMean = ofHead.applyAsDouble(head.primary().estimateOfMeans().logMean())
                - ofBase.applyAsDouble(base.primary().estimateOfMeans().logMean());
        return new PairDifference(byMedian, byMean);
    }
}
