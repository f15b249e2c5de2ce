package dev.callcost.compare;

import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * How many rows have which verdict where the truth is known: code that is compared with itself, or with a copy that does more work.
 *
 * @param verdicts how many rows have each verdict
 * @param without how many rows have none: they failed, were skipped, had too few pairs for the first interim analysis or drifted to the end
 */
public record SelfRates(SortedMap<String, Integer> verdicts, int without) {
    /** The verdicts that identical code must not get. */
    public static final Set<Verdict> WRONG = EnumSet.of(Verdict.SLOWER, Verdict.FASTER);

    /**
     * Some of many.
     *
     * @param count how many are meant
     * @param all how many there are, at least one
     */
    public record Proportion(int count, int all) {
        /** The probability that the interval is meant to cover at least. */
        public static final double CONFIDENCE = 0.99;

        private static final double TAIL = (1 - CONFIDENCE) / 2;

        /**
         * The lower end of the interval of the probability behind the proportion, if each is independent of the others: that probability
         * with which so many or more are half as likely as the interval may err (Clopper and Pearson, <i>The use of confidence or
         * fiducial limits illustrated in the case of the binomial</i>, 1934).
         */
        public double low() {
            return count == 0 ? 0 : quantile(count, all - count + 1.0, TAIL);
        }

        /** The upper end of that interval. */
        public double high() {
            return count == all ? 1 : quantile(count + 1.0, all - count, 1 - TAIL);
        }

        private static double quantile(double alpha, double beta, double probability) {
            return new BetaDistribution(alpha, beta).inverseCumulativeProbability(probability);
        }

        /** In words: {@code 0 of 4, 0.0% [0.0%, 73.4%]}. */
        public String text() {
            return count + " of " + all + ", " + Numbers.percent((double) count / all) + " [" + Numbers.percent(low())
                    + ", " + Numbers.percent(high()) + "]";
        }
    }

    /** Counts the verdicts of sessions, each judged on its own. */
    public static SelfRates of(List<Verdicts> sessions) {
        SortedMap<String, Integer> verdicts = new TreeMap<>();
        int without = 0;
        for (Verdicts session : sessions) {
            for (VerdictRow row : session.rows()) {
                if (row.isJudged()) {
                    verdicts.merge(row.word(), 1, Integer::sum);
                } else {
                    without++;
                }
            }
        }
        return new SelfRates(verdicts, without);
    }

    /** The rows that have one of some verdicts, among all that have any. */
    public Proportion proportion(Set<Verdict> some) {
        return new Proportion(
                some.stream()
                        .mapToInt(verdict -> verdicts.getOrDefault(verdict.name(), 0))
                        .sum(),
                verdicts.values().stream().mapToInt(Integer::intValue).sum());
    }

    /** In a line. */
    public String text() {
        return text("Compared with itself", "Blamed, SLOWER or FASTER", WRONG);
    }

    /**
     * In a line.
     *
     * @param what was compared
     * @param told the name of the proportion of some verdicts
     */
    public String text(String what, String told, Set<Verdict> some) {
        if (verdicts.isEmpty()) {
            return "No row was judged.";
        }
        Proportion proportion = proportion(some);
        return what + ": " + Sections.count(proportion.all, "verdict") + ", "
                + verdicts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "))
                + (without > 0 ? ", and " + Sections.count(without, "row") + " without one. " : ". ")
                + told + ": " + proportion.text() + " (Clopper and Pearson, "
                + Numbers.percent(Proportion.CONFIDENCE, 0) + ", for independent verdicts).";
    }
}
