package dev.callcost.compare;

import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * How often verdicts blamed code that was compared with itself, or saw the work that head was given.
 *
 * @param injected how much more work head did, relative; zero for identical code
 * @param verdicts how many rows have each verdict, by its word
 * @param without how many rows have none: they failed, were skipped, had too few pairs for the first look or moved to the end
 */
public record SelfRates(double injected, Map<String, Integer> verdicts, int without) {

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

    /**
     * Counts verdicts.
     *
     * @param sessions each judged on its own, at least one, all of one amount of work
     * @throws IllegalArgumentException when the sides of a session differed otherwise
     */
    public static SelfRates of(List<SessionComparison> sessions) {
        Map<String, Integer> verdicts = new TreeMap<>();
        int without = 0;
        for (SessionComparison session : sessions) {
            session.sessions().stream().map(Session::header).forEach(SelfRates::checkSides);
            for (PairedRow row : session.rows()) {
                if (row.isJudged()) {
                    verdicts.merge(row.word(), 1, Integer::sum);
                } else {
                    without++;
                }
            }
        }
        Double inject = sessions.get(0).sessions().get(0).header().inject();
        return new SelfRates(inject == null ? 0 : inject, verdicts, without);
    }

    private static void checkSides(Session.Header header) {
        if (header.inject() == null && !header.base().equals(header.head())) {
            throw new IllegalArgumentException("base and head differ in the run of " + header.start());
        }
    }

    /** The rows that were said to differ: of identical code SLOWER or FASTER, of head with more work SLOWER. */
    public Proportion told() {
        int told = verdicts.getOrDefault("SLOWER", 0) + (injected > 0 ? 0 : verdicts.getOrDefault("FASTER", 0));
        return new Proportion(
                told, verdicts.values().stream().mapToInt(Integer::intValue).sum());
    }

    /** In a line. */
    public String text() {
        if (verdicts.isEmpty()) {
            return "No row was judged.";
        }
        String counts = verdicts.entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        return (injected > 0 ? "With " + percent(injected) + " more work in head: " : "Compared with itself: ")
                + Sections.count(told().all(), "verdict") + ", " + counts
                + (without > 0 ? ", and " + Sections.count(without, "row") + " without one. " : ". ")
                + (injected > 0 ? "Seen, SLOWER: " : "Blamed, SLOWER or FASTER: ") + told().text()
                + " (Clopper and Pearson, " + Numbers.percent(Proportion.CONFIDENCE, 0)
                + ", for independent verdicts).";
    }

    /** A share of one in as many digits as it was given. */
    public static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
