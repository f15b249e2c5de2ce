package dev.callcost.stats;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;
import org.apache.commons.numbers.rootfinder.BrentSolver;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Moderated variances: each row's variance over forks is drawn towards the variances of all rows. Two or three forks
 * hardly show the spread of their row, and many rows together show a usual spread well.
 *
 * <p>The estimator is Smyth's, "Linear models and empirical Bayes methods for assessing differential expression in
 * microarray experiments" (Stat. Appl. Genet. Mol. Biol. 3, 2004): the variance (p s0^2 + d s^2) / (p + d) with p + d
 * degrees of freedom, from the row's variance s^2 with d degrees and a prior variance s0^2 with p degrees.
 *
 * <ul>
 *   <li>{@link Prior#FITTED}: p and s0^2 come from mean and variance of ln s^2 (Smyth, section 6.2). Logarithms farther
 *       from their median than {@value #OUTLYING} robust standard deviations count as if they were that far, so that a
 *       loud row leaves the other rows' intervals alone (after Phipson et al., "Robust hyperparameter estimation
 *       protects against hypervariable genes", Ann. Appl. Stat. 10, 2016).
 *   <li>{@link Prior#FIXED}: rows or forks are too few to fit p. It is 2, or 1 with fewer than {@value #FEW_ROWS} rows,
 *       whose median is less certain. s0^2 comes from the median of s^2.
 *   <li>{@link Prior#NONE}: each row keeps its own variance.
 * </ul>
 *
 * <p>A variance is never moderated below the row's own, because the row may scatter more than the others. Where its own
 * variance is over {@value #OWN} times the moderated one, the row keeps its own degrees of freedom too. Rows whose
 * forks agree to ten digits do not count for the spread of others: such scores have too few digits.
 * src/docs/statistics-appendix.md has the simulated errors.
 *
 * @param degrees the prior's degrees of freedom
 * @param variance the prior's variance of one fork
 */
public record Moderation(Prior prior, double degrees, double variance) {
    public enum Prior {
        FITTED,
        FIXED,
        NONE
    }

    /** Each row keeps its own variance. */
    public static final Moderation NOTHING = new Moderation(Prior.NONE, 0, 0);

    /** Fewer rows have no prior. */
    public static final int FEWEST_ROWS = 4;

    /** Fewer rows have a prior of one degree of freedom. */
    private static final int FEW_ROWS = 8;

    /** Fewer rows are too few to fit the prior's weight. */
    private static final int FEWEST_ROWS_FITTED = 30;

    /** Fewer median degrees of freedom are too few to fit the prior's weight. */
    private static final int FEWEST_DEGREES_FITTED = 3;

    /** A smaller variance of logarithms is an error of rounding. */
    private static final double LEAST_VARIANCE = 1e-20;

    private static final double OUTLYING = 3;
    private static final double OWN = 3;

    /** Stands for infinitely many degrees of freedom: the rows' variances differ by chance alone. */
    private static final double MANY = 1e6;

    /**
     * An estimate by its row's own forks, and the variance that these give to one fork.
     *
     * @param estimate with an interval
     * @param share the estimate's variance over the variance of one fork: 1/n for the mean of n forks, 1/n + 1/m for
     *     the difference of two means
     */
    public record Own(Estimate estimate, double share) {
        /** The mean of a row's forks. */
        public static Own ofMean(Estimate estimate) {
            return new Own(estimate, 1.0 / estimate.forks());
        }

        double variance() {
            return estimate.variance() / share;
        }

        double degrees() {
            return estimate.degrees();
        }
    }

    /** The prior that rows have together. */
    public static Moderation of(List<Own> rows) {
        return of(rows, true);
    }

    /**
     * A prior of fixed weight, for rows that are not independent of each other: their variances look more alike than
     * they are.
     */
    static Moderation ofDependent(List<Own> rows) {
        return of(rows, false);
    }

    private static Moderation of(List<Own> rows, boolean areIndependent) {
        List<Own> telling =
                rows.stream().filter(row -> row.variance() > LEAST_VARIANCE).toList();
        if (telling.size() < FEWEST_ROWS) {
            return NOTHING;
        }
        boolean fits = areIndependent
                && telling.size() >= FEWEST_ROWS_FITTED
                && Robust.median(telling.stream().mapToDouble(Own::degrees).toArray()) >= FEWEST_DEGREES_FITTED;
        return fits ? fitted(telling) : fixed(telling);
    }

    private static Moderation fixed(List<Own> rows) {
        double centre = Robust.median(rows.stream()
                .mapToDouble(row -> row.variance()
                        * row.degrees()
                        / ChiSquaredDistribution.of(row.degrees()).inverseCumulativeProbability(0.5))
                .toArray());
        return new Moderation(Prior.FIXED, rows.size() < FEW_ROWS ? 1 : 2, centre);
    }

    private static Moderation fitted(List<Own> rows) {
        double[] logs = winsorized(
                rows.stream().mapToDouble(row -> Math.log(row.variance())).toArray());
        double mean = 0;
        double expected = 0;
        for (int n = 0; n < logs.length; n++) {
            double half = rows.get(n).degrees() / 2;
            logs[n] -= Digamma.value(half) - Math.log(half);
            mean += logs[n] / logs.length;
            expected += Trigamma.value(half) / logs.length;
        }
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double degrees = degreesOf(squares / (logs.length - 1) - expected);
        double bias = degrees < MANY ? Digamma.value(degrees / 2) - Math.log(degrees / 2) : 0;
        return new Moderation(Prior.FITTED, degrees, Math.exp(mean + bias));
    }

    private static double[] winsorized(double[] logs) {
        double median = Robust.median(logs);
        double limit = OUTLYING
                * Robust.NORMAL
                * Robust.median(
                        Arrays.stream(logs).map(log -> Math.abs(log - median)).toArray());
        return Arrays.stream(logs)
                .map(log -> Math.max(median - limit, Math.min(median + limit, log)))
                .toArray();
    }

    /** The degrees of freedom at which ln s0^2 varies by so much more than chance makes it vary. */
    private static double degreesOf(double excess) {
        return excess <= Trigamma.value(MANY / 2)
                ? MANY
                : new BrentSolver(1e-14, 1e-6, 1e-15)
                        .findRoot(degrees -> Trigamma.value(degrees / 2) - excess, 1e-6, MANY);
    }

    /** An estimate with its variance as the prior moderates it. */
    public Estimate moderated(Own own) {
        double sum = degrees + own.degrees();
        if (sum == 0) {
            return own.estimate;
        }
        double moderated = (degrees * variance + own.degrees() * own.variance()) / sum;
        Estimate estimate = own.estimate;
        return own.variance() > OWN * moderated
                ? estimate
                : new Estimate(
                        estimate.logMean(), Math.max(moderated, own.variance()) * own.share, sum, estimate.forks());
    }
}
