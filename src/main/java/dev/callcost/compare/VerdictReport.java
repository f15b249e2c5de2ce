package dev.callcost.compare;

import dev.callcost.compare.AllocationComparison.AllocationVerdict;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as text, Markdown, HTML and JSON: how it was judged, a line for each row, what cannot be compared, and the outcome. Every line shows change
 * and interval, whatever the verdict.
 *
 * @param strict whether everything must be shown for the outcome OK
 */
public record VerdictReport(Verdicts verdicts, boolean strict) {
    /** Rows that have a difference are named one by one up to so many, else counted. */
    private static final int NAMED = 3;

    private static final Set<Verdict> COUNTED = EnumSet.of(Verdict.SAME, Verdict.UNDECIDED, Verdict.CANNOT_TELL);

    /**
     * Which rows of a comparison are shown, and how wide. The outcome is that of all rows.
     *
     * @param width in letters, of text
     * @param all whether each row has a line; otherwise, of more than ten rows, those that are the same or open are counted
     * @param only what is found in the labels or names of the rows that are shown; empty for all rows
     */
    public record View(int width, boolean all, Optional<Pattern> only) {
        /** Every row, in lines of any length. */
        public static final View EVERYTHING = new View(Terminal.ENDLESS, true, Optional.empty());

        private static final int FEW = 10;

        private boolean shows(VerdictRow row, RowNames names, int rows) {
            boolean isAskedFor = only.isEmpty()
                    || Stream.of(row.key().label(), names.of(row.key()))
                            .anyMatch(text -> only.get().matcher(text).find());
            return isAskedFor && (all || only.isPresent() || rows <= FEW || isFinding(row));
        }
    }

    /** Whether a row is neither the same, nor open, nor left out. */
    private static boolean isFinding(VerdictRow row) {
        return row.noVerdict().map(it -> it.kind() != NoVerdict.Kind.LEFT_OUT).orElse(!COUNTED.contains(row.verdict()))
                || row.allocates(AllocationVerdict.MORE)
                || row.allocates(AllocationVerdict.LESS);
    }

    public Verdicts.Outcome outcome() {
        return verdicts.outcome(strict);
    }

    /** For a terminal. */
    public String text(View view) {
        return render(Sections.text(view.width()), view);
    }

    /** For a Markdown file, everything. */
    public String document() {
        return render(new Sections(true), View.EVERYTHING);
    }

    /** For a page, everything. */
    public String html() {
        return render(Sections.html(), View.EVERYTHING);
    }

    /** For a pull request: the outcome and the rows that are findings, the rest folded away. */
    public String markdown() {
        VerdictTable findings =
                table(sorted().stream().filter(VerdictReport::isFinding).toList());
        Sections first = new Sections(true).paragraph("**" + summary() + "**").table(findings.grid());
        return findings.addShared(first).list("Notes:", findings.notes()).text()
                + "\n<details><summary>"
                + Sections.count(verdicts.rows().size(), "row")
                + ", and how they were judged</summary>\n\n" + document() + "\n</details>\n";
    }

    /** The rows alone, as a Markdown table, and what their names leave out. */
    public String table() {
        VerdictTable all = table(sorted());
        return all.addShared(new Sections(true).table(all.grid())).text();
    }

    /** For programs, see {@link VerdictJson}. */
    public String json() {
        return VerdictJson.text(verdicts, strict);
    }

    private VerdictTable table(List<VerdictRow> shown) {
        return new VerdictTable(verdicts, shown, names());
    }

    private String render(Sections report, View view) {
        Verdicts.Preface preface = verdicts.preface();
        report.list(preface.sides()).list("Measured:", preface.measured()).paragraph(preface.method());
        RowNames names = names();
        List<VerdictRow> shown = sorted().stream()
                .filter(row -> view.shows(row, names, verdicts.rows().size()))
                .toList();
        VerdictTable table = table(shown);
        report.table(table.grid()).paragraph(hidden(shown, view));
        table.addShared(report)
                .list("Notes:", table.notes())
                .list(
                        preface.isPaired()
                                ? "Differs between base and head:"
                                : "Measured differently in base and head:",
                        differences());
        for (NoVerdict.Kind kind : NoVerdict.Kind.values()) {
            report.list(VerdictTable.word(kind.name()) + ":", reasons(kind));
        }
        report.list("Only in base, missing in head:", labels(verdicts.onlyInBase()))
                .list("Only in head:", labels(verdicts.onlyInHead()));
        preface.warnings()
                .forEach((side, lines) -> report.list(
                        "What " + side.toLowerCase(Locale.ROOT) + "'s log says against its numbers:", lines));
        return report.paragraph(summary()).text();
    }

    /** How many rows of each verdict are not shown; empty when all are. */
    private String hidden(List<VerdictRow> shown, View view) {
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
    private List<VerdictRow> sorted() {
        return verdicts.rows().stream()
                .sorted(Comparator.comparing((VerdictRow row) ->
                                row.noVerdict().filter(NoVerdict::isFailure).isEmpty())
                        .thenComparing(VerdictRow::verdict)
                        .thenComparing(row -> -row.score()
                                .map(score -> Math.abs(score.slowdown().logMean()))
                                .orElse(0.0)))
                .toList();
    }

    /** The names of the rows of both sides. */
    private RowNames names() {
        return new RowNames(Stream.of(
                        verdicts.rows().stream().map(VerdictRow::key).toList(),
                        verdicts.onlyInBase(),
                        verdicts.onlyInHead())
                .flatMap(List::stream)
                .toList());
    }

    /** A line for each setting in which sides differ, with the rows that have it. */
    private List<String> differences() {
        return labelsBy(row -> row.sides().map(RowSides::differences).orElse(List.of())).entrySet().stream()
                .map(entry -> entry.getKey() + ": "
                        + (entry.getValue().size() <= NAMED
                                ? String.join(", ", entry.getValue())
                                : Sections.count(entry.getValue().size(), "row")))
                .toList();
    }

    /** A line for each reason of a kind, with the rows that have it. */
    private List<String> reasons(NoVerdict.Kind kind) {
        return labelsBy(row -> row.noVerdict()
                        .filter(it -> it.kind() == kind)
                        .map(NoVerdict::why)
                        .map(List::of)
                        .orElse(List.of()))
                .entrySet()
                .stream()
                .map(reason -> String.join(", ", reason.getValue()) + ": " + reason.getKey())
                .toList();
    }

    /** The labels of the rows that have a text. */
    private Map<String, List<String>> labelsBy(Function<VerdictRow, List<String>> texts) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        verdicts.rows()
                .forEach(row -> texts.apply(row)
                        .forEach(text -> labels.computeIfAbsent(text, it -> new ArrayList<>())
                                .add(row.key().label())));
        return labels;
    }

    private static List<String> labels(List<RowKey> rows) {
        return rows.stream().map(RowKey::label).toList();
    }

    /** How many rows have which verdict, and the outcome. */
    private String summary() {
        List<String> counts = new ArrayList<>();
        verdicts.counts().forEach((word, rows) -> counts.add(rows + " " + VerdictTable.word(word)));
        long more = verdicts.rows().stream()
                .filter(row -> row.allocates(AllocationVerdict.MORE))
                .count();
        if (more > 0) {
            counts.add(more + " with MORE allocation");
        }
        if (!verdicts.onlyInBase().isEmpty()) {
            counts.add(verdicts.onlyInBase().size() + " missing in head");
        }
        return (counts.isEmpty() ? "no row in both files" : String.join(", ", counts)) + ": "
                + switch (outcome()) {
                    case REGRESSION -> "REGRESSION.";
                    case NOT_MEASURED ->
                        "could not be measured, "
                                + verdicts.without(NoVerdict.Kind.NOT_MEASURED)
                                        .get(0)
                                        .why();
                    case FAILED -> "forks failed; no regression seen in what was measured.";
                    case NOT_SHOWN -> "not shown to be free of regressions (--strict).";
                    case OK ->
                        verdicts.isComplete()
                                ? "no regression."
                                : "no regression seen; some rows are undecided, unlike or missing.";
                };
    }
}
