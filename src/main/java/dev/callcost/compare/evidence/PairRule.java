package dev.callcost.compare.evidence;

import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
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
}
