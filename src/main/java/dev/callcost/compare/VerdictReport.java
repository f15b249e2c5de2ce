package dev.callcost.compare;

import dev.callcost.ci.GithubCommands;
import dev.callcost.ci.JUnitXml;
import dev.callcost.compare.VerdictTable.Group;
import dev.callcost.compare.VerdictTable.Line;
import dev.callcost.data.RowNames;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A comparison as text, Markdown, HTML and JSON: the outcome, the rows that changed, what was compared, and what limits the verdicts.
 *
 * @param strict whether everything must be shown for the outcome OK
 */
public record VerdictReport(Verdicts verdicts, boolean strict, RowNames names) {
    /** The heading of {@link #addReach}. */
    public static final String REACH = "Which rows run changed methods";

    /** Inconclusive rows that are shown where no row is decided; otherwise the largest change alone is. */
    private static final int HINTS = 5;

    /**
     * Which rows of a comparison are shown, and how wide. The outcome is that of all rows.
     *
     * @param width in letters, of text
     * @param all whether each row has a line and each warning is shown; otherwise, of more than ten rows, those that did not change are counted
     */
    public record View(int width, boolean all) {
        /** Every row, in lines of any length. */
        public static final View EVERYTHING = new View(Terminal.ENDLESS, true);

        private static final int FEW = 10;

        /** Whether there are so many rows that not each has a line. */
        public static boolean areMany(Verdicts verdicts) {
            return verdicts.rows().size() > FEW;
        }
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

    private List<Line> lines(Predicate<Line> which) {
        return lines().stream().filter(which).toList();
    }

    private VerdictAnswer answer() {
        return new VerdictAnswer(lineTable(), strict);
    }

    /** The outcome as the headline of a page. */
    public String headline() {
        return answer().headline();
    }

    /** The headline's verdict; empty when no row could be compared. */
    public String kind() {
        return answer().kind();
    }

    public Verdicts.Outcome outcome() {
        return verdicts.outcome(strict);
    }

    public String text(View view) {
        return text(view, "");
    }

    /** @param next what the user can do to decide open rows; empty for nothing */
    public String text(View view, String next) {
        List<Line> shown = new ArrayList<>(lines(line -> isShown(line, view)));
        if (!(isPaired() && verdicts.isAnyDecided())) {
            lines(line -> line.isOpen() && !shown.contains(line)).stream()
                    .sorted(Comparator.comparing(line -> -line.row().size()))
                    .limit(verdicts.isAnyDecided() ? 1 : HINTS)
                    .sorted(Comparator.comparing(Line::group))
                    .forEach(shown::add);
        }
        return render(Sections.text(view.width()), shown, false, view, next);
    }

    private boolean isPaired() {
        return verdicts.preface().isPaired();
    }

    private boolean isShown(Line line, View view) {
        return view.all() || (View.areMany(verdicts) ? !line.isFolded() : line.group() != Group.NOT_JUDGED);
    }

    /** For a Markdown file: everything but lines without a number, which a sentence counts. */
    public String document() {
        return render(new Sections(true), lines(line -> !hasFirstPairAlone(line.row())), true, View.EVERYTHING, "");
    }

    /** For a page: the table of {@link #document}. */
    public Sections addRows(Sections report) {
        List<Line> shown = lines(line -> !hasFirstPairAlone(line.row()));
        return addShared(addTable(report, shown, false, Terminal.ENDLESS), shown);
    }

    /** Whether nothing but a first pair of a row was measured, which showed no large slowdown. */
    private static boolean hasFirstPairAlone(RowVerdict row) {
        return Group.of(row) == Group.CLEAR && row.score().isEmpty();
    }

    /** For a page: what its answer, its table and its warnings do not say. */
    public String html() {
        return notes(View.EVERYTHING, true).addTo(Sections.html()).text();
    }

    /** For a page: rows without a verdict, rows that head lacks, and what the logs say against the numbers, a line each. */
    public List<String> warnings() {
        return notes(View.EVERYTHING, true).warnings();
    }

    private VerdictNotes notes(View view, boolean isPage) {
        return new VerdictNotes(verdicts, names, view, isPage);
    }

    /** For a pull request: the outcome and the rows that changed, the rest folded away. */
    public String markdown() {
        List<Line> changed = lines(line -> !line.isFolded());
        List<Line> measured = lines(line -> !hasFirstPairAlone(line.row()));
        List<String> others = verdicts.rows().stream()
                .filter(VerdictReport::hasFirstPairAlone)
                .map(row -> names.of(row.key()))
                .toList();
        Sections folded = new Sections(true)
                .table(lineTable().grid(measured, true, Terminal.ENDLESS))
                .list(
                        "No large slowdown in the first pair:",
                        others.isEmpty() ? List.of() : List.of(String.join(", ", others)));
        addShared(folded, lines());
        VerdictNotes notes = notes(View.EVERYTHING, false);
        String how = notes.addWarnings(notes.addTo(folded)).text();
        String reach = addReach(new Sections(true)).text();
        return new Sections(true)
                .paragraph("**" + answer().text() + "**")
                .add(table(new Sections(true), changed))
                .list(rest(isPaired() ? changed : lines(), View.EVERYTHING))
                .add(folded(Sections.count(verdicts.rows().size(), "row") + ", and how they were judged", how))
                .add(reach.isEmpty() ? "" : folded(REACH, reach))
                .text();
    }

    private static String folded(String summary, String markdown) {
        return "<details><summary>" + summary + "</summary>\n\n" + markdown + "\n</details>\n";
    }

    /** Which methods differ between the jars, which rows run them, and which rows were not measured; nothing where no scouts ran. */
    public Sections addReach(Sections report) {
        verdicts.changed().ifPresent(changed -> changed.addTo(report, names, verdicts.rows()));
        return report;
    }

    /** How many lines of scores stand in which group of the table, those that matter most first. */
    public Map<String, List<RowVerdict>> groups() {
        return lines(line -> !line.isOfBytes()).stream()
                .collect(Collectors.groupingBy(
                        line -> lineTable().prose(line.group()),
                        LinkedHashMap::new,
                        Collectors.mapping(Line::row, Collectors.toList())));
    }

    /** Why rows were not measured; empty where all were. */
    public String unmeasured() {
        return verdicts.changed().map(it -> it.unmeasured(verdicts.rows())).orElse("");
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
        return JUnitXml.of("callcost", VerdictTestCases.of(this));
    }

    /** For GitHub Actions: workflow commands, which become annotations. */
    public String annotations() {
        return GithubCommands.of("callcost", answer().text(), VerdictTestCases.of(this));
    }

    /** For programs, see {@link VerdictJson}. */
    public String json() {
        return VerdictJson.text(verdicts, strict);
    }

    private String render(Sections report, List<Line> shown, boolean words, View view, String next) {
        addTable(report.paragraph(answer().text()), shown, words, view.width());
        List<String> rest = new ArrayList<>(rest(shown, view));
        if (!next.isEmpty()
                && !(open().isEmpty()
                        && lines(line -> line.group() == Group.NOT_REACHED).isEmpty())) {
            rest.add(next);
        }
        if (isPaired()) {
            report.lines(rest);
        } else {
            report.paragraph(String.join(" ", rest));
        }
        addShared(report, shown);
        if (view.all()) {
            addReach(report);
        }
        VerdictNotes notes = notes(view, false);
        return notes.addWarnings(notes.addTo(report)).text();
    }

    /** Adds the table. Where it is no text, which has these lines below the rows, it adds why rows are slower. */
    private Sections addTable(Sections report, List<Line> lines, boolean words, int width) {
        return report.table(lineTable().grid(lines, words, width))
                .list("Slower rows:", report.isText() ? List.of() : verdicts.whys());
    }

    private List<RowVerdict> open() {
        return verdicts.rows().stream()
                .filter(row -> Group.OPEN.contains(Group.of(row)))
                .toList();
    }

    /** What there is to say of rows that have no line of their own, a sentence each. */
    private List<String> rest(List<Line> shown, View view) {
        List<String> sentences = new ArrayList<>();
        boolean isAnyHidden;
        if (isPaired()) {
            sentences.add(clear());
            sentences.add(inconclusive(shown));
            sentences.add(late(shown));
            sentences.add(unmeasured());
            isAnyHidden = shown.size() < lines().size() || !unmeasured().isEmpty();
        } else {
            sentences.add(needs());
            sentences.add(hidden(shown));
            isAnyHidden = !hidden(shown).isEmpty();
        }
        sentences.removeIf(String::isEmpty);
        if (isAnyHidden && !view.all()) {
            int place = isPaired() && shown.size() < lines().size() ? 0 : sentences.size() - 1;
            if (sentences.isEmpty()) {
                sentences.add("--all lists all rows");
            } else {
                sentences.set(place, sentences.get(place) + " (--all lists them)");
            }
        }
        return sentences.stream().map(it -> it + ".").toList();
    }

    /** A sentence about some rows; empty where there are none. */
    private static String sentence(long rows, String what, String ofOne, String ofMany) {
        return rows == 0 ? "" : Sections.count(rows, what) + (rows == 1 ? ofOne : ofMany);
    }

    /** About how many more forks, or pairs, open rows need, such as {@code about 4 to 12}; empty when no number would do. */
    private String needed() {
        IntSummaryStatistics needed = open().stream()
                .mapToInt(RowVerdict::needed)
                .filter(it -> it > 0)
                .summaryStatistics();
        if (needed.getCount() == 0) {
            return "";
        }
        String least = VerdictTable.needed(needed.getMin());
        String most = VerdictTable.needed(needed.getMax());
        return (needed.getMin() > VerdictTable.MOST_NEEDED ? "" : "about ")
                + least
                + (least.equals(most) ? "" : " to " + most);
    }

    private String needs() {
        String needed = needed() + (verdicts.isByFiles() ? " files a side" : " forks a side");
        long rows = open().stream().filter(row -> row.needed() > 0).count();
        return sentence(rows, "inconclusive row", " needs " + needed, " need " + needed);
    }

    /** What rows without a large slowdown claim. */
    private String clear() {
        String seen = lineTable().seen() + " would have been seen with a probability of 95 %";
        return sentence(
                lines(line -> line.group() == Group.CLEAR).size(),
                "row",
                " shows no large slowdown: one of " + seen,
                " show no large slowdown: in each a slowdown of " + seen);
    }

    /** The rows that more pairs would decide, with the limits of those that are not shown. */
    private String inconclusive(List<Line> shown) {
        int rows = open().size();
        if (!verdicts.endedAlike().isEmpty()) {
            return sentence(rows, "row", " was not tried", " were not tried");
        }
        List<String> limits = open().stream()
                .filter(row -> shown.stream().noneMatch(line -> line.row().equals(row)))
                .sorted(Comparator.comparing(
                        row -> -row.paired().map(PairResult::limit).orElse(0.0)))
                .flatMap(row -> VerdictTable.limit(row).stream().map(it -> unbroken(row) + Sections.NO_BREAK + it))
                .toList();
        String more = needed()
                + (needed().equals("about 1") ? " more pair" : " more pairs")
                + (limits.isEmpty() ? "" : "; with 95 % confidence slower by at most: " + Sections.some(limits));
        return sentence(rows, "row", " is inconclusive and needs " + more, " are inconclusive and need " + more);
    }

    private String unbroken(RowVerdict row) {
        return VerdictNotes.unbroken(names.of(row.key()));
    }

    private String late(List<Line> shown) {
        String late = " got no pair before the budget ended";
        return sentence(
                lines(line -> line.group() == Group.NOT_REACHED && !shown.contains(line))
                        .size(),
                "row",
                late,
                late);
    }

    private String hidden(List<Line> shown) {
        Map<String, Long> counts = lines(line -> !shown.contains(line)).stream()
                .collect(Collectors.groupingBy(
                        line -> lineTable().prose(line.group()), LinkedHashMap::new, Collectors.counting()));
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(", ", "Not shown: ", ""));
    }

    private Sections addShared(Sections report, List<Line> shown) {
        return names.addShared(
                report, shown.stream().map(line -> line.row().key()).distinct().toList());
    }
}
