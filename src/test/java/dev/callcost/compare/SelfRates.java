package dev.callcost.compare;

import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.BetaDistribution;

/** How many rows have each verdict where the truth is known: code that is compared with itself, or with a copy that does more work. */
public final class SelfRates {
    private SelfRates() {}

    /**
     * A proportion with the interval of its probability, for independent events (Clopper and Pearson, <i>The use of confidence or fiducial limits illustrated
     * in the case of the binomial</i>, 1934).
     */
    record Proportion(int count, int all) {
        /** The interval covers the probability at least as often. */
        private static final double CONFIDENCE = 0.99;

        private static final double TAIL = (1 - CONFIDENCE) / 2;

        double low() {
            return count == 0 ? 0 : new BetaDistribution(count, all - count + 1.0).inverseCumulativeProbability(TAIL);
        }

        double high() {
            return count == all
                    ? 1
                    : new BetaDistribution(count + 1.0, all - count).inverseCumulativeProbability(1 - TAIL);
        }

        /** In words: {@code 0 of 4, 0.0% [0.0%, 73.4%]}. */
        private String text() {
            return count + " of " + all + ", " + Numbers.percent((double) count / all) + " [" + Numbers.percent(low())
                    + ", " + Numbers.percent(high()) + "]";
        }
    }

    /** The verdicts on code that is compared with itself, and the share of wrong ones. */
    public static String text(List<Verdicts> sessions) {
        return text(
                sessions, "Compared with itself", "Wrongly SLOWER or FASTER", Set.of(Verdict.SLOWER, Verdict.FASTER));
    }

    /**
     * The verdicts, and the share of some among them. Rows have none that failed, were skipped, had too few pairs for the first interim analysis or drifted to
     * the end.
     *
     * @param sessions each judged on its own
     */
    public static String text(List<Verdicts> sessions, String what, String name, Set<Verdict> some) {
        List<RowVerdict> rows = sessions.stream()
                .flatMap(session -> session.rows().stream())
                .filter(row -> row.verdict() != Verdict.NOT_JUDGED)
                .toList();
        List<RowVerdict> judged = rows.stream().filter(RowVerdict::isJudged).toList();
        if (judged.isEmpty()) {
            return "No row was judged.";
        }
        SortedMap<String, Long> verdicts =
                judged.stream().collect(Collectors.groupingBy(RowVerdict::word, TreeMap::new, Collectors.counting()));
        int without = rows.size() - judged.size();
        int counted = (int)
                judged.stream().filter(row -> some.contains(row.verdict())).count();
        return what + ": " + Sections.count(judged.size(), "verdict") + ", "
                + verdicts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(", "))
                + (without > 0 ? ", and " + Sections.count(without, "row") + " without one. " : ". ")
                + name + ": " + new Proportion(counted, judged.size()).text() + " (Clopper and Pearson, "
                + Numbers.percent(Proportion.CONFIDENCE, 0) + ", for independent verdicts).";
    }
}
