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
 * How many rows have each verdict where the truth is known: code that is compared with itself, or with a copy that does more work.
 *
 * @param without how many rows have no verdict: they failed, were skipped, had too few pairs for the first interim analysis or drifted to the end
 */
public record SelfRates(SortedMap<String, Integer> verdicts, int without) {
    /** The verdicts that are wrong for identical code. */
    public static final Set<Verdict> WRONG = EnumSet.of(Verdict.SLOWER, Verdict.FASTER);

    /**
     * A proportion with the interval of its probability, for independent events (Clopper and Pearson, <i>The use of confidence or fiducial limits illustrated
     * in the case of the binomial</i>, 1934).
     */
    public record Proportion(int count, int all) {
        /** The interval covers the probability at least as often. */
        public static final double CONFIDENCE = 0.99;

        private static final double TAIL = (1 - CONFIDENCE) / 2;

        public double low() {
            return count == 0 ? 0 : new BetaDistribution(count, all - count + 1.0).inverseCumulativeProbability(TAIL);
        }

        public double high() {
            return count == all
                    ? 1
                    : new BetaDistribution(count + 1.0, all - count).inverseCumulativeProbability(1 - TAIL);
        }

        /** In words: {@code 0 of 4, 0.0% [0.0%, 73.4%]}. */
        public String text() {
            return count + " of " + all + ", " + Numbers.percent((double) count / all) + " [" + Numbers.percent(low())
                    + ", " + Numbers.percent(high()) + "]";
        }
    }

    /** Counts the verdicts of sessions, each judged on its own. */
    public static SelfRates of(List<Verdicts> sessions) {
        List<VerdictRow> rows = sessions.stream()
                .flatMap(session -> session.rows().stream())
                .filter(row -> row.verdict() != Verdict.NOT_JUDGED)
                .toList();
        SortedMap<String, Integer> verdicts = rows.stream()
                .filter(VerdictRow::isJudged)
                .collect(Collectors.toMap(VerdictRow::word, row -> 1, Integer::sum, TreeMap::new));
        return new SelfRates(verdicts, rows.size() - all(verdicts));
    }

    private static int all(SortedMap<String, Integer> verdicts) {
        return verdicts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The rows with one of some verdicts, among all that have any. */
    public Proportion proportion(Set<Verdict> some) {
        return new Proportion(
                some.stream()
                        .mapToInt(verdict -> verdicts.getOrDefault(verdict.name(), 0))
                        .sum(),
                all(verdicts));
    }

    /** For code that is compared with itself. */
    public String text() {
        return text("Compared with itself", "Wrongly SLOWER or FASTER", WRONG);
    }

    /**
     * @param what was compared
     * @param name the name of the proportion of some verdicts
     */
    public String text(String what, String name, Set<Verdict> some) {
        if (verdicts.isEmpty()) {
            return "No row was judged.";
        }
        return what + ": " + Sections.count(all(verdicts), "verdict") + ", "
                + verdicts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", "))
                + (without > 0 ? ", and " + Sections.count(without, "row") + " without one. " : ". ")
                + name + ": " + proportion(some).text() + " (Clopper and Pearson, "
                + Numbers.percent(Proportion.CONFIDENCE, 0) + ", for independent verdicts).";
    }
}
