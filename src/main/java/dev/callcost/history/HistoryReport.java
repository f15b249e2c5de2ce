package dev.callcost.history;

import dev.callcost.data.RowNames;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.HistoryLine.Group;
import dev.callcost.history.RowJudgement.BytesChange;
import dev.callcost.history.RowJudgement.LastTwo;
import dev.callcost.history.RowJudgement.Presence;
import dev.callcost.history.RowJudgement.Stretch;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Annotations;
import dev.callcost.text.Grid;
import dev.callcost.text.JUnitXml;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A judged history as text, Markdown, JSON and test cases. */
public final class HistoryReport {
    /** NOT_SHOWN, with {@code --strict} alone: suspects, rows with too few runs, rows missing from the newest run, or that run left out. */
    public enum Outcome {
        OK,
        REGRESSION,
        NOT_SHOWN
    }

    private static final String SUITE = "callcost history";

    /** The list of commits is no longer, and counts more. */
    private static final int NAMED = 8;

    /** So many lines of rows that are faster, or changed by the machine. */
    private static final int LIMITED = 10;

    /** A command compares so many rows, or all. */
    private static final int COMPARED = 3;

    /** From this width on, the sparkline stays. */
    private static final int WIDE = 120;

    /** Stands for a blank at which no line breaks, until the lines are made. */
    private static final char GLUE = '\ue000';

    private final Judgement judgement;
    private final OptionalInt since;
    private final boolean strict;
    private final List<HistoryLine> lines;
    private final RowNames names;

    /**
     * @param since index of a run: any row that is slower since then fails; empty: what the newest run alone adds fails
     * @param strict whether everything must be shown for the outcome OK
     */
    public HistoryReport(Judgement judgement, OptionalInt since, boolean strict) {
        this.judgement = judgement;
        this.since = since;
        this.strict = strict;
        lines = HistoryLine.of(judgement);
        names = new RowNames(judgement.rows().stream().map(RowJudgement::key).toList());
    }

    public Judgement judgement() {
        return judgement;
    }

    /** The worst first; within a group the newest change first. */
    public List<HistoryLine> lines() {
        return lines;
    }

    public RowNames names() {
        return names;
    }

    OptionalInt since() {
        return since;
    }

    boolean isStrict() {
        return strict;
    }

    public Outcome outcome() {
        if (lines.stream().anyMatch(this::fails)) {
            return Outcome.REGRESSION;
        }
        boolean isShown = judgement.newest().isJudged() && lines.stream().noneMatch(HistoryLine::isOpen);
        return strict && !isShown ? Outcome.NOT_SHOWN : Outcome.OK;
    }

    /** Whether the exit code is about this line. */
    public boolean fails(HistoryLine line) {
        boolean isOld = line.group() == Group.SLOWER
                || line.group() == Group.MORE
                || line.group() == Group.DRIFT && line.isSlower();
        return Group.NEW.contains(line.group()) || isOld && since.isPresent() && line.bad() > since.getAsInt();
    }

    /**
     * For a terminal.
     *
     * @param all whether each row has a line
     * @param only what is found in the full names of the rows that are shown
     */
    public String text(int width, boolean all, Optional<Pattern> only) {
        List<HistoryLine> shown = only.map(
                        it -> lines.stream().filter(line -> line.key().has(it)).toList())
                .orElseGet(() -> all ? lines : shown());
        return render(Sections.text(width), shown, width).text().replace(GLUE, ' ');
    }

    /** The lines that say the most; those with too few runs where no row has enough. */
    private List<HistoryLine> shown() {
        boolean allShort = judgement.rows().stream().allMatch(RowJudgement::isTooShort);
        Map<Group, Integer> counts = new EnumMap<>(Group.class);
        return lines.stream()
                .filter(line -> !Group.COUNTED.contains(line.group())
                        || allShort
                                && line.group() == Group.TOO_SHORT
                                && line.row().lastTwo().isPresent())
                .filter(line ->
                        counts.merge(line.group(), 1, Integer::sum) <= LIMITED || !Group.LIMITED.contains(line.group()))
                .toList();
    }

    /** For a job's summary, an issue or a pull request: what changed, the rest folded away. */
    public String markdown() {
        return (render(new Sections(true), shown(), Terminal.ENDLESS).text()
                        + "\n<details><summary>"
                        + Sections.count(judgement.rows().size(), "row")
                        + "</summary>\n\n"
                        + grid(lines, Terminal.ENDLESS).markdown()
                        + "\n</details>\n")
                .replace(GLUE, ' ');
    }

    /** For Jenkins, GitLab and others: a test case a row. */
    public String junit() {
        return JUnitXml.of(SUITE, HistoryCases.of(this));
    }

    /** For GitHub Actions: workflow commands, which become annotations. */
    public String annotations() {
        return Annotations.of(SUITE, answer(), HistoryCases.of(this));
    }

    /** For programs, see {@link HistoryJson}. */
    public String json() {
        return HistoryJson.text(this);
    }

    private Sections render(Sections report, List<HistoryLine> shown, int width) {
        report.paragraph(answer()).list(byCommit()).table(grid(shown, width)).paragraph(notShown(shown));
        names.addShared(report, shown.stream().map(HistoryLine::key).distinct().toList());
        confirm(report);
        return report.list("Notes:", notes()).list("Warnings:", warnings());
    }

    /** The outcome, the worst, and how many rows have which other state. */
    public String answer() {
        Map<Group, Long> counts = new TreeMap<>(lines.stream()
                .collect(Collectors.groupingBy(
                        HistoryLine::group,
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                of -> of.stream()
                                        .map(HistoryLine::key)
                                        .distinct()
                                        .count()))));
        List<HistoryLine> failing = lines.stream().filter(this::fails).toList();
        String of = " of " + Sections.count(judgement.rows().size(), "row");
        String first = switch (outcome()) {
            case REGRESSION -> {
                counts.keySet().removeAll(Group.NEW);
                if (since.isPresent()) {
                    counts.keySet().removeAll(Set.of(Group.SLOWER, Group.MORE));
                }
                yield "REGRESSION: " + worse(failing, of);
            }
            case NOT_SHOWN -> "NOT SHOWN (--strict): no row is newly slower, but not every row is decided";
            case OK ->
                !judgement.newest().isJudged()
                        ? "NOT JUDGED: the newest run, " + name(newest()) + ", is left out ("
                                + judgement.newest().leftOut().orElseThrow() + ")"
                        : judgement.rows().stream().allMatch(RowJudgement::isTooShort)
                                ? "TOO SHORT: " + runs() + ", and the rule needs 12"
                                : "OK: no row is "
                                        + sinceThen().map(it -> "slower" + it).orElse("newly slower");
        };
        String others = counts.entrySet().stream()
                .map(it -> it.getValue() + " " + it.getKey().prose())
                .collect(Collectors.joining(", "));
        return first + "." + (others.isEmpty() ? "" : " " + others + ".");
    }

    private String worse(List<HistoryLine> failing, String of) {
        long slower = failing.stream()
                .filter(line -> line.change().isPresent())
                .map(HistoryLine::key)
                .distinct()
                .count();
        long more = failing.stream()
                .filter(line -> line.bytes().isPresent())
                .map(HistoryLine::key)
                .distinct()
                .count();
        String newly = since.isPresent() ? "" : "newly ";
        List<HistoryLine> timed =
                failing.stream().filter(line -> line.change().isPresent()).toList();
        return (slower > 0 ? slower + of + (slower == 1 ? " is " : " are ") + newly + "slower, " + range(timed) : "")
                + (slower > 0 && more > 0 ? ", " + more : more > 0 ? more + of : "")
                + (more == 0 ? "" : (more == 1 ? " allocates more" : " allocate more"))
                + sinceThen().orElse("");
    }

    private Optional<String> sinceThen() {
        return since.isPresent() ? Optional.of(" since " + name(since.getAsInt())) : Optional.empty();
    }

    private String runs() {
        long judged = judgement.runs().stream().filter(JudgedRun::isJudged).count();
        return Sections.count(judgement.runs().size(), "run")
                + (judged == judgement.runs().size() ? "" : ", " + judged + " of them judged");
    }

    /** What changed at a commit, the newest first: changes that all rows share, and the others. */
    public List<String> byCommit() {
        List<HistoryLine> moved = lines.stream()
                .filter(line ->
                        Set.of(Group.NEWLY_SLOWER, Group.SLOWER, Group.FASTER).contains(line.group()))
                .toList();
        Map<Integer, List<String>> texts = new TreeMap<>();
        List<HistoryLine> single = new ArrayList<>(moved);
        for (SharedChange shared : judgement.shared()) {
            List<HistoryLine> part = moved.stream()
                    .filter(line -> shared.holds(line.key(), line.change().orElseThrow()))
                    .toList();
            if (!part.isEmpty()) {
                single.removeAll(part);
                texts.computeIfAbsent(shared.bad(), it -> new ArrayList<>())
                        .add(part.size() + " of " + shared.of() + " rows " + (shared.size() > 0 ? "slower" : "faster")
                                + ", by " + change(shared.size())
                                + " in the median: the machine, the JDK, or what all rows use");
            }
        }
        for (boolean isSlower : new boolean[] {true, false}) {
            single.stream()
                    .filter(line -> line.isSlower() == isSlower)
                    .collect(Collectors.groupingBy(HistoryLine::bad))
                    .forEach((bad, at) -> texts.computeIfAbsent(bad, it -> new ArrayList<>())
                            .add(Sections.count(at.size(), "row")
                                    + (isSlower ? " slower, " : " faster, ")
                                    + range(at)));
        }
        List<String> commits = new ArrayList<>();
        texts.forEach((bad, what) -> commits.add(0, name(bad) + ": " + String.join("; ", what)));
        return limited(commits);
    }

    private static String range(List<HistoryLine> lines) {
        double[] sizes = lines.stream()
                .mapToDouble(line -> line.change().orElseThrow().size())
                .sorted()
                .toArray();
        String low = change(sizes[0]);
        String high = change(sizes[sizes.length - 1]);
        return low.equals(high)
                ? low
                : sizes[0] > 0 ? low.replace("%", "") + " to " + high : high.replace("%", "") + " to " + low;
    }

    private static List<String> limited(List<String> lines) {
        return lines.size() <= NAMED
                ? lines
                : Stream.concat(
                                lines.stream().limit(NAMED - 1),
                                Stream.of("and " + Sections.count(lines.size() - NAMED + 1, "more commit")))
                        .toList();
    }

    private Grid grid(List<HistoryLine> some, int width) {
        Grid grid = new Grid()
                .grouped()
                .left("verdict", "row")
                .right("change", "interval", "good..bad", "runs")
                .left("note", "last 40 runs")
                .droppable(
                        width < WIDE
                                ? "last 40 runs;interval;note;runs".split(";")
                                : "row;interval;note;last 40 runs;runs".split(";"));
        for (HistoryLine line : some) {
            grid.row(
                    line.group().prose(),
                    names.of(line.key()),
                    change(line),
                    interval(line),
                    places(line),
                    line.change().map(it -> String.valueOf(it.since())).orElse(""),
                    note(line),
                    Sparkline.of(
                            line.row(),
                            line.row().stretches().stream().map(Stretch::first).collect(Collectors.toSet())));
        }
        return grid;
    }

    private String change(HistoryLine line) {
        return line.change()
                .map(it -> change(it.size()))
                .or(() -> line.bytes().map(HistoryReport::change))
                .or(() -> line.row().lastTwo().map(it -> EstimateText.change(it.slowdown())))
                .orElse("");
    }

    private static String interval(HistoryLine line) {
        return line.change()
                .map(it -> EstimateText.changes(Math.exp(it.low()), Math.exp(it.high())))
                .orElse("");
    }

    /** The table's line without the row's name. */
    String sentence(HistoryLine line) {
        String cells = Stream.of(change(line), interval(line), places(line), note(line))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return line.group().prose() + (cells.isEmpty() ? "" : ": " + cells);
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    private static String change(BytesChange bytes) {
        return bytes.before() > 0 ? EstimateText.change(bytes.after() / bytes.before()) : "";
    }

    private String places(HistoryLine line) {
        if (line.bad() < 0) {
            return line.row().lastTwo().map(it -> places(it.base(), it.head())).orElse("");
        }
        Optional<Kind> kind = line.change().map(Change::kind);
        return kind.equals(Optional.of(Kind.DRIFT))
                ? "within " + (line.bad() - line.good()) + " runs"
                : kind.equals(Optional.of(Kind.MACHINE))
                        ? "rerun of " + name(line.bad())
                        : places(line.good(), line.bad());
    }

    private String places(int good, int bad) {
        return name(good) + ".." + name(bad);
    }

    /** What else there is to know of a line; empty for nothing. */
    public String note(HistoryLine line) {
        if (line.bytes().isPresent()) {
            BytesChange bytes = line.bytes().get();
            return bytes(bytes.before()) + " -> " + bytes(bytes.after()) + " B/op"
                    + bytes.accepted().map(why -> ", " + why).orElse("");
        }
        if (line.change().isEmpty()) {
            return line.row()
                    .lastTwo()
                    .map(LastTwo::verdict)
                    .map(it -> word(it) + ", one run against one")
                    .orElse("");
        }
        Change change = line.change().get();
        boolean isScattered = change.kind() == Kind.SUSPECT
                && line.row().points().stream().anyMatch(point -> point.run() == change.bad() && point.isScattered());
        return Stream.of(
                        change.accepted().orElse(""),
                        change.kind() == Kind.SUSPECT
                                ? "needs a second run"
                                : change.kind() == Kind.CONFIRMED && change.needed() > 0
                                        ? "two runs agree"
                                        : change.needed() == 0
                                                ? ""
                                                : "needs " + Sections.count(change.needed(), "more run"),
                        isScattered ? "its forks scatter" : "")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case UNDECIDED -> "inconclusive";
            case CANNOT_TELL -> "too few forks";
            default -> verdict.name().toLowerCase(Locale.ROOT);
        };
    }

    private static String bytes(double bytes) {
        return Numbers.bytes(OptionalDouble.of(bytes));
    }

    private String notShown(List<HistoryLine> shown) {
        Map<String, Long> counts = lines.stream()
                .filter(line -> !shown.contains(line))
                .collect(
                        Collectors.groupingBy(line -> line.group().prose(), LinkedHashMap::new, Collectors.counting()));
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(it -> it.getValue() + " " + it.getKey())
                        .collect(Collectors.joining(", ", "Not shown: ", " (--all lists them)."));
    }

    /** How to decide what one run alone shows. */
    private void confirm(Sections report) {
        List<HistoryLine> suspects =
                lines.stream().filter(line -> line.group() == Group.SUSPECT).toList();
        if (suspects.isEmpty()) {
            return;
        }
        HistoryLine first = suspects.get(0);
        String rows = suspects.size() > COMPARED
                ? ""
                : suspects.stream()
                        .map(line -> " '" + line.key().simpleName() + "'")
                        .distinct()
                        .collect(Collectors.joining());
        report.paragraph("To confirm " + (suspects.size() == 1 ? "the suspect" : "the suspects") + ", run "
                + name(first.bad()) + " again: history counts it as the second run. Or compare both builds in turns:");
        report.list(List.of(("java -jar benchmarks.jar compare --base " + name(first.good()) + ".jar --head "
                        + name(first.bad()) + ".jar" + rows)
                .replace(' ', GLUE)));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(judgement.history().notes());
        notes.add(runs() + "; margin " + Numbers.percent(judgement.margin(), 1)
                + "; 99 % intervals; src/docs/history.md explains the rest");
        double pace = judgement.newest().pace().orElse(0);
        if (judgement.newest().isJudged() && Math.abs(pace) >= Math.log1p(judgement.margin())) {
            notes.add("the newest run is " + Judge.slowdown(pace)
                    + ": the machine, or code that all rows use. This is removed from each row. If it lasts, the next runs"
                    + " show it as a change");
        }
        notes.addAll(leftOut());
        return notes;
    }

    /** The runs that are not judged, the newest first: those of other machines, and those that are off pace. */
    private List<String> leftOut() {
        Map<String, List<String>> reasons = new LinkedHashMap<>();
        for (int run = newest(); run >= 0; run--) {
            JudgedRun judged = judgement.runs().get(run);
            String name = name(run);
            String pace =
                    judged.pace().isPresent() ? " (" + change(judged.pace().getAsDouble()) + ")" : "";
            judged.leftOut()
                    .ifPresent(why -> reasons.computeIfAbsent(
                                    pace.isEmpty() ? why : "over 10 % slower or faster in all rows",
                                    it -> new ArrayList<>())
                            .add(name + pace));
        }
        List<String> notes = new ArrayList<>();
        reasons.forEach((why, runs) ->
                notes.add(Sections.count(runs.size(), "run") + " not judged, " + why + ": " + names(runs)));
        return notes;
    }

    private static String names(Collection<String> names) {
        return names.stream().limit(COMPARED).collect(Collectors.joining(", "))
                + (names.size() > COMPARED ? " and " + (names.size() - COMPARED) + " more" : "");
    }

    /** What speaks against the newest run, the worst first. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        List<RowJudgement> missing = judgement.rows().stream()
                .filter(row -> row.presence() == Presence.MISSING)
                .toList();
        if (!missing.isEmpty()) {
            warnings.add("missing in the newest run (removed, renamed or failed?): "
                    + names(missing.stream()
                            .map(RowJudgement::key)
                            .map(names::of)
                            .toList()));
        }
        return warnings;
    }

    private int newest() {
        return judgement.runs().size() - 1;
    }

    private String name(int run) {
        return judgement.runs().get(run).run().label();
    }
}
