package dev.callcost.compare;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How often each verdict was given in sessions of one truth, in which forks followed each other in one way. Rows that failed, were skipped
 * or had too few pairs for the first look do not count. As a session judges a row once, a row's verdicts are of as many sessions.
 */
public final class VerdictRates {
    private final List<SelfSession> sessions;

    private VerdictRates(List<SelfSession> sessions) {
        this.sessions = sessions;
    }

    /**
     * The rates for each amount of work that head was given, beginning with none, and of each amount first those of forks in turns; what
     * no row was judged of is left out.
     */
    public static List<VerdictRates> of(List<SelfSession> sessions) {
        return sessions.stream()
                .filter(session -> session.judged().findAny().isPresent())
                .sorted(Comparator.comparing(SelfSession::injected).thenComparing(session -> !session.inTurns()))
                .collect(Collectors.groupingBy(
                        session -> List.of(session.injected(), session.inTurns()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .map(VerdictRates::new)
                .toList();
    }

    /** How much more work head did, relative; zero for identical code. */
    public double injected() {
        return sessions.get(0).injected();
    }

    /** Whether forks took turns by iterations. */
    public boolean inTurns() {
        return sessions.get(0).inTurns();
    }

    /** How many sessions judged a row. */
    public int sessions() {
        return sessions.size();
    }

    /** How many different rows were judged. */
    public int rows() {
        return (int) judged().map(SelfRow::row).distinct().count();
    }

    /** How many verdicts there are of each word. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        judged().forEach(row -> counts.merge(row.verdict(), 1, Integer::sum));
        return counts;
    }

    private Stream<SelfRow> judged() {
        return sessions.stream().flatMap(SelfSession::judged);
    }

    /** Rows that were said to differ. */
    public Share blamed() {
        return share(judged(), SelfRow::isBlamed);
    }

    /** Rows with one verdict. */
    public Share with(String verdict) {
        return share(judged(), row -> row.verdict().equals(verdict));
    }

    /** Rows whose interval holds the truth, of those that have one. */
    public Share covered() {
        return share(judged().filter(SelfRow::hasInterval), row -> row.holds(1 + injected()));
    }

    private static Share share(Stream<SelfRow> rows, Predicate<SelfRow> meant) {
        List<SelfRow> all = rows.toList();
        return new Share((int) all.stream().filter(meant).count(), all.size());
    }

    /** Rows that were said to differ, in clusters of one row in all sessions; there are two rows at least. */
    public Clusters blamedByRow() {
        Collection<List<SelfRow>> rows =
                judged().collect(Collectors.groupingBy(SelfRow::row)).values();
        return Clusters.of(
                rows.stream().map(row -> share(row.stream(), SelfRow::isBlamed)).toList());
    }

    /** Rows that were said to differ, in clusters of one session; there are two sessions at least. */
    public Clusters blamedBySession() {
        return Clusters.of(sessions.stream()
                .map(session -> share(session.judged(), SelfRow::isBlamed))
                .toList());
    }

    /** The pairs of a row in a session that counted, on average. */
    public double meanPairs() {
        return judged().mapToInt(SelfRow::pairs).average().orElseThrow();
    }

    /** The minutes that a row took in a session, on average over those that say; empty when none does. */
    public OptionalDouble meanMinutes() {
        return judged().filter(row -> row.minutes() != null)
                .mapToDouble(SelfRow::minutes)
                .average();
    }
}
