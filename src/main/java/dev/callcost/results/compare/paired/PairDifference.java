package dev.callcost.results.compare.paired;

/**
 * What one pair of adjacent forks says: head's value less base's, the logarithm of the ratio of their times, so that plus is slower.
 * What a machine does to both forks alike is not in it.
 *
 * @param byMedian the difference of the medians
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
}
