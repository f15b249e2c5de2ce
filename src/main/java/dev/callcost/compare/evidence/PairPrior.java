package dev.callcost.compare.evidence;

import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.List;

/**
 * The prior by which the variances of rows are moderated. Deciding pairs give it once {@value #FEWEST_ROWS} rows have
 * {@value #FEWEST_PAIRS} of them: the spread of first pairs over rows holds the change too, where it is not the same in
 * all rows. src/docs/statistics-appendix.md has the errors.
 */
public final class PairPrior {
    /** Fewer first pairs are too few to serve until then. */
    private static final int FEWEST_FIRST = Moderation.FEWEST_ROWS;

    /**
     * Fewer rows have a prior of one degree of freedom from their first pairs, because their spread is less certain.
     */
    private static final int FEW_ROWS = 8;

    public static final int FEWEST_ROWS = 3;
    public static final int FEWEST_PAIRS = 3;

    /**
     * More degrees of freedom, and identical code has false alarms in over 1 % of comparisons where rows are bimodal.
     */
    private static final double MOST_DEGREES = 4;

    /** The share of the deciding pairs' degrees of freedom. */
    private static final double SHARE = 0.25;

    /** A smaller variance of logarithms is an error of rounding. */
    private static final double LEAST_VARIANCE = 1e-20;

    private static final double MEDIAN_OF_TWO = 1.386294;

    private PairPrior() {}

    /**
     * @param first the differences of first pairs, logarithms
     * @param deciding the differences of the deciding pairs of each row so far
     */
    public static Moderation of(double[] first, List<List<Double>> deciding) {
        List<Estimate> rows = deciding.stream()
                .filter(row -> row.size() >= FEWEST_PAIRS)
                .map(Estimate::ofLogs)
                .toList();
        return rows.size() < FEWEST_ROWS
                ? ofFirst(first)
                : ofDeciding(
                        rows.stream().mapToDouble(PairPrior::usual).toArray(),
                        rows.stream().mapToDouble(Estimate::degrees).sum());
    }

    /** The variance that a row's own would come from in half of all cases. */
    public static double usual(Estimate row) {
        return row.variance() * row.forks() * row.degrees() / medianOfChiSquared(row.degrees());
    }

    /**
     * @param usual {@link #usual} of each row with enough pairs
     * @param degrees the sum of their degrees of freedom
     */
    public static Moderation ofDeciding(double[] usual, double degrees) {
        return of(Robust.median(usual), Math.min(MOST_DEGREES, SHARE * degrees));
    }

    /** By the distance of first pairs from their median; none below {@value #FEWEST_FIRST} of them. */
    public static Moderation ofFirst(double[] first) {
        if (first.length < FEWEST_FIRST) {
            return Moderation.NOTHING;
        }
        double median = Robust.median(first);
        double scale = Robust.NORMAL
                * Robust.median(Arrays.stream(first)
                        .map(value -> Math.abs(value - median))
                        .toArray());
        return of(scale * scale, first.length < FEW_ROWS ? 1 : 2);
    }

    /** None where most values agree: a prior of no variance would make every difference significant. */
    private static Moderation of(double variance, double degrees) {
        return variance <= LEAST_VARIANCE
                ? Moderation.NOTHING
                : new Moderation(Moderation.Prior.FIXED, degrees, variance);
    }

    /** By Wilson and Hilferty (1931), which is too far off for two degrees of freedom. */
    private static double medianOfChiSquared(double degrees) {
        return degrees == 2 ? MEDIAN_OF_TWO : degrees * Math.pow(1 - 2 / (9 * degrees), 3);
    }
}
