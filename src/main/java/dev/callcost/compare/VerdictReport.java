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
import java.util.function.BiFunction;
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
    /** A difference names its rows up to this number, and counts more. */
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
            return only.map(regexp -> Stream.of(row.key().label(), names.of(row.key()))
                            .anyMatch(text -> regexp.matcher(text).find()))
                    .orElse(all || rows <= FEW || isFinding(row));
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
        RowNames names = names();
        List<VerdictRow> shown = sorted().stream()
                .filter(row -> view.shows(row, names, verdicts.rows().size()))
                .toList();
        VerdictTable table = table(shown);
        report.list(preface.sides())
                .list("Measured:", preface.measured())
                .paragraph(preface.method())
                .table(table.grid())
                .paragraph(hidden(shown, view));
        table.addShared(report)
                .list("Notes:", table.notes())
                .list(
                        preface.isPaired()
                                ? "Differs between base and head:"
                                : "Measured differently in base and head:",
                        lines(
                                VerdictRow::differences,
                                (difference, rows) -> difference + ": "
                                        + (rows.size() <= NAMED
                                                ? String.join(", ", rows)
                                                : Sections.count(rows.size(), "row"))));
        for (NoVerdict.Kind kind : NoVerdict.Kind.values()) {
            report.list(
                    VerdictTable.word(kind.name()) + ":",
                    lines(
                            row -> row.noVerdict().stream()
                                    .filter(it -> it.kind() == kind)
                                    .map(NoVerdict::why)
                                    .toList(),
                            (reason, rows) -> String.join(", ", rows) + ": " + reason));
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
        String end = view.only().isPresent() ? "." : " (--all shows them).";
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(", ", "Not shown: ", end));
    }

    /** The rows that matter most first: by verdict, and by how far they are from no change. */
    private List<VerdictRow> sorted() {
        return verdicts.rows().stream()
                .sorted(Comparator.comparing((VerdictRow row) ->
                                row.noVerdict().filter(NoVerdict::isFailure).isEmpty())
                        .thenComparing(VerdictRow::verdict)
                        .thenComparing(row -> -row.slowdown()
                                .map(it -> Math.abs(it.logMean()))
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

    /** A line for each text that rows have, made of the text and the labels of these rows. */
    private List<String> lines(
            Function<VerdictRow, List<String>> texts, BiFunction<String, List<String>, String> line) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        verdicts.rows()
                .forEach(row -> texts.apply(row)
                        .forEach(text -> labels.computeIfAbsent(text, it -> new ArrayList<>())
                                .add(row.key().label())));
        return labels.entrySet().stream()
                .map(it -> line.apply(it.getKey(), it.getValue()))
                .toList();
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
