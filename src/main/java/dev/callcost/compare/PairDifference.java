package dev.callcost.compare;

import dev.callcost.results.Metric;
import dev.callcost.results.Row;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What one pair of adjacent forks says: head's value less base's, the logarithm of the ratio of their times, so that plus is slower.
 * What a machine does to both forks alike is not in it.
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

    /** The difference of a pair's two forks. */
    public static PairDifference between(ForkValue base, ForkValue head) {
        return new PairDifference(head.byMedian() - base.byMedian(), head.byMean() - base.byMean());
    }

    /**
     * The same pair when its forks took turns. Means stay what they are: neighbours cannot be told apart in them.
     *
     * @param base a row with the one fork
     * @param head likewise; when it has another number of iterations, the difference stays the one of the medians
     */
    public PairDifference inTurns(Row base, Row head) {
        List<ForkValue> before = ForkValue.eachIterationOf(base);
        List<ForkValue> after = ForkValue.eachIterationOf(head);
        return before.size() == after.size()
                ? new PairDifference(
                        Metric.median(IntStream.range(0, before.size())
                                .mapToDouble(i -> between(before.get(i), after.get(i)).byMedian)
                                .toArray()),
                        byMean)
                : this;
    }
}
