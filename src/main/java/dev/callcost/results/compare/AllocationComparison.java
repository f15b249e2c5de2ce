package dev.callcost.results.compare;

import dev.callcost.results.Metric;
import dev.callcost.results.Row;
import java.util.Arrays;
import java.util.Optional;

/**
 * The bytes that an operation allocates on two sides, which are nearly exact: a difference counts when it is more than 0.5 % and
 * more than 4 bytes, and each side's value lies outside the range of the other's forks.
 *
 * @param base bytes per operation, mean over forks
 * @param head bytes per operation, mean over forks
 * @param verdict what they say
 */
public record AllocationComparison(double base, double head, Verdict verdict) {
    private static final double SHARE = 0.005;
    private static final double BYTES = 4;
    private static final int FEWEST_FORKS = 2;

    /** From this release on JMH reads another counter of the JVM's, which also knows threads that have ended. */
    private static final int OTHER_COUNTER = 21;

    /** What two allocations say. */
    public enum Verdict {
        /** Head allocates more: a regression. */
        MORE,
        /** Head allocates less. */
        LESS,
        /** No difference that counts. */
        SAME,
        /** One fork on a side has no range. */
        CANNOT_TELL,
        /** JMH counts differently on the two sides' JDKs. */
        NOT_COMPARABLE
    }

    /** Compares the allocation of a row's two sides; empty when one was measured without {@code -prof gc}. */
    public static Optional<AllocationComparison> of(Row base, Row head) {
        return base.bytesPerOp()
                .flatMap(before -> head.bytesPerOp()
                        .filter(after ->
                                before.mean().isPresent() && after.mean().isPresent())
                        .map(after -> {
                            boolean comparable = countsAll(base) == countsAll(head);
                            return new AllocationComparison(
                                    before.mean().getAsDouble(),
                                    after.mean().getAsDouble(),
                                    comparable ? verdict(before, after) : Verdict.NOT_COMPARABLE);
                        }));
    }

    private static Verdict verdict(Metric base, Metric head) {
        double[] before = base.forkMedians();
        double[] after = head.forkMedians();
        if (Math.min(before.length, after.length) < FEWEST_FORKS) {
            return Verdict.CANNOT_TELL;
        }
        double was = base.mean().orElseThrow();
        double is = head.mean().orElseThrow();
        boolean counts =
                Math.abs(is - was) > Math.max(SHARE * was, BYTES) && isOutside(is, before) && isOutside(was, after);
        if (!counts) {
            return Verdict.SAME;
        }
        return is > was ? Verdict.MORE : Verdict.LESS;
    }

    private static boolean isOutside(double value, double[] forks) {
        return value < Arrays.stream(forks).min().orElseThrow()
                || value > Arrays.stream(forks).max().orElseThrow();
    }

    private static boolean countsAll(Row row) {
        return row.jdkRelease().orElse(0) >= OTHER_COUNTER;
    }
}
