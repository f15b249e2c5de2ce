package dev.callcost.compare.evidence;

import dev.callcost.data.EstimateText;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.apache.commons.numbers.combinatorics.BinomialCoefficientDouble;

/**
 * The bytes per operation of a row's two sides. A difference counts when it exceeds 0.5 % and 4 bytes and either both
 * sides are constants, or the ranges of the two sides' forks do not touch and there are enough forks for an error of
 * {@link VerdictRule#ALPHA} over all rows: 5 a side for one row, 6 for up to 4 rows, 7 for up to 17, 8 for up to 64. No
 * distribution is assumed, because forks of the same code mostly differ between a few values.
 * src/docs/statistics-appendix.md derives the rule.
 *
 * @param base bytes per operation, the mean over forks
 */
public record AllocationChange(double base, double head, AllocationVerdict verdict) {
    /** From this release on JMH reads another counter of the JVM, which includes threads that have ended. */
    private static final int OTHER_COUNTER = 21;

    /**
     * Forks whose bytes differ by this, or by {@link #CONSTANT_SHARE}, allocate the same: an object has a multiple of 8
     * bytes.
     */
    private static final double CONSTANT = 0.5;

    private static final double CONSTANT_SHARE = 0.0001;

    public enum AllocationVerdict {
        /** Head allocates more: a regression. */
        MORE,
        LESS,
        /**
         * The difference is small, or the ranges of enough forks touch. This does not prove that there is no
         * difference.
         */
        SAME,
        /** One fork on a side, or too few forks to make a larger difference of sides that are no constants count. */
        CANNOT_TELL,
        /** JMH counts differently on the two sides' JDKs. */
        NOT_COMPARABLE
    }

    /**
     * Forks of one machine are not exchangeable with those of another, so each of several files is one value: its mean
     * over forks.
     *
     * @param baseFiles the row in each file of base, or all its forks as one
     * @param rows how many rows are judged together, at least one
     * @return empty when a side was measured without {@code -prof gc}
     */
    public static Optional<AllocationChange> of(List<Row> baseFiles, List<Row> headFiles, int rows) {
        boolean byFiles = Math.max(baseFiles.size(), headFiles.size()) > 1;
        List<double[]> ofBase = bytes(baseFiles);
        List<double[]> ofHead = bytes(headFiles);
        DoubleSummaryStatistics before = values(ofBase, byFiles).summaryStatistics();
        DoubleSummaryStatistics after = values(ofHead, byFiles).summaryStatistics();
        if (before.getCount() == 0 || after.getCount() == 0) {
            return Optional.empty();
        }
        double base = before.getAverage();
        double head = after.getAverage();
        boolean isSmall = Floor.BYTES.covers(base, head);
        boolean areConstants = areConstant(ofBase) && areConstant(ofHead);
        long fewest = Math.min(before.getCount(), after.getCount());
        AllocationVerdict verdict;
        if (!areComparable(baseFiles.get(0), headFiles.get(0))) {
            verdict = AllocationVerdict.NOT_COMPARABLE;
        } else if (!areConstants
                && (fewest < VerdictRule.FEWEST_FORKS_MODERATED
                        || !isSmall && probability(before.getCount(), after.getCount()) > VerdictRule.ALPHA / rows)) {
            verdict = AllocationVerdict.CANNOT_TELL;
        } else if (!isSmall && before.getMax() < after.getMin()) {
            verdict = AllocationVerdict.MORE;
        } else if (!isSmall && after.getMax() < before.getMin()) {
            verdict = AllocationVerdict.LESS;
        } else {
            verdict = AllocationVerdict.SAME;
        }
        return Optional.of(new AllocationChange(base, head, verdict));
    }

    /** The value of each fork; where a side has several files, the mean of each file. */
    private static DoubleStream values(List<double[]> files, boolean byFiles) {
        return files.stream()
                .flatMapToDouble(forks -> byFiles ? Arrays.stream(forks).average().stream() : Arrays.stream(forks));
    }

    /**
     * Whether the bytes of a side are a property of the code, not of its forks: two forks or more, and all the same.
     */
    private static boolean areConstant(List<double[]> files) {
        DoubleSummaryStatistics forks = values(files, false).summaryStatistics();
        return forks.getCount() > 1
                && forks.getMax() - forks.getMin() <= Math.max(CONSTANT, CONSTANT_SHARE * forks.getMin());
    }

    /** Of forks of identical code whose ranges do not overlap. */
    private static double probability(long base, long head) {
        return Math.min(1, 2 / BinomialCoefficientDouble.value(Math.toIntExact(base + head), Math.toIntExact(base)));
    }

    /** Whether the difference is large enough to count, whatever the verdict. */
    public boolean isLarge() {
        return !Floor.BYTES.covers(base, head);
    }

    /** {@code 0 -> 24.0 B}. */
    public String text() {
        return text(base) + " -> " + text(head) + " B";
    }

    /** Head's bytes as a change; empty where base has none. */
    public String change() {
        return text(base).equals("0") ? "" : EstimateText.change(head / base);
    }

    public static String text(double bytes) {
        return Numbers.bytes(OptionalDouble.of(bytes));
    }

    private static List<double[]> bytes(List<Row> files) {
        return files.stream()
                .flatMap(row -> row.bytesPerOp().stream())
                .map(Metric::forkMedians)
                .toList();
    }

    static boolean isOfBytes(String metric) {
        return metric.startsWith("gc.alloc.");
    }

    public static boolean areComparable(Row base, Row head) {
        return countsAll(base) == countsAll(head);
    }

    private static boolean countsAll(Row row) {
        return row.jdkRelease().orElse(0) >= OTHER_COUNTER;
    }

    /** The fewest forks a side with which any difference can count, when so many rows are judged together. */
    public static int forksNeeded(int rows) {
        int forks = VerdictRule.FEWEST_FORKS_MODERATED;
        while (probability(forks, forks) > VerdictRule.ALPHA / rows) {
            forks++;
        }
        return forks;
    }
}
