package dev.callcost.compare.evidence;

import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.stats.Robust;
import dev.callcost.stats.VerdictRule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The constants of the procedure for pairs, which were fixed before any pair was measured: paired t tests at interim
 * analyses, and Benjamini and Hochberg's procedure over the chosen rows. src/docs/statistics-appendix.md has the errors
 * that it makes.
 */
public final class PairRule {
    /**
     * The probability that one interim analysis rejects a true hypothesis in one direction, for a row that is judged
     * alone.
     */
    public static final double LEVEL = 0.0005;

    /** The numbers of deciding pairs at the interim analyses. */
    public static final List<Integer> ANALYSES = List.of(4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 60);

    /** The fewest deciding pairs that are judged. */
    public static final int FEWEST_PAIRS = ANALYSES.get(0);

    /** The most deciding pairs that one session measures of a row. */
    public static final int MOST_PAIRS = ANALYSES.get(ANALYSES.size() - 1);

    /** The slowdown that is to be found: 10 %, as a logarithm. */
    public static final double FIND = Math.log1p(0.10);

    /** The slowdown without which a row is said to be without a large one: 25 %, as a logarithm. */
    public static final double LARGE = Math.log1p(0.25);

    /** A row is clear when a slowdown that is to be found lies so many standard errors above its mean. */
    public static final double CLEAR = 3;

    private PairRule() {}

    /** The number of pairs at the last interim analysis that so many pairs have reached; empty before the first. */
    static Optional<Integer> lastAnalysis(int pairs) {
        return ANALYSES.stream().filter(it -> it <= pairs).reduce((earlier, later) -> later);
    }

    /**
     * The rule for rows that are judged together.
     *
     * @param probabilities of each chosen row's difference, or a larger one, where there is none
     * @param margin the relative difference that does not matter
     * @param shards how many machines share the level
     */
    public static VerdictRule of(double[] probabilities, double margin, int shards) {
        return VerdictRule.forDiscoveries(probabilities, margin, 2 * LEVEL / shards);
    }

    /**
     * The estimated total number of pairs that an open row needs if its value and spread stay as they are: the next
     * interim analysis at which the interval would be narrow enough. The value will not stay, so more are as likely as
     * fewer.
     *
     * @param slowdown head's time over base's
     */
    static int pairsNeeded(Estimate slowdown, VerdictRule rule) {
        if (!slowdown.hasInterval()) {
            return FEWEST_PAIRS;
        }
        double spread = Math.sqrt(slowdown.variance() * slowdown.forks());
        double factor = spread / rule.settlingHalfWidth(slowdown);
        double prior = slowdown.degrees() - slowdown.forks() + 1;
        double afterTheLast = Math.ceil(Math.pow(factor * critical(rule, MOST_PAIRS - 1 + prior), 2));
        return ANALYSES.stream()
                .filter(pairs ->
                        pairs > slowdown.forks() && factor * critical(rule, pairs - 1 + prior) <= Math.sqrt(pairs))
                .findFirst()
                .orElseGet(() -> (int) Math.min(Integer.MAX_VALUE, Math.max(slowdown.forks() + 1.0, afterTheLast)));
    }

    private static double critical(VerdictRule rule, double degrees) {
        return TDistribution.of(degrees).inverseCumulativeProbability((1 + rule.confidence()) / 2);
    }

    /**
     * The prior by which the variances of rows are moderated. Deciding pairs give it once {@value #FEWEST_ROWS} rows
     * have {@value #FEWEST_DECIDING} of them: the spread of first pairs over rows holds the change too, where it is not
     * the same in all rows. src/docs/statistics-appendix.md has the errors.
     */
    public static final class PairPrior {
        /** Fewer first pairs are too few to serve until then. */
        private static final int FEWEST_FIRST = Moderation.FEWEST_ROWS;

        /**
         * Fewer rows have a prior of one degree of freedom from their first pairs, because their spread is less
         * certain.
         */
        private static final int FEW_ROWS = 8;

        public static final int FEWEST_ROWS = 3;

        /** A row with fewer deciding pairs does not count for the prior. */
        public static final int FEWEST_DECIDING = 3;

        /**
         * More degrees of freedom, and identical code has false alarms in over 1 % of comparisons where rows are
         * bimodal.
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
                    .filter(row -> row.size() >= FEWEST_DECIDING)
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
}
