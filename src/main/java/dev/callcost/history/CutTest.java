package dev.callcost.history;

import dev.callcost.stats.Estimate;
import dev.callcost.stats.Robust;
import java.util.Arrays;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;

/**
 * A cut with the test of the two stretches that it parts.
 *
 * @param from index of the first value of the stretch before the cut
 * @param at index of the first value after the cut
 * @param end index behind the last value of the stretch after it
 * @param before the median of the stretch before
 * @param after the median of the stretch after
 * @param p of the rank-sum test of the nearest values
 * @param isBeyond whether every value of the shorter stretch is beyond the bound that the longer one sets for one more
 *     value: Student's t at 99.9 %
 */
record CutTest(double[] values, int from, int at, int end, double before, double after, double p, boolean isBeyond) {
    /** So many values nearest to a cut are tested on each side. */
    static final int NEAREST = 30;

    /** A bound needs so many values. */
    static final int FEWEST = 10;

    /**
     * From so many values on a change can hold at each place: 8 values that are all below 9 have p 8.2e-5, and any
     * fewer are next to 10.
     */
    static final int ANYWHERE = 17;

    /** A row with fewer judged runs is too short. */
    static final int FEWEST_RUNS = 12;

    /** The bound that decides in the middle of fewer values. */
    private static final int FEWEST_OF_FEW = 6;

    private static final double LEVEL = 1e-4;
    private static final double CONFIDENCE = 0.999;
    private static final double SHIFT_LEVEL = 0.01;

    static CutTest of(double[] values, int from, int at, int end) {
        double[] nearBefore = Arrays.copyOfRange(values, Math.max(from, at - NEAREST), at);
        double[] nearAfter = Arrays.copyOfRange(values, at, Math.min(end, at + NEAREST));
        double before = Robust.median(Arrays.copyOfRange(values, from, at));
        double after = Robust.median(Arrays.copyOfRange(values, at, end));
        int fewest = values.length >= FEWEST_RUNS && values.length < ANYWHERE ? FEWEST_OF_FEW : FEWEST;
        boolean isBeyond = end - at <= at - from
                ? isBeyond(nearBefore, nearAfter, Math.signum(after - before), fewest)
                : isBeyond(nearAfter, nearBefore, Math.signum(before - after), fewest);
        return new CutTest(values, from, at, end, before, after, RankSum.p(nearBefore, nearAfter), isBeyond);
    }

    /** @param side 1 for above the bound, -1 for below */
    private static boolean isBeyond(double[] level, double[] runs, double side, int fewest) {
        if (level.length < fewest) {
            return false;
        }
        Estimate mean = Estimate.ofLogs(Arrays.stream(level).boxed().toList());
        double reach = new Estimate(0, mean.variance() * (level.length + 1), mean.degrees(), level.length)
                .logHalfWidth(CONFIDENCE);
        return Arrays.stream(runs).allMatch(run -> side * (run - mean.logMean()) > reach);
    }

    /** The difference of the medians, as a logarithm. */
    double change() {
        return after - before;
    }

    /** The interval at 99 % for the change; two NaN where values are too few. */
    double[] shift() {
        return RankSum.shift(Arrays.copyOfRange(values, from, at), Arrays.copyOfRange(values, at, end), SHIFT_LEVEL);
    }

    boolean reaches(double margin) {
        return Math.abs(change()) >= Math.log1p(margin);
    }

    /** Whether chance does not explain the change. Below the margin only the rank-sum test shows that. */
    boolean holds(double margin) {
        return p <= LEVEL || isBeyond && reaches(margin);
    }

    /**
     * The exact rank-sum test (Mann and Whitney, 1947), and the interval for a shift that belongs to it (Hodges and
     * Lehmann, 1963). The test of commons-statistics is not exact where values are equal, and does not have the counts
     * of orders that the interval is made of.
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
         * The interval for the shift from one side to the other: differences of pairs, without as many at both ends as
         * the test does not reject.
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
}
