package dev.callcost.compare;

import dev.callcost.compare.VerdictTable.Group;
import dev.callcost.compare.VerdictTable.Line;
import dev.callcost.data.RowNames;
import dev.callcost.text.Annotations;
import dev.callcost.text.JUnitXml;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A comparison as text, Markdown, HTML and JSON: the outcome, the rows that changed, what was compared, and what limits the verdicts.
 *
 * @param strict whether everything must be shown for the outcome OK
 * @param names of all rows
 */
public record VerdictReport(Verdicts verdicts, boolean strict, RowNames names) {
    /** Inconclusive rows that are shown where no row is decided; otherwise the largest change alone is. */
    private static final int HINTS = 5;

    /**
     * Which rows of a comparison are shown, and how wide. The outcome is that of all rows.
     *
     * @param width in letters, of text
     * @param all whether each row has a line and each warning is shown; otherwise, of more than ten rows, those that did not change are counted
     * @param only what is found in the labels or names of the rows that are shown; empty for all rows
     */
    public record View(int width, boolean all, Optional<Pattern> only) {
        /** Every row, in lines of any length. */
        public static final View EVERYTHING = new View(Terminal.ENDLESS, true, Optional.empty());

        private static final int FEW = 10;
    }

    public VerdictReport(Verdicts verdicts, boolean strict) {
        this(verdicts, strict, verdicts.names());
    }

    VerdictTable lineTable() {
        return new VerdictTable(verdicts, names);
    }

    private List<Line> lines() {
        return lineTable().lines();
    }

    private String answer() {
        return new VerdictAnswer(lineTable(), strict).text();
    }

    /** The outcome as the headline of a page. */
    public String headline() {
        return new Claim(lineTable()).headline();
    }

    /** The headline's verdict; empty when no row could be compared. */
    public String kind() {
        return new Claim(lineTable()).kind();
    }

    public Verdicts.Outcome outcome() {
        return verdicts.outcome(strict);
    }

    public String text(View view) {
        List<Line> shown = new ArrayList<>(lines().stream()
                .filter(line -> view.only()
                        .map(regexp -> line.row().key().has(regexp)
                                || regexp.matcher(names.of(line.row().key())).find())
                        .orElse(view.all()
                                || verdicts.rows().size() <= View.FEW && line.group() != Group.NOT_JUDGED
                                || !Group.COUNTED.contains(line.group())))
                .toList());
        if (view.only().isEmpty()) {
            lines().stream()
                    .filter(line -> line.isOpen() && !shown.contains(line))
                    .sorted(Comparator.comparing(line -> -line.row().size()))
                    .limit(verdicts.isAnyDecided() ? 1 : HINTS)
                    .sorted(Comparator.comparing(Line::group))
                    .forEach(shown::add);
        }
        return render(Sections.text(view.width()), shown, false, view);
    }

    /** For a Markdown file, everything. */
    public String document() {
        return render(new Sections(true), lines(), true, View.EVERYTHING);
    }

    /** For a page, everything. */
    public String html() {
        return render(Sections.html(), lines(), false, View.EVERYTHING);
    }

    /** For a pull request: the outcome and the rows that changed, the rest folded away. */
    public String markdown() {
        List<Line> changed = lines().stream()
                .filter(line -> !Group.COUNTED.contains(line.group()))
                .toList();
        return table(new Sections(true).paragraph("**" + answer() + "**"), changed)
                + "\n<details><summary>"
                + Sections.count(verdicts.rows().size(), "row")
                + ", and how they were judged</summary>\n\n" + document() + "\n</details>\n";
    }

    /** The rows alone, as a Markdown table, and what their names leave out. */
    public String table() {
        return table(new Sections(true), lines());
    }

    private String table(Sections report, List<Line> lines) {
        return addShared(addTable(report, lines, true, Terminal.ENDLESS), lines).text();
    }

    /** For Jenkins, GitLab and others: a test case a row. */
    public String junit() {
        return JUnitXml.of("callcost", VerdictCases.of(this));
    }

    /** For GitHub Actions: workflow commands, which become annotations. */
    public String annotations() {
        return Annotations.of("callcost", answer(), VerdictCases.of(this));
    }

    /** For programs, see {@link VerdictJson}. */
    public String json() {
        return VerdictJson.text(verdicts, strict);
    }

    private String render(Sections report, List<Line> shown, boolean words, View view) {
        addTable(report.paragraph(answer()), shown, words, view.width())
                .paragraph((needs() + hidden(shown, view) + seen() + unmeasured()).strip());
        return new VerdictNotes(verdicts, names, view, !report.isText() && !report.isMarkdown())
                .text(addShared(report, shown));
    }

    /** Adds the table. Where it is no text, which has these lines below the rows, it adds why rows are slower. */
    private Sections addTable(Sections report, List<Line> lines, boolean words, int width) {
        return report.table(lineTable().grid(lines, words, width))
                .list("Slower rows:", report.isText() ? List.of() : verdicts.whys());
    }

    private String needs() {
        int[] needed = verdicts.rows().stream()
                .filter(row -> Group.OPEN.contains(Group.of(row)))
                .mapToInt(VerdictRow::needed)
                .filter(it -> it > 0)
                .sorted()
                .toArray();
        if (needed.length == 0) {
            return "";
        }
        String least = VerdictTable.needed(needed[0]);
        String most = VerdictTable.needed(needed[needed.length - 1]);
        return Sections.count(needed.length, "inconclusive row")
                + (needed.length == 1 ? " needs " : " need ")
                + (needed[0] > VerdictTable.MOST_NEEDED ? "" : "about ")
                + least
                + (least.equals(most) ? "" : " to " + most)
                + (verdicts.preface().isPaired()
                        ? " more pairs."
                        : verdicts.isByFiles() ? " files a side." : " forks a side.");
    }

    private String unmeasured() {
        String text =
                verdicts.changed().map(it -> it.unmeasured(verdicts.rows())).orElse("");
        return text.isEmpty() ? "" : " " + text;
    }

    /** What rows without a large slowdown claim. */
    private String seen() {
        return lines().stream().noneMatch(line -> line.group() == Group.CLEAR)
                ? ""
                : " A slowdown of " + lineTable().seen()
                        + " in one of the rows without it would have been seen in 95 %.";
    }

    private String hidden(List<Line> shown, View view) {
        Map<String, Long> counts = lines().stream()
                .filter(line -> !shown.contains(line))
                .collect(Collectors.groupingBy(
                        line -> lineTable().prose(line.group()), LinkedHashMap::new, Collectors.counting()));
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(
                                ", ", " Not shown: ", view.only().isPresent() ? "." : " (--all lists them)."));
    }

    private Sections addShared(Sections report, List<Line> shown) {
        return names.addShared(
                report, shown.stream().map(line -> line.row().key()).distinct().toList());
    }
}
