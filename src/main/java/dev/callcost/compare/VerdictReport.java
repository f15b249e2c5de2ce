package dev.callcost.compare;

import dev.callcost.compare.ComparedRows.Conclusion;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.ForestPlot;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Rule;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as text, Markdown and JSON: how it was judged, a line a row, what cannot be compared, and what it comes to. Every line
 * shows change and interval, whatever the verdict.
 *
 * @param comparison what was compared
 * @param rule by which each row was judged
 * @param strict whether everything must be shown for the outcome OK
 * @param words what only this kind of comparison says
 * @param <R> what is known of a row
 */
public record VerdictReport<R extends ComparedRow>(
        ComparedRows<R> comparison, Rule rule, boolean strict, Words<R> words) {
    /** Rows that have a difference are named one by one up to so many, else counted. */
    private static final int NAMED = 3;

    /**
     * What one kind of comparison says besides.
     *
     * @param begin says who was compared and how it was judged
     * @param differing the title of the settings that differ
     * @param amount adds the column that tells how much was measured
     * @param remarks what there is to say of a row besides
     * @param end says what does not follow from the rows
     * @param json who was compared and how it was judged, by name
     * @param endJson what does not follow from the rows, by name
     */
    public record Words<R>(
            Consumer<Sections> begin,
            String differing,
            Consumer<Grid> amount,
            Function<R, List<String>> remarks,
            Consumer<Sections> end,
            Map<String, ?> json,
            Map<String, ?> endJson) {}

    /** What the comparison comes to. */
    public Conclusion conclusion() {
        return comparison.outcome(strict);
    }

    /** For a terminal, everything. */
    public String text() {
        return text(View.EVERYTHING);
    }

    /** For a terminal, as much as is asked for. */
    public String text(View view) {
        return render(Sections.text(view.width()), view);
    }

    /** For a Markdown file, everything. */
    public String document() {
        return render(new Sections(true), View.EVERYTHING);
    }

    /** For a pull request: what it comes to and the rows that say something, the rest folded away. */
    public String markdown() {
        VerdictTable<R> telling =
                table(sorted().stream().filter(View::saysSomething).toList());
        Sections first = new Sections(true).paragraph("**" + summary() + "**").table(telling.grid());
        return telling.addShared(first).list("Notes:", telling.notes()).text()
                + "\n<details><summary>"
                + Sections.count(comparison.rows().size(), "row")
                + ", and how they were judged</summary>\n\n" + document() + "\n</details>\n";
    }

    /** The rows alone, as a Markdown table, and what their names leave out. */
    public String table() {
        VerdictTable<R> all = table(sorted());
        return all.addShared(new Sections(true).table(all.grid())).text();
    }

    private VerdictTable<R> table(List<R> shown) {
        return new VerdictTable<>(this, shown, names());
    }

    /** The rows that have a change, those that matter most first. */
    public ForestPlot picture() {
        List<ForestPlot.Row> drawn = sorted().stream()
                .filter(row -> row.score().isPresent())
                .map(this::drawn)
                .toList();
        return new ForestPlot("Head against base", rule.margin(), drawn);
    }

    private ForestPlot.Row drawn(R row) {
        Estimate slowdown = row.score().orElseThrow().slowdown();
        double low = slowdown.low(rule.confidence());
        double high = slowdown.high(rule.confidence());
        ForestPlot.Kind kind = switch (row.verdict()) {
            case SLOWER -> ForestPlot.Kind.WORSE;
            case FASTER -> ForestPlot.Kind.BETTER;
            default -> ForestPlot.Kind.NEITHER;
        };
        String text = VerdictTable.word(row.word()) + " " + EstimateText.change(slowdown) + " "
                + EstimateText.changes(low, high);
        return new ForestPlot.Row(row.key().label(), kind, slowdown.value() - 1, low - 1, high - 1, text.strip());
    }

    private String render(Sections report, View view) {
        words.begin.accept(report);
        RowNames names = names();
        List<R> shown = sorted().stream()
                .filter(row -> view.shows(row, names, comparison.rows().size()))
                .toList();
        VerdictTable<R> table = new VerdictTable<>(this, shown, names);
        report.table(table.grid()).paragraph(hidden(shown, view));
        table.addShared(report).list("Notes:", table.notes()).list(words.differing, differences());
        for (NoVerdict.Kind kind : NoVerdict.Kind.values()) {
            report.list(VerdictTable.word(kind.name()) + ":", reasons(comparison.without(kind)));
        }
        report.list("Only in base, missing in head:", labels(comparison.onlyInBase()))
                .list("Only in head:", labels(comparison.onlyInHead()));
        words.end.accept(report);
        return report.paragraph(summary()).text();
    }

    /** How many rows of each verdict are not shown; empty when all are. */
    private String hidden(List<R> shown, View view) {
        Map<String, Long> counts = sorted().stream()
                .filter(row -> !shown.contains(row))
                .collect(Collectors.groupingBy(
                        row -> VerdictTable.word(row.word()), LinkedHashMap::new, Collectors.counting()));
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(
                                ", ", "Not shown: ", view.only().isPresent() ? "." : " (--all shows them)."));
    }

    /** The rows that matter most first: by verdict, and by how far they are from no change. */
    private List<R> sorted() {
        return comparison.rows().stream()
                .sorted(Comparator.comparing((R row) ->
                                row.noVerdict().filter(NoVerdict::isFailure).isEmpty())
                        .thenComparing(R::verdict)
                        .thenComparing(row -> -row.score()
                                .map(score -> Math.abs(score.slowdown().logMean()))
                                .orElse(0.0)))
                .toList();
    }

    /** The names of the rows of both sides. */
    private RowNames names() {
        return new RowNames(Stream.of(keys(comparison.rows()), comparison.onlyInBase(), comparison.onlyInHead())
                .flatMap(List::stream)
                .toList());
    }

    private static List<RowKey> keys(List<? extends ComparedRow> rows) {
        return rows.stream().map(ComparedRow::key).toList();
    }

    /** A line for each setting in which sides differ, with the rows that have it. */
    private List<String> differences() {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        for (R row : comparison.rows()) {
            row.sides()
                    .map(RowSides::differences)
                    .orElse(List.of())
                    .forEach(difference -> rows.computeIfAbsent(difference, it -> new ArrayList<>())
                            .add(row.key().label()));
        }
        return rows.entrySet().stream()
                .map(entry -> entry.getKey() + ": "
                        + (entry.getValue().size() <= NAMED
                                ? String.join(", ", entry.getValue())
                                : Sections.count(entry.getValue().size(), "row")))
                .toList();
    }

    /** A line for each reason, with the rows that have it. */
    private List<String> reasons(Map<R, String> rows) {
        return rows.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(row -> row.getKey().key().label(), Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(reason -> reason.getValue() + ": " + reason.getKey())
                .toList();
    }

    private static List<String> labels(List<RowKey> rows) {
        return rows.stream().map(RowKey::label).toList();
    }

    /** How many rows have which verdict, and what that comes to. */
    private String summary() {
        List<String> counts = new ArrayList<>();
        comparison.counts().forEach((word, rows) -> counts.add(rows + " " + VerdictTable.word(word)));
        long more =
                comparison.rows().stream().filter(ComparedRow::allocatesMore).count();
        if (more > 0) {
            counts.add(more + " with MORE allocation");
        }
        if (!comparison.onlyInBase().isEmpty()) {
            counts.add(comparison.onlyInBase().size() + " missing in head");
        }
        return (counts.isEmpty() ? "no row in both files" : String.join(", ", counts)) + ": "
                + switch (conclusion()) {
                    case REGRESSION -> "REGRESSION.";
                    case NOT_MEASURED ->
                        "could not be measured, "
                                + comparison.without(NoVerdict.Kind.NOT_MEASURED).values().stream()
                                        .findFirst()
                                        .orElseThrow();
                    case FAILED -> "forks failed; no regression seen in what was measured.";
                    case NOT_SHOWN -> "not shown to be free of regressions (--strict).";
                    case OK ->
                        comparison.isComplete()
                                ? "no regression."
                                : "no regression seen; some rows are undecided, unlike or missing.";
                };
    }

    /** For programs, see {@link VerdictJson}. */
    public String json() {
        return new VerdictJson<>(this).text();
    }
}
