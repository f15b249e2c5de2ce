package dev.callcost.lab;

import dev.callcost.compare.MoreWork;
import dev.callcost.compare.Movement;
import dev.callcost.compare.PairedRow;
import dev.callcost.compare.SelfRates;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tables of sessions of {@code compare}, as Markdown. */
final class SessionTables {
    private SessionTables() {}

    /**
     * Sessions of the same code on both sides: a line for each row of each session, and the rates of verdicts for each amount of work that head was given.
     *
     * @param sessions at least one
     */
    static String self(List<Session> sessions) {
        List<SessionComparison> judged = sessions.stream()
                .sorted(Comparator.comparing(session -> session.header().start()))
                .map(session -> SessionComparison.of(List.of(session), OptionalDouble.empty()))
                .toList();
        Grid grid = new Grid()
                .left("row", "session")
                .right("injected", "done", "change")
                .left("interval")
                .right("sd of a pair", "pairs", "dropped")
                .left("verdict");
        judged.forEach(session -> session.rows().forEach(row -> addTo(grid, header(session), row)));
        Sections table = new Sections(true).table(grid);
        judged.stream()
                .collect(Collectors.groupingBy(SessionTables::injected, TreeMap::new, Collectors.toList()))
                .values()
                .forEach(alike -> table.paragraph(SelfRates.of(alike).text()));
        List<PairedRow> rows =
                judged.stream().flatMap(session -> session.rows().stream()).toList();
        long moved = rows.stream().filter(row -> row.dropped() > 0).count();
        return table.paragraph("Pairs dropped, as the difference moved: in " + moved + " of "
                        + Sections.count(rows.size(), "row") + ".")
                .text();
    }

    private static Session.Header header(SessionComparison session) {
        return session.sessions().get(0).header();
    }

    private static double injected(SessionComparison session) {
        Double inject = header(session).inject();
        return inject == null ? 0 : inject;
    }

    private static void addTo(Grid grid, Session.Header session, PairedRow row) {
        grid.row(
                row.key().label(),
                session.start(),
                session.inject() == null ? "" : "+" + SelfRates.percent(session.inject()),
                row.extraWork().map(MoreWork::text).orElse(""),
                row.score().map(it -> EstimateText.change(it.slowdown())).orElse(""),
                row.paired()
                        .map(it -> EstimateText.changes(it.low(), it.high()))
                        .orElse(""),
                row.score().map(it -> deviation(it.slowdown())).orElse(""),
                String.valueOf(row.pairs()),
                String.valueOf(row.dropped()),
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
            for (PairedRow row : SessionComparison.of(List.of(session), OptionalDouble.empty())
                    .rows()) {
                List<String> cells = new ArrayList<>(List.of(
                        row.key().label(), row.word(), String.valueOf(row.pairs()), String.valueOf(row.dropped())));
                movement(session, row.key())
                        .ifPresent(it -> it.fifths().forEach(fifth -> cells.add(EstimateText.change(Math.exp(fifth)))));
                grid.row(cells.toArray(String[]::new));
            }
        }
        return grid.markdown();
    }

    private static Optional<Movement> movement(Session session, RowKey row) {
        return Movement.of(session.pairs().stream()
                .filter(pair -> pair.counts() && pair.row().equals(row))
                .flatMap(pair -> pair.difference().stream())
                .toList());
    }
}
