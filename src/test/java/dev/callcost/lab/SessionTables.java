package dev.callcost.lab;

import dev.callcost.compare.PairDifference;
import dev.callcost.compare.SelfRates;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.VerdictRow;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables of sessions of {@code compare}, as Markdown. */
final class SessionTables {
    /** How head ends that did more work. */
    private static final Pattern MORE_WORK = Pattern.compile(", (\\d+(?:\\.[1-9])?)(?:\\.0)?% more work$");

    private SessionTables() {}

    /**
     * Sessions of the same code on both sides: a line for each row of each session, and the rates of verdicts for each amount of work that head was given.
     *
     * @param sessions at least one
     */
    static String self(List<Session> sessions) {
        Grid grid = new Grid()
                .left("row", "session")
                .right("injected", "change")
                .left("interval")
                .right("sd of a pair", "pairs", "dropped")
                .left("verdict");
        Map<String, List<Verdicts>> byWork = new TreeMap<>();
        for (Session session : sessions.stream()
                .sorted(Comparator.comparing(session -> session.header().start()))
                .toList()) {
            String work = injected(session.header());
            Verdicts verdicts = SessionComparison.of(List.of(session), OptionalDouble.empty());
            byWork.computeIfAbsent(work, it -> new ArrayList<>()).add(verdicts);
            verdicts.rows().forEach(row -> addTo(grid, session.header().start(), work, row));
        }
        Sections table = new Sections(true).table(grid);
        byWork.forEach((work, alike) -> table.paragraph(
                work.isEmpty()
                        ? SelfRates.of(alike).text()
                        : SelfRates.of(alike)
                                .text("With " + work + " more work in head", "Seen, SLOWER", Set.of(Verdict.SLOWER))));
        List<VerdictRow> rows = byWork.values().stream()
                .flatMap(List::stream)
                .flatMap(verdicts -> verdicts.rows().stream())
                .toList();
        long moved = rows.stream().filter(row -> row.losses().dropped() > 0).count();
        return table.paragraph("Pairs dropped, as the difference moved: in " + moved + " of "
                        + Sections.count(rows.size(), "row") + ".")
                .text();
    }

    /** How much more work head did, such as {@code 3%}; empty for none. */
    private static String injected(Session.Header header) {
        Matcher more = MORE_WORK.matcher(header.head());
        boolean isMore = more.find();
        String head = isMore ? header.head().substring(0, more.start()) : header.head();
        if (!head.equals(header.base())) {
            throw new IllegalArgumentException("base and head differ in the run of " + header.start());
        }
        return isMore ? more.group(1) + "%" : "";
    }

    private static void addTo(Grid grid, String start, String work, VerdictRow row) {
        grid.row(
                row.key().label(),
                start,
                work.isEmpty() ? "" : "+" + work,
                row.score().map(it -> EstimateText.change(it.slowdown())).orElse(""),
                row.paired()
                        .map(it -> EstimateText.changes(it.low(), it.high()))
                        .orElse(""),
                row.score().map(it -> deviation(it.slowdown())).orElse(""),
                String.valueOf(row.pairs()),
                String.valueOf(row.losses().dropped()),
                row.word().replace('_', ' '));
    }

    /** The standard deviation of a pair's difference, of the pairs that were judged; empty for one. */
    private static String deviation(Estimate difference) {
        return difference.forks() < 2 ? "" : Numbers.percent(Math.sqrt(difference.variance() * difference.forks()), 1);
    }

    /** How the difference between two sides moved: for each session and row the verdict, pairs, and the difference in each fifth of the iterations. */
    static String fifths(List<Session> sessions) {
        Grid grid = new Grid().left("row", "verdict").right("pairs", "dropped");
        for (String part : List.of("first", "second", "third", "fourth", "last")) {
            grid.right(part + " fifth");
        }
        for (Session session : sessions) {
            for (VerdictRow row : SessionComparison.of(List.of(session), OptionalDouble.empty())
                    .rows()) {
                List<String> cells = new ArrayList<>(List.of(
                        row.key().label(),
                        row.word(),
                        String.valueOf(row.pairs()),
                        String.valueOf(row.losses().dropped())));
                drift(session, row.key())
                        .ifPresent(it -> it.parts().forEach(fifth -> cells.add(EstimateText.change(Math.exp(fifth)))));
                grid.row(cells.toArray(String[]::new));
            }
        }
        return grid.markdown();
    }

    private static Optional<Trend> drift(Session session, RowKey row) {
        return Trend.of(session.pairs().stream()
                .filter(pair -> pair.counts() && pair.row().equals(row))
                .flatMap(pair -> pair.difference().stream())
                .map(PairDifference::fifths)
                .toList());
    }
}
