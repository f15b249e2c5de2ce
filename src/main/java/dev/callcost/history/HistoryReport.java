package dev.callcost.history;

import dev.callcost.data.RowNames;
import dev.callcost.history.Change.Kind;
import dev.callcost.history.HistoryLine.Group;
import dev.callcost.history.RowHistory.Presence;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Verdict;
import dev.callcost.text.GithubCommands;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
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
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A judged history as text, Markdown, JSON and test cases.
 *
 * @param since index of a run: any row that is slower since then fails; empty: what the newest run alone adds fails
 * @param strict whether everything must be shown for the outcome OK
 * @param lines the worst first; within a group the newest change first
 */
public record HistoryReport(
        Judgement judgement, OptionalInt since, boolean strict, List<HistoryLine> lines, RowNames names) {
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

    /** What all rows share across an update is said from here on, as a logarithm. */
    private static final double LEAST_SHARED = 0.001;

    /** From this width on, the sparkline stays. */
    private static final int WIDE = 120;

    public HistoryReport(Judgement judgement, OptionalInt since, boolean strict) {
        this(
                judgement,
                since,
                strict,
                HistoryLine.of(judgement.rows()),
                new RowNames(judgement.rows().stream().map(RowHistory::key).toList()));
    }

    public Outcome outcome() {
        if (lines.stream().anyMatch(this::fails)) {
            return Outcome.REGRESSION;
        }
        return strict && !(judgement.newest().isJudged() && isEachShown()) ? Outcome.NOT_SHOWN : Outcome.OK;
    }

    private boolean isEachShown() {
        return lines.stream().noneMatch(HistoryLine::isOpen);
    }

    /** How many rows are in which state: {@code 3 steady, 1 too few runs}. */
    public String states() {
        return counts(lines.stream(), HistoryReport::rows);
    }

    /** Whether the exit code is about this line. */
    public boolean fails(HistoryLine line) {
        boolean isOld = Group.OLD.contains(line.group()) && line.isSlower();
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
        return render(Sections.text(width), shown, width).text();
    }

    /** For a job's summary, an issue or a pull request: what changed, the rest folded away. */
    public String markdown() {
        return render(new Sections(true), shown(), Terminal.ENDLESS).text()
                + "\n<details><summary>"
                + Sections.count(judgement.rows().size(), "row")
                + "</summary>\n\n"
                + grid(lines, Terminal.ENDLESS).markdown()
                + "\n</details>\n";
    }

    /** For GitHub Actions: workflow commands, which become annotations. */
    public String annotations() {
        return GithubCommands.of(SUITE, answer(), HistoryCases.of(this));
    }

    /** The lines that say the most; those with too few runs where no row has enough. */
    private List<HistoryLine> shown() {
        Map<Group, Integer> counts = new EnumMap<>(Group.class);
        return lines.stream()
                .filter(line -> !Group.COUNTED.contains(line.group())
                        || isTooShort()
                                && line.group() == Group.TOO_SHORT
                                && lastTwo(line).isPresent())
                .filter(line ->
                        counts.merge(line.group(), 1, Integer::sum) <= LIMITED || !Group.LIMITED.contains(line.group()))
                .toList();
    }

    private boolean isTooShort() {
        return judgement.rows().stream().allMatch(RowHistory::isTooShort);
    }

    private Optional<LastTwo> lastTwo(HistoryLine line) {
        return Optional.ofNullable(judgement.lastTwo().get(line.key()));
    }

    private Sections render(Sections report, List<HistoryLine> shown, int width) {
        String hidden = counts(lines.stream().filter(line -> !shown.contains(line)), List::size);
        report.paragraph(answer())
                .list(byCommit())
                .table(grid(shown, width))
                .paragraph(hidden.isEmpty() ? "" : "Not shown: " + hidden + " (--all lists them).");
        names.addShared(report, shown.stream().map(HistoryLine::key).distinct().toList());
        confirm(report);
        return report.list("Notes:", notes()).list("Warnings:", warnings());
    }

    /** The outcome, the worst, and how many rows have which other state. */
    public String answer() {
        String first = switch (outcome()) {
            case REGRESSION -> "REGRESSION: " + worse();
            case NOT_SHOWN ->
                "NOT SHOWN (--strict): no row is shown to be " + newly() + "slower" + sinceThen()
                        + ", but not every row is decided";
            case OK ->
                judgement
                        .newest()
                        .leftOut()
                        .map(why -> "NOT JUDGED: the newest run, " + judgement.label(newest()) + ", is left out (" + why
                                + ")")
                        .orElseGet(() -> isTooShort()
                                ? "TOO SHORT: " + runs() + ", and the rule needs 12"
                                : "OK: no row is " + (isEachShown() ? "" : "shown to be ") + newly() + "slower"
                                        + sinceThen());
        };
        String others = counts(
                lines.stream()
                        .filter(line -> line.group() != Group.TOO_SHORT || !isTooShort())
                        .filter(line -> outcome() != Outcome.REGRESSION || !isNamed(line.group())),
                HistoryReport::rows);
        return first + "." + (others.isEmpty() ? "" : " " + others + ".");
    }

    /** Whether the answer to a regression names a group. */
    private boolean isNamed(Group group) {
        return Group.NEW.contains(group) || since.isPresent() && (group == Group.SLOWER || group == Group.MORE);
    }

    /** {@code 1 suspect, 3 steady} */
    private static String counts(Stream<HistoryLine> some, ToLongFunction<List<HistoryLine>> count) {
        return some
                .collect(Collectors.groupingBy(HistoryLine::group, TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(it -> count.applyAsLong(it.getValue())
                        + (it.getKey() == Group.TOO_SHORT ? " with " : " ")
                        + it.getKey().prose())
                .collect(Collectors.joining(", "));
    }

    private static long rows(List<HistoryLine> some) {
        return some.stream().map(HistoryLine::key).distinct().count();
    }

    private String worse() {
        Map<Boolean, List<HistoryLine>> failing = lines.stream()
                .filter(this::fails)
                .collect(Collectors.partitioningBy(line -> line.change().isPresent()));
        List<HistoryLine> slower = failing.get(true);
        long rows = rows(slower);
        long more = rows(failing.get(false));
        String of = " of " + Sections.count(judgement.rows().size(), "row");
        return (rows == 0 ? "" : rows + of + (rows == 1 ? " is " : " are ") + newly() + "slower, " + range(slower))
                + (rows > 0 && more > 0 ? ", " : "")
                + (more == 0 ? "" : more + (rows == 0 ? of : "") + (more == 1 ? " allocates more" : " allocate more"))
                + sinceThen();
    }

    private String newly() {
        return since.isPresent() ? "" : "newly ";
    }

    private String sinceThen() {
        return since.isPresent() ? " since " + judgement.label(since.getAsInt()) : "";
    }

    private String runs() {
        long judged = judgement.runs().stream().filter(JudgedRun::isJudged).count();
        return Sections.count(judgement.runs().size(), "run")
                + (judged == judgement.runs().size() ? "" : ", " + judged + " of them judged");
    }

    /** What changed at a commit, the newest first: changes that all rows share, and the others. */
    public List<String> byCommit() {
        List<HistoryLine> single = new ArrayList<>(lines.stream()
                .filter(line ->
                        Set.of(Group.NEWLY_SLOWER, Group.SLOWER, Group.FASTER).contains(line.group()))
                .toList());
        Map<Integer, String> texts = new TreeMap<>(Comparator.reverseOrder());
        BinaryOperator<String> join = (one, other) -> one + "; " + other;
        for (SharedChange shared : judgement.shared()) {
            List<HistoryLine> part = single.stream()
                    .filter(line -> shared.holds(line.key(), line.change().orElseThrow()))
                    .toList();
            if (!part.isEmpty()) {
                single.removeAll(part);
                texts.merge(
                        shared.bad(),
                        part.size() + " of " + shared.of() + " rows " + (shared.size() > 0 ? "slower" : "faster")
                                + ", by " + change(shared.size())
                                + " in the median: the machine, the JDK, or what all rows use",
                        join);
            }
        }
        for (boolean isSlower : new boolean[] {true, false}) {
            single.stream()
                    .filter(line -> line.isSlower() == isSlower)
                    .collect(Collectors.groupingBy(HistoryLine::bad))
                    .forEach((bad, at) -> texts.merge(
                            bad,
                            Sections.count(at.size(), "row") + (isSlower ? " slower, " : " faster, ") + range(at),
                            join));
        }
        List<String> commits = new ArrayList<>();
        texts.forEach((bad, what) -> commits.add(judgement.label(bad) + ": " + what));
        if (commits.size() > NAMED) {
            List<String> more = commits.subList(NAMED - 1, commits.size());
            String counted = "and " + Sections.count(more.size(), "more commit");
            more.clear();
            commits.add(counted);
        }
        return commits;
    }

    /** {@code +5.0 to +17.2%}, the smallest change first. */
    private static String range(List<HistoryLine> some) {
        List<String> sizes = some.stream()
                .map(line -> line.change().orElseThrow().size())
                .sorted(Comparator.comparing(Math::abs))
                .map(HistoryReport::change)
                .toList();
        String low = sizes.get(0);
        String high = sizes.get(sizes.size() - 1);
        return low.equals(high) ? low : low.replace("%", "") + " to " + high;
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
                    Sparkline.of(line.row()));
        }
        return grid;
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    /** {@code +17.2%}: of its time, of B/op, or of one run against one; empty without one. */
    public String change(HistoryLine line) {
        return line.any()
                .map(it -> it.before() == 0 ? "" : change(it.size()))
                .or(() -> lastTwo(line).map(it -> EstimateText.change(it.slowdown())))
                .orElse("");
    }

    /** {@code [+1.8%, +8.9%]}; empty without one. */
    public static String interval(HistoryLine line) {
        return line.change()
                .map(it -> EstimateText.changes(Math.exp(it.low()), Math.exp(it.high())))
                .orElse("");
    }

    private String places(HistoryLine line) {
        return line.any()
                .map(it -> it.kind() == Kind.MACHINE && judgement.isRerun(it.good(), it.bad())
                        ? "rerun of " + judgement.label(it.bad())
                        : judgement.range(it.good(), it.bad()))
                .or(() -> lastTwo(line).map(it -> judgement.range(it.base(), it.head())))
                .orElse("");
    }

    /** What else there is to know of a line; empty for nothing. */
    public String note(HistoryLine line) {
        Stream<String> texts = line.any()
                .map(it -> it.isOfBytes()
                        ? Stream.of(
                                bytes(it.before()) + " -> " + bytes(it.after()) + " B/op",
                                it.accepted().orElse(""))
                        : Stream.of(it.accepted().orElse(""), what(it), forks(line.row(), it)))
                .orElseGet(() -> lastTwo(line).stream().map(it -> word(it.verdict()) + ", one run against one"));
        return joined(texts);
    }

    private static String joined(Stream<String> texts) {
        return texts.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }

    public static String bytes(double number) {
        return Numbers.bytes(OptionalDouble.of(number));
    }

    private static String what(Change change) {
        return switch (change.kind()) {
            case SUSPECT -> "needs a second run";
            case CONFIRMED -> change.needed() > 0 ? "two runs agree" : "";
            default -> change.needed() > 0 ? "needs " + Sections.count(change.needed(), "more run") : "";
        };
    }

    private static String forks(RowHistory row, Change change) {
        return change.kind() == Kind.SUSPECT
                        && row.points().stream().anyMatch(point -> point.run() == change.bad() && point.isScattered())
                ? "its forks scatter"
                : "";
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case UNDECIDED -> "inconclusive";
            case CANNOT_TELL -> "too few forks";
            default -> verdict.name().toLowerCase(Locale.ROOT);
        };
    }

    /** The table's line without the row's name. */
    String sentence(HistoryLine line) {
        String cells = joined(Stream.of(change(line), interval(line), places(line), note(line)));
        return line.group().prose() + (cells.isEmpty() ? "" : ": " + cells);
    }

    /** How to decide what one run alone shows. */
    private void confirm(Sections report) {
        List<HistoryLine> suspects =
                lines.stream().filter(line -> line.group() == Group.SUSPECT).toList();
        if (suspects.isEmpty()) {
            return;
        }
        Change first = suspects.get(0).any().orElseThrow();
        String good = judgement.label(first.good());
        String bad = judgement.label(first.bad());
        String rows = suspects.size() > COMPARED
                ? ""
                : suspects.stream()
                        .map(line -> " '" + line.key().simpleName() + "'")
                        .distinct()
                        .collect(Collectors.joining());
        report.paragraph("To confirm the suspect" + (suspects.size() == 1 ? "" : "s") + ", run " + bad
                + " again: history counts it as the second run. Or compare both builds in turns:");
        report.list(List.of(("java -jar benchmarks.jar compare --base " + good + ".jar --head " + bad + ".jar" + rows)
                .replace(' ', Sections.NO_BREAK)));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>(judgement.history().notes());
        notes.add(runs() + "; margin " + Numbers.percent(judgement.margin(), 1)
                + "; 99 % intervals; src/docs/history.md explains the rest");
        List<String> updates = updates();
        if (!updates.isEmpty()) {
            notes.add(Sections.count(updates.size(), "update") + ": " + Sections.some(updates)
                    + "; runs on both sides are judged together, and a row that changes there is by the machine. Only"
                    + " compare tells whether its code did it");
        }
        double pace = judgement.newest().pace().orElse(0);
        if (judgement.newest().isJudged() && Math.abs(pace) >= Math.log1p(judgement.margin())) {
            notes.add("the newest run is " + JudgedRun.slowdown(pace)
                    + ": the machine, or code that all rows use. This is removed from each row. If it lasts, the next runs"
                    + " show it as a change");
        }
        Map<String, List<String>> leftOut = new LinkedHashMap<>();
        for (int n = newest(); n >= 0; n--) {
            JudgedRun run = judgement.runs().get(n);
            if (!run.isJudged()) {
                boolean isPace = run.pace().isPresent();
                String why = isPace
                        ? "over 10 % slower or faster in all rows"
                        : run.leftOut().orElseThrow();
                String size = isPace ? " (" + change(run.pace().getAsDouble()) + ")" : "";
                leftOut.computeIfAbsent(why, it -> new ArrayList<>()).add(judgement.label(n) + size);
            }
        }
        leftOut.forEach((why, runs) ->
                notes.add(Sections.count(runs.size(), "run") + " not judged, " + why + ": " + Sections.some(runs)));
        return notes;
    }

    /** The newest first: {@code 1a2b3c4d5 (JVM 17.0.15 to 17.0.16; all rows +3.1%, removed)}. */
    private List<String> updates() {
        List<String> updates = new ArrayList<>();
        for (int run = newest(); run >= 0; run--) {
            String label = judgement.label(run);
            judgement.runs().get(run).update().ifPresent(it -> {
                // NaN is not larger
                String shared =
                        Math.abs(it.shared()) > LEAST_SHARED ? "; all rows " + change(it.shared()) + ", removed" : "";
                updates.add(label + " (" + it.what() + shared + ")");
            });
        }
        return updates;
    }

    /** What speaks against the newest run. */
    public List<String> warnings() {
        List<String> missing = judgement.rows().stream()
                .filter(row -> row.presence() == Presence.MISSING)
                .map(row -> names.of(row.key()))
                .toList();
        return missing.isEmpty()
                ? List.of()
                : List.of("missing in the newest run (removed, renamed or failed?): " + Sections.some(missing));
    }

    private int newest() {
        return judgement.runs().size() - 1;
    }
}
