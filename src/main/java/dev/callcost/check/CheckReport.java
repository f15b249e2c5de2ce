package dev.callcost.check;

import dev.callcost.results.Row;
import dev.callcost.results.verdict.Cells;
import dev.callcost.results.verdict.Changes;
import dev.callcost.results.verdict.Differences;
import dev.callcost.results.verdict.Rule;
import dev.callcost.results.verdict.ScoreComparison;
import dev.callcost.results.verdict.Verdict;
import dev.callcost.run.warning.Warnings;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.List;

/**
 * A comparison of two files for people: how it was judged, a line a row, what cannot be compared, and what it comes to. Every line
 * of a row shows change, interval and forks, whatever the verdict.
 */
public final class CheckReport {
    private final FileComparison comparison;
    private final boolean strict;
    private final boolean markdown;

    private CheckReport(FileComparison comparison, boolean strict, boolean markdown) {
        this.comparison = comparison;
        this.strict = strict;
        this.markdown = markdown;
    }

    /**
     * For a terminal.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static String text(FileComparison comparison, boolean strict) {
        return new CheckReport(comparison, strict, false).render();
    }

    /**
     * For a Markdown file or a pull request.
     *
     * @param strict whether everything must be shown for the outcome OK
     */
    public static String markdown(FileComparison comparison, boolean strict) {
        return new CheckReport(comparison, strict, true).render();
    }

    /** The rows alone, as a Markdown table. */
    public static String table(FileComparison comparison) {
        return new CheckReport(comparison, false, true).grid().markdown();
    }

    private String render() {
        return new Sections(markdown)
                .list(List.of(
                        "base " + comparison.base().path() + ", "
                                + Sections.count(comparison.base().rows().size(), "row"),
                        "head " + comparison.head().path() + ", "
                                + Sections.count(comparison.head().rows().size(), "row")))
                .paragraph(method())
                .table(grid())
                .list("Measured differently in base and head:", differences())
                .list("Only in base, missing in head:", labels(comparison.onlyInBase()))
                .list("Only in head:", labels(comparison.onlyInHead()))
                .list("What base's record says against its numbers:", Warnings.of(comparison.base()))
                .list("What head's record says against its numbers:", Warnings.of(comparison.head()))
                .paragraph(summary())
                .text();
    }

    private String method() {
        Rule rule = comparison.rule();
        return "A row's value is the median of each fork's iterations, on the log scale; its interval is Welch's t over forks at "
                + Numbers.percent(rule.confidence(), 3)
                + ", so that all rows together are wrongly blamed or praised in at most "
                + Numbers.percent(Rule.ALPHA, 0) + " of comparisons; margin " + Numbers.percent(rule.margin(), 1)
                + ". Base and head were not interleaved: a machine that changed between the two runs shows as a difference.";
    }

    private Grid grid() {
        Grid grid = new Grid()
                .left("row", "base", "head")
                .right("change")
                .left("interval", "forks", "verdict", "note", "B/op base", "B/op head", "allocation");
        for (RowComparison row : comparison.rows()) {
            Verdict verdict = row.verdict();
            grid.row(
                    row.base().label(),
                    Cells.score(row.base()),
                    Cells.score(row.head()),
                    row.score().map(it -> Changes.change(it.slowdown())).orElse(""),
                    row.score()
                            .map(it -> Changes.interval(
                                    it.slowdown(), comparison.rule().confidence()))
                            .orElse(""),
                    forks(row),
                    Cells.word(verdict),
                    note(row),
                    row.allocation().map(it -> Cells.bytes(it.base())).orElse(""),
                    row.allocation().map(it -> Cells.bytes(it.head())).orElse(""),
                    row.allocation().map(it -> Cells.word(it.verdict())).orElse(""));
        }
        return grid;
    }

    private static String forks(RowComparison row) {
        return row.base().primary().forks().size() + "+"
                + row.head().primary().forks().size();
    }

    private String note(RowComparison row) {
        List<String> notes = new ArrayList<>();
        row.score()
                .ifPresentOrElse(
                        score -> notes.addAll(notes(score)),
                        () -> notes.add("units " + row.base().primary().unit() + " and "
                                + row.head().primary().unit() + " cannot be converted"));
        Cells.forksNeeded(row.allocation(), comparison.rows().size()).ifPresent(notes::add);
        return String.join("; ", notes);
    }

    private List<String> notes(ScoreComparison score) {
        List<String> notes = new ArrayList<>();
        if (score.verdict() == Verdict.CANNOT_TELL) {
            notes.add("needs " + Rule.FEWEST_FORKS + " forks a side");
        }
        if (score.verdict() == Verdict.UNDECIDED) {
            notes.add("some " + comparison.rule().forksNeeded(score.slowdown()) + " forks a side would tell");
        }
        Cells.mean(score).ifPresent(notes::add);
        return notes;
    }

    private List<String> differences() {
        Differences differences = new Differences();
        comparison.rows().forEach(row -> differences.add(row.base().label(), row.differences()));
        return differences.lines();
    }

    private static List<String> labels(List<Row> rows) {
        return rows.stream().map(Row::label).toList();
    }

    private String summary() {
        List<String> counts = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            long rows = comparison.count(verdict);
            if (rows > 0) {
                counts.add(rows + " " + Cells.word(verdict));
            }
        }
        return Cells.summary(
                counts,
                comparison.rows().stream().flatMap(row -> row.allocation().stream()),
                comparison.onlyInBase().size(),
                Cells.conclusion(comparison.outcome(strict), comparison.isComplete()));
    }
}
