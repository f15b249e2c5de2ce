package dev.callcost.compare;

import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How often code that was compared with itself was called SLOWER or FASTER, and how often work that head was given was seen, in words: a
 * list for each amount of work.
 */
public final class SelfRates {
    private static final String CONFIDENCE = Numbers.percent(ExactInterval.CONFIDENCE, 0);
    private static final String EXACT = " (Clopper and Pearson, " + CONFIDENCE + ")";

    private SelfRates() {}

    /** For a terminal. */
    public static String text(List<SelfSession> sessions) {
        return addTo(new Sections(false), sessions).text();
    }

    /** Adds them to a report. */
    /** Adds them to a report. */
    public static Sections addTo(Sections sections, List<SelfSession> sessions) {
        List<VerdictRates> all = VerdictRates.of(sessions);
        all.forEach(rates -> sections.list(title(rates), rates.injected() == 0 ? identical(rates) : injected(rates)));
        return all.isEmpty() ? sections.paragraph("No row was judged.") : sections;
    }

    private static String title(VerdictRates rates) {
        String truth = rates.injected() == 0
                ? "Compared with itself"
                : "With " + percent(rates.injected()) + " more work in head";
        String forks = rates.inTurns() ? ": " : ", forks one after the other: ";
        String counts = rates.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
        return truth + forks + Sections.count(rates.blamed().all(), "verdict") + " in " + clusters(rates) + ", "
                + counts + ":";
    }

    private static String clusters(VerdictRates rates) {
        return Sections.count(rates.sessions(), "session") + " of " + Sections.count(rates.rows(), "row");
    }

    private static List<String> identical(VerdictRates rates) {
        Share undecided = rates.with("UNDECIDED");
        List<String> lines = new ArrayList<>();
        lines.add("SLOWER or FASTER: " + (rates.blamed().count() == 0 ? none(rates) : some(rates)) + ".");
        lines.add("UNDECIDED: " + share(undecided) + ".");
        lines.addAll(costAndCoverage(rates));
        return lines;
    }

    private static String none(VerdictRates rates) {
        int verdicts = rates.blamed().all();
        int clusters = Math.min(rates.rows(), rates.sessions());
        return "0 of " + verdicts + ", which excludes a rate above "
                + Numbers.percent(ExactInterval.aboveNoneOf(verdicts)) + " at " + CONFIDENCE
                + " if verdicts are independent, and one above " + Numbers.percent(ExactInterval.aboveNoneOf(clusters))
                + " if all verdicts of a row, or all of a session, were but one";
    }

    private static String some(VerdictRates rates) {
        String independent = exact(rates.blamed()) + EXACT + " if verdicts are independent; ";
        if (Math.min(rates.rows(), rates.sessions()) < 2) {
            return independent + "what verdicts of a row or of a session have in common cannot be told from "
                    + clusters(rates);
        }
        Clusters byRow = rates.blamedByRow();
        Clusters bySession = rates.blamedBySession();
        boolean rowsAreWorse = byRow.effectiveSize() < bySession.effectiveSize();
        Clusters worse = rowsAreWorse ? byRow : bySession;
        return independent + interval(worse.interval()) + " by clusters of one " + (rowsAreWorse ? "row" : "session")
                + ", design effect " + decimal(worse.designEffect()) + " (Korn and Graubard, " + CONFIDENCE + ")";
    }

    private static List<String> injected(VerdictRates rates) {
        List<String> lines = new ArrayList<>();
        lines.add("SLOWER: " + exact(rates.with("SLOWER")) + EXACT + ".");
        lines.addAll(costAndCoverage(rates));
        return lines;
    }

    private static List<String> costAndCoverage(VerdictRates rates) {
        List<String> lines = new ArrayList<>();
        StringBuilder cost = new StringBuilder("A row took ")
                .append(decimal(rates.meanPairs()))
                .append(" pairs");
        rates.meanMinutes()
                .ifPresent(
                        minutes -> cost.append(" and ").append(decimal(minutes)).append(" minutes"));
        lines.add(cost + " on average.");
        if (rates.covered().all() > 0) {
            lines.add("Intervals that hold the ratio " + ratio(rates.injected()) + ": " + exact(rates.covered()) + EXACT
                    + ".");
        }
        return lines;
    }

    private static String share(Share share) {
        return share.count() + " of " + share.all() + ", " + Numbers.percent(share.value());
    }

    private static String exact(Share share) {
        return share(share) + " " + interval(share.interval());
    }

    private static String interval(ExactInterval interval) {
        return "[" + Numbers.percent(interval.low()) + ", " + Numbers.percent(interval.high()) + "]";
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String ratio(double injected) {
        return BigDecimal.ONE
                .add(BigDecimal.valueOf(injected))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A share of one in as many digits as it was given. */
    public static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
