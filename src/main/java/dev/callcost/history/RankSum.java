package dev.callcost.history;

import java.util.Arrays;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;

/**
 * The exact rank-sum test (Mann and Whitney, 1947), and the interval for a shift that belongs to it (Hodges and
 * Lehmann, 1963). The test of commons-statistics is not exact where values are equal, and does not have the counts of
 * orders that the interval is made of.
 *
 * @param few number of values on one side
 * @param many number of values on the other side
 */
record RankSum(int few, int many) {
    /** @return the two-sided probability of such a difference between values from one distribution */
    static double p(double[] one, double[] other) {
        double larger = 0;
        for (double a : one) {
            for (double b : other) {
                larger += a > b ? 1 : a == b ? 0.5 : 0;
            }
        }
        int pairs = one.length * other.length;
        // ties make halves: the statistic that is nearer to no difference counts
        return Math.min(
                1, 2 * new RankSum(one.length, other.length).upTo(pairs - (int) Math.max(larger, pairs - larger)));
    }

    /** The probability that at most so many pairs are in the wrong order. */
    private double upTo(int pairs) {
        return Arrays.stream(counts(pairs)).sum() / BinomialCoefficientDouble.value(few + many, few);
    }

    /**
     * In how many orders of all values 0, 1, ... pairs are in the wrong order: the coefficients of the Gaussian
     * binomial, the product of (1 - q^(many + i)) / (1 - q^i) for i from 1 to few.
     */
    private double[] counts(int most) {
        double[] counts = new double[most + 1];
        counts[0] = 1;
        for (int i = 1; i <= few; i++) {
            for (int pairs = most; pairs >= many + i; pairs--) {
                counts[pairs] -= counts[pairs - many - i];
            }
            for (int pairs = i; pairs <= most; pairs++) {
                counts[pairs] += counts[pairs - i];
            }
        }
        return counts;
    }

    /**
     * The interval for the shift from one side to the other: differences of pairs, without as many at both ends as the
     * test does not reject.
     *
     * @param level the probability that the interval misses the shift, at most
     * @return the two ends; NaN with too few values
     */
    static double[] shift(double[] from, double[] to, double level) {
        int pairs = from.length * to.length;
        double[] counts = new RankSum(from.length, to.length).counts(pairs / 2);
        double room = level / 2 * BinomialCoefficientDouble.value(from.length + to.length, from.length);
        int outside = 0;
        while (outside <= pairs / 2 && room >= counts[outside]) {
            room -= counts[outside++];
        }
        if (outside == 0) {
            return new double[] {Double.NaN, Double.NaN};
        }
        double[] shifts = Arrays.stream(to)
                .flatMap(b -> Arrays.stream(from).map(a -> b - a))
                .sorted()
                .toArray();
        return new double[] {shifts[outside - 1], shifts[pairs - outside]};
    }
}
