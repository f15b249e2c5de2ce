package dev.callcost.lab;

import dev.callcost.compare.SelfRates;
import dev.callcost.compare.SelfRow;
import dev.callcost.compare.SelfSession;
import dev.callcost.compare.Session;
import dev.callcost.results.verdict.Changes;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Sessions of the same code on both sides: what each said of each row when it ended, and how often which verdict was given. */
public final class SelfTable {
    private SelfTable() {}

    /**
     * The table as Markdown, a line for each row of each session.
     *
     * @param sessions at least one
     * @throws IllegalArgumentException when the sides of a session differed in more than work that head was given
     */
    public static String markdown(List<Session> sessions) {
        List<SelfSession> judged = sessions.stream()
                .map(SelfSession::of)
                .sorted(Comparator.comparing(SelfSession::start))
                .toList();
        Grid grid = new Grid()
                .left("row", "session")
                .right("injected", "change")
                .left("interval")
                .right("pairs", "minutes")
                .left("verdict");
        judged.forEach(session -> session.rows().forEach(row -> addTo(grid, session, row)));
        return SelfRates.addTo(new Sections(true).table(grid), judged).text();
    }

    private static void addTo(Grid grid, SelfSession session, SelfRow row) {
        grid.row(
                row.row().label(),
                session.start(),
                session.inject() == null ? "" : "+" + SelfRates.percent(session.inject()),
                row.ratio() == null ? "" : Changes.change(row.ratio()),
                row.low() == null
                        ? ""
                        : Changes.interval(row.low(), row.high() == null ? Double.POSITIVE_INFINITY : row.high()),
                String.valueOf(row.pairs()),
                row.minutes() == null ? "" : String.format(Locale.ROOT, "%.1f", row.minutes()),
                row.verdict());
    }
}
