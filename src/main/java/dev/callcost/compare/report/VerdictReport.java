package dev.callcost.compare.report;

import dev.callcost.compare.evidence.NoVerdict;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.judge.Verdicts.OfPairs;
import dev.callcost.compare.report.VerdictTable.Line;
import dev.callcost.compare.report.VerdictTable.RowGroup;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.ReachedRows;
import dev.callcost.compare.session.ReachedRows.CountedRow;
import dev.callcost.compare.session.Session;
import dev.callcost.compare.session.SessionEvent.Pair;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.GithubCommands;
import dev.callcost.text.GithubCommands.Annotation;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import dev.callcost.work.WorkDelta;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as text, Markdown, HTML and JSON: the outcome, the rows that changed, what was compared, and what limits
 * the verdicts.
 *
 * @param strict whether everything must be shown for the outcome OK
 */
public record VerdictReport(Verdicts verdicts, boolean strict, VerdictTable table) {
    /** The heading of {@link #addReach}. */
    public static final String REACH = "Which rows run changed methods";

    /** Changed methods whose rows are shown together. */
    private static final int METHODS = 3;

    /** Inconclusive rows that are shown. */
    private static final int HINTS = 5;

    /** More forks or pairs are not worth their time: the machine does not show such a difference. */
    private static final int MOST_NEEDED = 100;

    public VerdictReport(Verdicts verdicts, boolean strict) {
        this(verdicts, strict, VerdictTable.of(verdicts));
    }

    private RowNames names() {
        return table.names();
    }

    private List<Line> lines() {
        return table.lines();
    }

    private Stream<Line> lines(Predicate<Line> which) {
        return lines().stream().filter(which);
    }

    private VerdictAnswer answer() {
        return new VerdictAnswer(table, strict);
    }

    /** The outcome as the headline of a page. */
    public String headline() {
        return answer().headline();
    }

    /** The headline's verdict; empty when no row could be compared. */
    public String kind() {
        return answer().kind();
    }

    /** How many rows do what work; empty where none was counted. */
    public String counted() {
        return verdicts.isAnyCounted() ? WorkTable.summary(verdicts.changed().orElseThrow()) : "";
    }

    public Verdicts.Outcome outcome() {
        return verdicts.outcome(strict);
    }

    public String text(View view) {
        return text(view, NextStep.NONE);
    }

    public String text(View view, NextStep next) {
        Set<RowKey> ofWork = otherWork(view);
        Stream<Line> shown = lines(line -> isShown(line, view)
                || !line.isOfBytes() && ofWork.contains(line.row().key()));
        Stream<Line> hints = lines(line -> line.isOpen()
                        && !isShown(line, view)
                        && !ofWork.contains(line.row().key()))
                .limit(HINTS);
        return render(Sections.text(view.width()), Stream.concat(shown, hints).toList(), view, next);
    }

    /** The rows with the largest change of work that would not be shown. */
    private Set<RowKey> otherWork(View view) {
        return lines(line -> !isShown(line, view) && !line.isOfBytes())
                .filter(line -> work(line).filter(WorkDelta::isOther).isPresent())
                .sorted(Comparator.comparingDouble(
                        line -> -Math.abs(work(line).orElseThrow().share())))
                .limit(HINTS)
                .map(line -> line.row().key())
                .collect(Collectors.toSet());
    }

    private Optional<WorkDelta> work(Line line) {
        return verdicts.work(line.row().key());
    }

    private boolean isShown(Line line, View view) {
        return view.all() || (View.areMany(verdicts.rows()) ? !line.isFolded() : line.group() != RowGroup.NOT_JUDGED);
    }

    /** For a Markdown file: everything, but of many rows no lines without a number, which a sentence counts. */
    public String document() {
        return render(new Sections(true), numbered(), View.EVERYTHING, NextStep.NONE);
    }

    /** For a page: the table of {@link #document}. */
    public Sections addRows(Sections report) {
        List<Line> shown = numbered();
        return addShared(addTable(report.list(together(View.EVERYTHING)), shown, View.EVERYTHING), shown);
    }

    /** Of many rows, without those that have no pair, or nothing but a first one, which showed no large slowdown. */
    private List<Line> numbered() {
        return lines(line -> !View.areMany(verdicts.rows())
                        || line.row().score().isPresent()
                        || !Set.of(RowGroup.CLEAR, RowGroup.NOT_REACHED).contains(RowGroup.of(line.row())))
                .toList();
    }

    /** For a page: what its answer, its table and its warnings do not say. */
    public String html() {
        return notes(View.EVERYTHING).addTo(Sections.html()).text();
    }

    /**
     * For a page: rows without a verdict, rows that head lacks, and what the logs say against the numbers, a line each.
     */
    public List<String> warnings() {
        return notes(View.EVERYTHING).warnings();
    }

    private VerdictNotes notes(View view) {
        return new VerdictNotes(verdicts, names(), view);
    }

    /** For a pull request: the outcome and the rows that changed, the rest folded away. */
    public String markdown() {
        List<Line> changed = lines(line -> !line.isFolded()).toList();
        List<Line> measured = numbered();
        VerdictNotes notes = notes(View.EVERYTHING);
        Sections folded = addShared(new Sections(true).table(table.grid(measured, View.EVERYTHING)), lines());
        String how = notes.addWarnings(notes.addTo(folded)).text();
        String reach = addReach(new Sections(true)).text();
        return new Sections(true)
                .paragraph("**" + answer().text() + "**")
                .list(together(new View(Terminal.ENDLESS, false)))
                .add(addShared(
                                addTable(new Sections(true), changed, View.EVERYTHING)
                                        .paragraph(String.join(" ", rest())),
                                changed)
                        .text())
                .add(folded(Sections.count(verdicts.rows().size(), "row") + ", and how they were judged", how))
                .add(reach.isEmpty() ? "" : folded(REACH, reach))
                .text();
    }

    private static String folded(String summary, String markdown) {
        return "<details><summary>" + summary + "</summary>\n\n" + markdown + "\n</details>\n";
    }

    /**
     * Which methods differ between the jars, which rows run them, and which rows were not measured; nothing where no
     * scouts ran.
     */
    public Sections addReach(Sections report) {
        verdicts.changed().ifPresent(changed -> new ReachText(changed).addTo(report, names(), verdicts.measured()));
        return report;
    }

    /** The rows by what the table says of their scores, those that matter most first. */
    public Map<String, List<RowVerdict>> groups() {
        return lines(line -> !line.isOfBytes())
                .collect(Collectors.groupingBy(
                        line -> line.group().prose,
                        LinkedHashMap::new,
                        Collectors.mapping(Line::row, Collectors.toList())));
    }

    /** Which rows may run something else and have no pair; empty without any. */
    public String notLookedAt() {
        return answer().notLookedAt();
    }

    /** Why rows were not measured; empty where all were. */
    public String unmeasured() {
        return verdicts.changed().map(it -> new ReachText(it).unmeasured()).orElse("");
    }

    /**
     * For GitHub Actions: an error for each row for which the run fails, and a warning for each that is worse by less.
     */
    public String annotations() {
        Map<RowVerdict, List<Line>> rows =
                lines().stream().collect(Collectors.groupingBy(Line::row, LinkedHashMap::new, Collectors.toList()));
        Stream<Annotation> ofWork = verdicts.failingByWork().stream()
                .map(row -> new Annotation(
                        true,
                        "executes more: " + names().of(row),
                        CauseText.facts(verdicts.work(row).orElseThrow()).collect(Collectors.joining("; "))));
        Stream<Annotation> together = verdicts.together().stream()
                .filter(Together::isSlower)
                .map(it -> new Annotation(verdicts.failsTogether(), it.kind() + ": " + it.label(), it.text()));
        return GithubCommands.of(
                "callcost",
                answer().text(),
                Stream.of(
                                together,
                                rows.entrySet().stream().flatMap(it -> annotation(it.getKey(), it.getValue()).stream()),
                                ofWork)
                        .flatMap(it -> it)
                        .toList());
    }

    private Optional<Annotation> annotation(RowVerdict row, List<Line> lines) {
        boolean isSlowerByMean = row.meanBeyond() == Verdict.SLOWER;
        boolean fails = verdicts.fails(row)
                || row.fate() == Fate.FAILED
                || row.fate() == Fate.NOT_MEASURED
                || strict && (!row.isComplete() || isSlowerByMean);
        Stream<String> changes = lines.stream()
                .map(line -> Stream.of(line.group().prose, line.change(), line.interval(), line.values())
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(", ")));
        return Optional.of(new Annotation(
                        fails,
                        lines.get(0).group().prose + ": " + names().of(row.key()),
                        Stream.concat(changes, row.reason().stream().map(NoVerdict::text))
                                .collect(Collectors.joining("; "))))
                .filter(it -> fails || row.isRegression() || isSlowerByMean);
    }

    public String json() {
        return VerdictJson.text(verdicts, strict);
    }

    private String render(Sections report, List<Line> shown, View view, NextStep next) {
        boolean isAnyOpen = lines().stream()
                        .anyMatch(line -> line.group() == RowGroup.NOT_REACHED
                                || line.group() == RowGroup.UNDECIDED
                                        && isWorthIt(line.row().needed()))
                || answer().isAnyWithoutPair();
        String command = isAnyOpen ? next.command() : "";
        boolean isStopped = !next.stopped().isEmpty();
        answer().addTo(report, view.isColoured());
        if (isStopped) {
            report.paragraph((next.stopped() + " " + command).strip());
        }
        addTable(report.lines(together(view)), shown, view);
        List<String> rest = new ArrayList<>(rest());
        boolean isAnyHidden = (verdicts.isWorkAlone() ? workTable().isAnyHidden(view) : shown.size() < lines().size())
                || !unmeasured().isEmpty();
        if (isAnyHidden && !view.all()) {
            rest.add("--all lists all rows.");
        }
        if (!command.isEmpty() && !isStopped) {
            rest.add(command);
        }
        addShared(report.lines(rest), shown);
        if (view.all()) {
            addReach(report);
        }
        VerdictNotes notes = notes(view);
        return notes.addWarnings(notes.addTo(report)).text();
    }

    /** All rows together, and those of changed methods, the largest change first. */
    private List<String> together(View view) {
        Stream<Together> ofMethods = verdicts.preface().together().stream()
                .filter(it -> !it.isOfAll())
                .sorted(Comparator.comparingDouble(it -> -Math.abs(it.slowdown().logMean())))
                .limit(view.all() ? Integer.MAX_VALUE : METHODS);
        return Stream.concat(verdicts.together().stream(), ofMethods)
                .map(Together::text)
                .toList();
    }

    /** Adds the table. Where it is no text, which has these lines below the rows, it adds why rows are slower. */
    private Sections addTable(Sections report, List<Line> lines, View view) {
        if (verdicts.isWorkAlone()) {
            return workTable().addTo(report, view);
        }
        report.table(table.grid(lines, view));
        return report.isText() || !verdicts.preface().isPaired()
                ? report
                : report.list("Slower rows:", CauseText.of(verdicts, fate -> fate == Fate.SLOWER))
                        .list("Other work:", CauseText.of(verdicts, fate -> fate != Fate.SLOWER));
    }

    private WorkTable workTable() {
        return new WorkTable(verdicts, names());
    }

    /** What there is to say of rows that are not decided or not measured, a sentence each. */
    private List<String> rest() {
        return Stream.of(clear(), inconclusive(), counted(), unmeasured())
                .filter(sentence -> !sentence.isEmpty())
                .map(sentence -> sentence + ".")
                .toList();
    }

    /** A sentence about the rows of a group; empty where there are none. */
    private String sentence(RowGroup group, String ofOne, String ofMany) {
        long rows = lines(line -> line.group() == group).count();
        return rows == 0 ? "" : Sections.count(rows, "row") + (rows == 1 ? ofOne : ofMany);
    }

    /** What rows without a large slowdown claim. */
    private String clear() {
        String seen =
                Numbers.percent(verdicts.preface().pairs().map(OfPairs::seen).orElse(0.0), 0)
                        + " would have been seen with a probability of 95%";
        return sentence(
                RowGroup.CLEAR,
                " shows no large slowdown: one of " + seen,
                " show no large slowdown: in each a slowdown of " + seen);
    }

    /** About how many more forks, or pairs, open rows need; empty when no number would do. */
    private String inconclusive() {
        List<Integer> needed = lines(line -> line.group() == RowGroup.UNDECIDED)
                .map(line -> line.row().needed())
                .filter(it -> it > 0)
                .toList();
        List<Integer> within = needed.stream().filter(VerdictReport::isWorthIt).toList();
        if (needed.isEmpty()) {
            return "";
        }
        return sentence(RowGroup.UNDECIDED, " is inconclusive and needs ", " are inconclusive and need ")
                + (within.isEmpty() ? tooMany() : needed(within, needed.size() - within.size()));
    }

    /** {@code about 4 to 12 more pairs; 1 of them needs over 100 more pairs}. */
    private String needed(List<Integer> within, int beyond) {
        int least = Collections.min(within);
        int most = Collections.max(within);
        return "about " + least + (least == most ? "" : " to " + most) + " " + units(most)
                + (beyond == 0 ? "" : "; " + beyond + " of them" + (beyond == 1 ? " needs " : " need ") + tooMany());
    }

    private static boolean isWorthIt(int needed) {
        return needed <= MOST_NEEDED;
    }

    private String tooMany() {
        return "over " + MOST_NEEDED + " " + units(MOST_NEEDED)
                + ": a quieter machine or a larger --margin decides, not more time";
    }

    private String units(int number) {
        return verdicts.preface().isPaired()
                ? number == 1 ? "more pair" : "more pairs"
                : verdicts.isByFiles() ? "files a side" : "forks a side";
    }

    private Sections addShared(Sections report, List<Line> shown) {
        Stream<RowKey> rows = verdicts.isWorkAlone()
                ? workTable().rows().stream().map(CountedRow::row)
                : shown.stream().map(line -> line.row().key());
        return names().addShared(report, rows.distinct().toList());
    }

    /**
     * Sentences that tell a user how to resume a session.
     *
     * @param stopped where the session was stopped, a sentence; empty for one that has ended by itself
     * @param command how the user resumes it where rows are open, a sentence; empty for nothing
     */
    public record NextStep(String stopped, String command) {
        public static final NextStep NONE = new NextStep("", "");

        /** For a session that has ended by itself. */
        public static NextStep of(String command) {
            return new NextStep("", command);
        }

        /**
         * For a session that was told to end.
         *
         * @param isWorkAlone whether no pair would have followed
         */
        public static NextStep ofStopped(Session session, boolean isWorkAlone, String command) {
            return new NextStep("Stopped " + when(session, isWorkAlone) + ".", command);
        }

        private static String when(Session session, boolean isWorkAlone) {
            ReachedRows changed = session.changed();
            int rows = session.header().rows().size();
            if (changed.rows().size() < rows) {
                return "after the scouts of " + changed.rows().size() + " of " + Sections.count(rows, "row");
            }
            int pairs = session.all(Pair.class).size();
            if (pairs > 0) {
                return "after " + Sections.count(pairs, "pair");
            }
            String counted = changed.counted().isEmpty()
                    ? ""
                    : "after the work of " + WorkTable.counted(changed) + " was counted";
            return isWorkAlone
                    ? counted.isEmpty() ? "before the work of a row was counted" : counted
                    : (counted.isEmpty() ? "" : counted + ", ") + "before the first pair ended";
        }
    }
}
