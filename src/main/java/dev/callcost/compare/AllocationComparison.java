package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * The bytes that an operation allocates on two sides. Forks of the same code differ in which objects escape analysis does away with,
 * mostly between a few values, so that nothing is assumed of how they are distributed. A difference counts when it is more than 0.5 %
 * and more than 4 bytes, the ranges of the two sides' forks do not touch, and there are enough forks for that to be no accident.
 *
 * <p>Enough: forks of identical code are exchangeable, each way to deal n + m values out to the sides as likely as any other, and at
 * most two of the (n + m over n) ways put all of one side below all of the other. These are the two extreme orders of the rank-sum test
 * (Mann and Whitney, <i>On a test of whether one of two random variables is stochastically larger than the other</i>, 1947); equal
 * values make them rarer. Of k rows judged together each may err with {@link Rule#ALPHA}/k, so that any is wrongly MORE or LESS in at
 * most 1 % of comparisons: that takes 5 forks a side for one row, 6 for up to 4, 7 for up to 17, 8 for up to 64. When measuring ends is
 * no matter: ranges that do not touch have not touched with fewer forks either, so that the first number that is enough decides how
 * often they err.
 *
 * @param base bytes per operation, mean over forks
 * @param head bytes per operation, mean over forks
 * @param verdict what they say
 */
public record AllocationComparison(double base, double head, AllocationVerdict verdict) {
    private static final double SHARE = 0.005;
    private static final double BYTES = 4;
    private static final int FEWEST_FORKS = 2;

    /** From this release on JMH reads another counter of the JVM's, which also knows threads that have ended. */
    private static final int OTHER_COUNTER = 21;

    /** What two allocations say. */
    public enum AllocationVerdict {
        /** Head allocates more: a regression. */
        MORE,
        /** Head allocates less. */
        LESS,
        /**
         * No difference that counts: a small one, by two forks a side or more; or a larger one between ranges that touch, by enough
         * forks. It does not show that there is none.
         */
        SAME,
        /** Too few forks: one on a side, or not enough to make a difference that is not small count. */
        CANNOT_TELL,
        /** JMH counts differently on the two sides' JDKs. */
        NOT_COMPARABLE
    }

    /**
     * Compares the allocation of a row's two sides; empty when one was measured without {@code -prof gc}.
     *
     * @param rows how many rows are judged together, at least one
     */
    public static Optional<AllocationComparison> of(Row base, Row head, int rows) {
        double[] before = bytes(base);
        double[] after = bytes(head);
        if (before.length == 0 || after.length == 0) {
            return Optional.empty();
        }
        double was = mean(before);
        double is = mean(after);
        AllocationVerdict verdict = countsAll(base) == countsAll(head)
                ? verdict(before, was, after, is, rows)
                : AllocationVerdict.NOT_COMPARABLE;
        return Optional.of(new AllocationComparison(was, is, verdict));
    }

    private static double[] bytes(Row row) {
        return row.bytesPerOp().map(Metric::forkMedians).orElse(new double[0]);
    }

    private static double mean(double[] forks) {
        return Arrays.stream(forks).average().orElseThrow();
    }

    private static AllocationVerdict verdict(double[] before, double was, double[] after, double is, int rows) {
        if (Math.min(before.length, after.length) < FEWEST_FORKS) {
            return AllocationVerdict.CANNOT_TELL;
        }
        if (Math.abs(is - was) <= Math.max(SHARE * was, BYTES)) {
            return AllocationVerdict.SAME;
        }
        if (!areEnough(before.length, after.length, rows)) {
            return AllocationVerdict.CANNOT_TELL;
        }
        if (isBelow(before, after)) {
            return AllocationVerdict.MORE;
        }
        return isBelow(after, before) ? AllocationVerdict.LESS : AllocationVerdict.SAME;
    }

    private static boolean areEnough(int base, int head, int rows) {
        return 2.0 * rows <= Rule.ALPHA * CombinatoricsUtils.binomialCoefficientDouble(base + head, base);
    }

    private static boolean isBelow(double[] forks, double[] others) {
        return Arrays.stream(forks).max().orElseThrow()
                < Arrays.stream(others).min().orElseThrow();
    }

    private static boolean countsAll(Row row) {
        return row.jdkRelease().orElse(0) >= OTHER_COUNTER;
    }

    /**
     * With how many forks a side any difference can count.
     *
     * @param rows how many rows are judged together, at least one
     */
    public static int forksNeeded(int rows) {
        int forks = FEWEST_FORKS;
        while (!areEnough(forks, forks, rows)) {
            forks++;
        }
        return forks;
    }

    /** Whether it takes more forks to tell. */
    public boolean isOpen() {
        return verdict == AllocationVerdict.CANNOT_TELL;
    }
}
