package dev.callcost.results.report.check;

import dev.callcost.results.Row;
import dev.callcost.results.compare.AllocationComparison;
import dev.callcost.results.compare.FileComparison;
import dev.callcost.results.compare.RowComparison;
import dev.callcost.results.compare.Rule;
import dev.callcost.results.compare.ScoreComparison;
import dev.callcost.results.compare.Verdict;
import dev.callcost.results.report.format.Grid;
import dev.callcost.results.report.format.Numbers;
import dev.callcost.results.report.warning.Warnings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A comparison of two files for people: how it was judged, a line a row, what cannot be compared, and what it comes to. Every line
 * of a row shows change, interval and forks, whatever the verdict.
 */
public final class CheckReport {
    /** Rows named one by one before they are only counted. */
    private static final int NAMED = 3;

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
        Grid grid = grid();
        List<String> sections = new ArrayList<>();
        sections.add(bullets(List.of(
                "base " + comparison.base().path() + ", "
                        + count(comparison.base().rows().size(), "row"),
                "head " + comparison.head().path() + ", "
                        + count(comparison.head().rows().size(), "row"))));
        sections.add(method() + "\n");
        sections.add(markdown ? grid.markdown() : grid.text());
        sections.add(list("Measured differently in base and head:", differences()));
        sections.add(list("Only in base, missing in head:", labels(comparison.onlyInBase())));
        sections.add(list("Only in head:", labels(comparison.onlyInHead())));
        sections.add(list("What base's record says against its numbers:", Warnings.of(comparison.base())));
        sections.add(list("What head's record says against its numbers:", Warnings.of(comparison.head())));
        sections.add(summary() + "\n");
        return sections.stream().filter(section -> !section.isEmpty()).collect(Collectors.joining("\n"));
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
                    score(row.base()),
                    score(row.head()),
                    row.score().map(it -> Changes.change(it.slowdown())).orElse(""),
                    row.score()
                            .map(it -> Changes.interval(
                                    it.slowdown(), comparison.rule().confidence()))
                            .orElse(""),
                    forks(row),
                    word(verdict),
                    note(row),
                    row.allocation().map(it -> bytes(it.base())).orElse(""),
                    row.allocation().map(it -> bytes(it.head())).orElse(""),
                    row.allocation().map(it -> word(it.verdict())).orElse(""));
        }
        return grid;
    }

    private static String forks(RowComparison row) {
        return row.base().primary().forks().size() + "+"
                + row.head().primary().forks().size();
    }

    private static String score(Row row) {
        return row.nanos()
                .map(Numbers::plainTime)
                .orElseGet(() -> Numbers.significant(row.primary().estimate().value()) + " "
                        + row.primary().unit());
    }

    private static String bytes(double bytes) {
        return Numbers.bytes(OptionalDouble.of(bytes));
    }

    private static String word(Enum<?> verdict) {
        return verdict.name().replace('_', ' ');
    }

    private String note(RowComparison row) {
        if (row.score().isEmpty()) {
            return "units " + row.base().primary().unit() + " and "
                    + row.head().primary().unit() + " cannot be converted";
        }
        ScoreComparison score = row.score().get();
        List<String> notes = new ArrayList<>();
        if (score.verdict() == Verdict.CANNOT_TELL) {
            notes.add("needs " + Rule.FEWEST_FORKS + " forks a side");
        }
        if (score.verdict() == Verdict.UNDECIDED) {
            notes.add("some " + comparison.rule().forksNeeded(score.slowdown()) + " forks a side would tell");
        }
        if (score.meanDecides()) {
            notes.add("by the mean, as JVM, collector or heap differ; by the median " + word(score.medianVerdict()));
        } else if (score.meanVerdict() != score.medianVerdict()) {
            notes.add("by the mean " + Changes.change(score.byMean()) + ", " + word(score.meanVerdict()));
        }
        return String.join("; ", notes);
    }

    private List<String> differences() {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (RowComparison row : comparison.rows()) {
            for (String difference : row.differences()) {
                rows.computeIfAbsent(difference, d -> new ArrayList<>())
                        .add(row.base().label());
            }
        }
        return rows.entrySet().stream()
                .map(entry -> entry.getKey() + ": "
                        + (entry.getValue().size() <= NAMED
                                ? String.join(", ", entry.getValue())
                                : count(entry.getValue().size(), "row")))
                .toList();
    }

    private static List<String> labels(List<Row> rows) {
        return rows.stream().map(Row::label).toList();
    }

    private String list(String title, List<String> lines) {
        return lines.isEmpty() ? "" : title + "\n" + (markdown ? "\n" : "") + bullets(lines);
    }

    private String bullets(List<String> lines) {
        String bullet = markdown ? "- " : "  ";
        return lines.stream().map(line -> bullet + line + "\n").collect(Collectors.joining());
    }

    private String summary() {
        List<String> counts = new ArrayList<>();
        for (Verdict verdict : Verdict.values()) {
            long rows = comparison.count(verdict);
            if (rows > 0) {
                counts.add(rows + " " + word(verdict));
            }
        }
        long more = comparison.rows().stream()
                .flatMap(row -> row.allocation().stream())
                .filter(it -> it.verdict() == AllocationComparison.Verdict.MORE)
                .count();
        if (more > 0) {
            counts.add(more + " with MORE allocation");
        }
        if (!comparison.onlyInBase().isEmpty()) {
            counts.add(comparison.onlyInBase().size() + " missing in head");
        }
        return (counts.isEmpty() ? "no row in both files" : String.join(", ", counts)) + ": " + conclusion();
    }

    private String conclusion() {
        return switch (comparison.outcome(strict)) {
            case REGRESSION -> "REGRESSION.";
            case NOT_SHOWN -> "not shown to be free of regressions (--strict).";
            case OK ->
                comparison.isComplete()
                        ? "no regression."
                        : "no regression seen, which is not to say that there is none: see what is undecided, unlike or missing.";
        };
    }

    private static String count(int number, String what) {
        return String.format(Locale.ROOT, "%d %s%s", number, what, number == 1 ? "" : "s");
    }
}
