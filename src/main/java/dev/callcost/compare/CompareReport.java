package dev.callcost.compare;

import dev.callcost.results.RowKey;
import dev.callcost.results.verdict.Cells;
import dev.callcost.results.verdict.Changes;
import dev.callcost.results.verdict.Differences;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A comparison in pairs for people: how it was judged, a line a row, what cannot be compared, and what it comes to. */
public final class CompareReport {
    /** Nanoseconds below which the call that carries more work is no small part of an operation. */
    private static final double SHORTEST_INJECTED = 20;

    private final SessionComparison comparison;
    private final boolean strict;

    private CompareReport(SessionComparison comparison, boolean strict) {
        this.comparison = comparison;
        this.strict = strict;
    }

    /**
     * For a terminal.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static String text(SessionComparison comparison, boolean strict) {
        return new CompareReport(comparison, strict).render(new Sections(false));
    }

    /**
     * For a Markdown file or a pull request.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static String markdown(SessionComparison comparison, boolean strict) {
        return new CompareReport(comparison, strict).render(new Sections(true));
    }

    private String render(Sections sections) {
        return sections.list(sides())
                .list(
                        "Measured:",
                        comparison.sessions().stream().map(CompareReport::run).toList())
                .paragraph(method())
                .table(grid())
                .list("Differs between base and head:", differences())
                .list("FAILED:", losses(true))
                .list("SKIPPED:", losses(false))
                .list("Only in base, missing in head:", labels(comparison.onlyInBase()))
                .list("Only in head:", labels(comparison.onlyInHead()))
                .paragraph(summary())
                .text();
    }

    private List<String> sides() {
        return comparison.sessions().stream()
                .map(Session::header)
                .flatMap(header -> List.of("base " + header.base(), "head " + header.head()).stream())
                .distinct()
                .toList();
    }

    private static String run(Session session) {
        long counting = session.pairs().stream().filter(Pair::counts).count();
        return session.header().start() + " on " + session.header().machine() + ": "
                + Sections.count((int) counting, "pair") + " that count, seed "
                + session.header().seed();
    }

    private String method() {
        return "Forks of base and head " + either("took turns by iterations", "ran next to each other")
                + ", in random order. A row's value is the mean over pairs of "
                + either("the median difference of neighbouring iterations", "the difference of the forks' medians")
                + " on the log scale; it was judged at " + looks()
                + " pairs, by the interval shown, at "
                + Numbers.percent(comparison.rule().rule().confidence(), 4) + " a look; margin "
                + Numbers.percent(comparison.rule().rule().margin(), 1)
                + ". The resolution is what could be told from no difference.";
    }

    /** What is true of the pairs: one thing of those that took turns, another of the others, or now this and now that. */
    private String either(String inTurns, String others) {
        return comparison.sessions().stream()
                .flatMap(session -> session.pairs().stream())
                .map(pair -> pair.inTurns() ? inTurns : others)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    private static String looks() {
        return PairedRule.LOOKS.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private Grid grid() {
        Grid grid = new Grid()
                .left("row", "base", "head")
                .right("change")
                .left("interval")
                .right("pairs")
                .left("verdict", "resolution", "note", "B/op base", "B/op head", "allocation");
        for (PairedRow row : comparison.rows()) {
            grid.row(
                    row.key().label(),
                    row.base().map(Cells::score).orElse(""),
                    row.head().map(Cells::score).orElse(""),
                    row.score().map(it -> Changes.change(it.score().slowdown())).orElse(""),
                    row.score().map(it -> Changes.interval(it.low(), it.high())).orElse(""),
                    String.valueOf(row.pairs()),
                    row.word(),
                    row.score().map(it -> resolution(it.resolution())).orElse(""),
                    note(row),
                    row.allocation().map(it -> Cells.bytes(it.base())).orElse(""),
                    row.allocation().map(it -> Cells.bytes(it.head())).orElse(""),
                    row.allocation().map(it -> Cells.word(it.verdict())).orElse(""));
        }
        return grid;
    }

    private static String resolution(double resolution) {
        return resolution < 10 || Double.isNaN(resolution) ? Numbers.percent(resolution) : "over 999%";
    }

    private String note(PairedRow row) {
        List<String> notes = new ArrayList<>();
        if (row.word().equals("UNDECIDED")) {
            notes.add("some " + row.morePairs() + " more pairs would tell");
        }
        row.score().map(PairedComparison::score).flatMap(Cells::mean).ifPresent(notes::add);
        Cells.forksNeeded(row.allocation(), comparison.rule().rows()).ifPresent(notes::add);
        if (isInjected() && isBelow(row, SHORTEST_INJECTED)) {
            notes.add("below " + Numbers.plainTime(SHORTEST_INJECTED)
                    + ": the call that carries more work is part of both times");
        }
        if (row.setAside() > 0) {
            notes.add(row.setAside() + " set aside");
        }
        if (row.failedForks() > 0) {
            notes.add(Sections.count(row.failedForks(), "fork") + " failed");
        }
        return String.join("; ", notes);
    }

    private boolean isInjected() {
        return comparison.sessions().stream()
                .anyMatch(session -> session.header().inject() != null);
    }

    private static boolean isBelow(PairedRow row, double nanos) {
        return row.base()
                .flatMap(base -> base.nanosPerOperation(false))
                .filter(time -> time.value() < nanos)
                .isPresent();
    }

    private List<String> differences() {
        Differences differences = new Differences();
        comparison.rows().forEach(row -> differences.add(row.key().label(), row.differences()));
        return differences.lines();
    }

    private List<String> losses(boolean failed) {
        return comparison.rows().stream()
                .flatMap(row -> (failed ? row.failed() : row.skipped())
                        .stream().map(why -> row.key().label() + ": " + why))
                .toList();
    }

    private static List<String> labels(List<RowKey> rows) {
        return rows.stream().map(RowKey::label).toList();
    }

    private String summary() {
        List<String> counts = new ArrayList<>();
        comparison.counts().forEach((word, rows) -> counts.add(rows + " " + word));
        return Cells.summary(
                counts,
                comparison.rows().stream().flatMap(row -> row.allocation().stream()),
                comparison.onlyInBase().size(),
                Cells.conclusion(comparison.outcome(strict), comparison.isComplete()));
    }
}
