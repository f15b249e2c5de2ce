package dev.callcost.compare;

import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The verdict rule for a row's pairs: a paired t test at interim analyses that were fixed before any pair was measured. Its level limits the errors over all
 * interim analyses together; src/docs/statistics-appendix.md derives it.
 *
 * @param rule margin and confidence: an estimate's interval at this confidence is the deciding one
 * @param rows how many rows are judged together
 */
public record PairedRule(Rule rule, int rows) {
    /** The probability that one interim analysis rejects a true hypothesis in one direction, for a row that is judged alone. */
    public static final double LEVEL = 0.0005;

    /** The numbers of pairs at the interim analyses. */
    public static final List<Integer> LOOKS = List.of(6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60);

    /** The most pairs that one session measures of a row. */
    public static final int MOST_PAIRS = LOOKS.get(LOOKS.size() - 1);

    /** Student's t of the deciding interval by its confidence and the number of pairs. */
    private static final Map<Interval, Double> CRITICAL = new ConcurrentHashMap<>();

    private record Interval(double confidence, int pairs) {
        double critical() {
            return new TDistribution(null, pairs - 1.0).inverseCumulativeProbability((1 + confidence) / 2);
        }
    }

    /**
     * @param level one-sided, for each interim analysis of all rows together
     * @throws IllegalArgumentException when there is no row or the margin is not between 0 and 1
     */
    public PairedRule(double level, int rows, double margin) {
        this(new Rule(margin, 2 * level / rows), rows);
    }

    public static PairedRule forEachOf(int rows, double margin) {
        return new PairedRule(LEVEL, rows, margin);
    }

    PairedRule with(double margin) {
        return new PairedRule(rule.with(margin), rows);
    }

    /** The rule for each of several quantities of a row, which share its level. */
    PairedRule sharedBy(int quantities) {
        return new PairedRule(rule.sharedBy(quantities), rows);
    }

    /** How many of a row's pairs are judged: those of the last interim analysis reached, zero before the first, and all of several sessions after the last. */
    public static int judged(int pairs) {
        return pairs > MOST_PAIRS
                ? pairs
                : LOOKS.stream().filter(look -> look <= pairs).reduce(0, Math::max);
    }

    /** How many pairs lack until a row's next interim analysis; zero after the last. */
    static int pairsToLook(int pairs) {
        return LOOKS.stream().filter(look -> look > pairs).findFirst().orElse(pairs) - pairs;
    }

    /** @param slowdown head's time over base's, the mean over the judged pairs */
    public Verdict judge(Estimate slowdown) {
        if (slowdown.forks() < LOOKS.get(0)) {
            return Verdict.CANNOT_TELL;
        }
        double halfWidth = logHalfWidth(slowdown);
        return rule.judge(Math.exp(slowdown.logMean() - halfWidth), Math.exp(slowdown.logMean() + halfWidth));
    }

    /** On which side of the margin all of an interval lies: SLOWER, FASTER or UNDECIDED. */
    public Verdict beyondMargin(Estimate byMean) {
        boolean isBeyond = byMean.forks() >= LOOKS.get(0)
                && Math.abs(byMean.logMean()) - logHalfWidth(byMean) > Math.log1p(rule.margin());
        return !isBeyond ? Verdict.UNDECIDED : byMean.logMean() > 0 ? Verdict.SLOWER : Verdict.FASTER;
    }

    /**
     * The estimated total number of pairs that an open row needs if its value and spread stay as they are: the next interim analysis at which the interval
     * would be narrow enough. The value will not stay, so more are as likely as fewer.
     */
    public int pairsNeeded(Estimate slowdown) {
        if (!slowdown.hasInterval()) {
            return LOOKS.get(0);
        }
        double spread = Math.sqrt(slowdown.variance() * slowdown.forks());
        double factor = spread / rule.settlingHalfWidth(slowdown);
        double afterTheLast = Math.ceil(Math.pow(factor * critical(MOST_PAIRS), 2));
        return LOOKS.stream()
                .filter(look -> look > slowdown.forks() && factor * critical(look) <= Math.sqrt(look))
                .findFirst()
                .orElseGet(() -> (int) Math.min(Integer.MAX_VALUE, Math.max(slowdown.forks() + 1.0, afterTheLast)));
    }

    /** Half of the deciding interval's width on the log scale. */
    public double logHalfWidth(Estimate slowdown) {
        return Math.sqrt(slowdown.variance()) * critical(slowdown.forks());
    }

    private double critical(int pairs) {
        return CRITICAL.computeIfAbsent(new Interval(rule.confidence(), pairs), Interval::critical);
    }
}
