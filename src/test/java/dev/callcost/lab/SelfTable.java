package dev.callcost.lab;

import dev.callcost.compare.MoreWork;
import dev.callcost.compare.PairedRow;
import dev.callcost.compare.SelfRates;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.data.Estimate;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Sessions of the same code on both sides: what each said of each row when it ended, and how often which verdict was given. */
public final class SelfTable {
    private SelfTable() {}

    /**
     * The table as Markdown, a line for each row of each session, and the rates for each amount of work that head was given.
     *
     * @param sessions at least one
     * @throws IllegalArgumentException when the sides of a session differed in more than work that head was given
     */
    public static String markdown(List<Session> sessions) {
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
                .collect(Collectors.groupingBy(SelfTable::injected, TreeMap::new, Collectors.toList()))
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
}
