package dev.callcost.history;

import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.history.HistoryLine.HistoryColumns;
import dev.callcost.history.HistoryLine.LineKind;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.history.RowHistory.Change;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Sections.ManualPage;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import dev.callcost.text.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A judged history as text and as Markdown.
 *
 * @param lines the worst first; within a group the newest change first
 */
public record HistoryReport(Judgement judgement, List<HistoryLine> lines, RowNames names, WorkHistory work) {
    /** The list of commits is no longer, and counts more. */
    private static final int NAMED = 8;

    /** So many lines of rows that are faster, or changed by the machine. */
    private static final int LIMITED = 10;

    /** From this share of at least so many rows on, rows moved together. */
    private static final double TOGETHER = 0.75;

    private static final int FEWEST_TOGETHER = 5;

    /** A command compares so many rows, or all. */
    private static final int COMPARED = 3;

    /** From this width on, the sparkline stays. */
    private static final int WIDE = 120;

    public HistoryReport(Judgement judgement) {
        this(
                judgement,
                HistoryLine.of(judgement),
                new RowNames(judgement.rows().stream().map(RowHistory::key).toList()),
                new WorkHistory(judgement));
    }

    /** Whether the newest run makes a row slower. */
    public boolean isRegression() {
        return of(LineKind.NEWLY_SLOWER).findFirst().isPresent();
    }

    private Stream<HistoryLine> of(LineKind kind) {
        return lines.stream().filter(line -> line.group() == kind);
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
        List<String> steps = work.lines(names, key -> only.isEmpty() || key.has(only.get()));
        String hint = only.isPresent() ? "--only hides them" : "--all lists them";
        return render(Sections.text(width), shown, steps, hint).text();
    }

    /** For a job's summary, an issue or a pull request: what changed, the rest folded away. */
    public String markdown() {
        return render(new Sections(true), shown(), work.lines(names, key -> true), "below")
                        .text()
                + "\n<details><summary>"
                + Sections.count(judgement.rows().size(), "row")
                + "</summary>\n\n"
                + grid(lines, Terminal.ENDLESS).markdown()
                + "\n</details>\n";
    }

    /** The lines that say the most. */
    private List<HistoryLine> shown() {
        Map<LineKind, Integer> counts = new EnumMap<>(LineKind.class);
        return lines.stream()
                .filter(line -> !LineKind.COUNTED.contains(line.group()))
                .filter(line -> counts.merge(line.group(), 1, Integer::sum) <= LIMITED
                        || !LineKind.LIMITED.contains(line.group()))
                .toList();
    }

    /**
     * @param steps of the work
     * @param hint on the lines that are not shown
     */
    private Sections render(Sections report, List<HistoryLine> shown, List<String> steps, String hint) {
        Map<LineKind, Long> hidden = lines.stream()
                .filter(line -> !shown.contains(line))
                .collect(Collectors.groupingBy(HistoryLine::group, TreeMap::new, Collectors.counting()));
        report.paragraph(answer())
                .list(Stream.concat(byCommit().stream(), drifts().stream()).toList())
                .table(grid(shown, report.width()))
                .paragraph(hidden.isEmpty() ? "" : "Not shown: " + counts(hidden) + " (" + hint + ").");
        report.list(work.title() + ":", steps);
        names.addShared(report, shown.stream().map(HistoryLine::key).distinct().toList());
        confirm(report);
        return report.list("Notes:", notes()).list("Warnings:", warnings());
    }

    /** The outcome, the worst, and how many rows have which other state. */
    public String answer() {
        String states = states();
        return outcome() + "." + (states.isEmpty() ? "" : " " + states + ".");
    }

    /** How many rows have which state; without those that the outcome counts. */
    public String states() {
        Map<LineKind, Long> others = new TreeMap<>();
        lines.stream()
                .filter(line -> line.group() != LineKind.NEWLY_SLOWER
                        && (line.group() != LineKind.TOO_SHORT || !judgement.isTooShort()))
                .collect(Collectors.groupingBy(HistoryLine::group))
                .forEach((group, some) -> others.put(group, rows(some)));
        return counts(others);
    }

    public String outcome() {
        List<HistoryLine> slower = of(LineKind.NEWLY_SLOWER).toList();
        if (!slower.isEmpty()) {
            return "REGRESSION: " + rows(slower) + " of "
                    + Sections.count(judgement.rows().size(), "row") + (rows(slower) == 1 ? " is" : " are")
                    + " newly slower, " + range(slower);
        }
        JudgedRun newest = judgement.newest();
        if (!newest.isJudged()) {
            return "NOT JUDGED: the newest run, " + newest.run().label() + ", is left out ("
                    + newest.leftOut().orElseThrow() + ")";
        }
        if (judgement.isTooShort()) {
            return "TOO SHORT: " + tooShort() + "; check compares two runs";
        }
        boolean isOpen = lines.stream()
                .anyMatch(line -> line.group() == LineKind.MISSING
                        || line.group() == LineKind.TOO_SHORT
                        || line.group() == LineKind.SUSPECT && line.isSlower());
        return "OK: no row is " + (isOpen ? "shown to be " : "") + "newly slower";
    }

    /** {@code 1 suspect, 3 steady}. */
    private static String counts(Map<LineKind, Long> counts) {
        return counts.entrySet().stream()
                .map(it -> it.getValue() + " " + it.getKey().prose())
                .collect(Collectors.joining(", "));
    }

    private static long rows(List<HistoryLine> some) {
        return some.stream().map(HistoryLine::key).distinct().count();
    }

    private String tooShort() {
        RowHistory longest = judgement.rows().stream()
                .max(Comparator.comparing(RowHistory::judged))
                .orElseThrow();
        int runs = judgement.runs().size();
        if (runs < CutTest.FEWEST_RUNS) {
            return runs() + ", and the rule needs " + CutTest.FEWEST_RUNS;
        }
        long unlike = longest.points().stream()
                .filter(it -> !it.isJudged() && judgement.runs().get(it.run()).isJudged())
                .count();
        long others = longest.points().size() - longest.judged() - unlike;
        String why = Stream.of(
                        some(runs - longest.points().size(), " lack it"),
                        some(unlike, " have it with other settings"),
                        some(others, " are not judged"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return "no row has the " + CutTest.FEWEST_RUNS + " judged runs that the rule needs; " + names.of(longest.key())
                + " has " + longest.judged() + " of " + runs + " runs (" + why + ")";
    }

    private static Optional<String> some(long runs, String what) {
        return runs == 0 ? Optional.empty() : Optional.of(runs + what);
    }

    private String runs() {
        long judged = judgement.runs().stream().filter(JudgedRun::isJudged).count();
        return Sections.count(judgement.runs().size(), "run")
                + (judged == judgement.runs().size() ? "" : ", " + judged + " of them judged");
    }

    /** What changed at one commit and lasts, the newest first. */
    public List<String> byCommit() {
        Map<Integer, List<HistoryLine>> changes = lines.stream()
                .filter(line -> Set.of(LineKind.NEWLY_SLOWER, LineKind.SLOWER, LineKind.FASTER)
                                .contains(line.group())
                        && !line.change().orElseThrow().isDrift())
                .collect(Collectors.groupingBy(
                        HistoryLine::first, () -> new TreeMap<>(Comparator.reverseOrder()), Collectors.toList()));
        List<String> commits = new ArrayList<>();
        changes.forEach((first, all) -> {
            String moved = inEachDirection(all.stream())
                    .map(some -> moved(some.size(), some))
                    .collect(Collectors.joining("; "));
            commits.add(judgement.label(first) + ": " + moved + together(all));
        });
        return Sections.limited(commits, NAMED, "commit");
    }

    /** The slower ones, and then the faster ones, if there are any. */
    private static Stream<List<HistoryLine>> inEachDirection(Stream<HistoryLine> all) {
        Map<Boolean, List<HistoryLine>> parts = all.collect(Collectors.partitioningBy(HistoryLine::isSlower));
        return Stream.of(parts.get(true), parts.get(false)).filter(some -> !some.isEmpty());
    }

    /** {@code 2 rows slower, +5.0 to +17.2%}, of changes in one direction. */
    private static String moved(long rows, List<HistoryLine> some) {
        return Sections.count(rows, "row") + (some.get(0).isSlower() ? " slower, " : " faster, ") + range(some);
    }

    /** What nearly all rows do at one run, code of single benchmarks does not do. */
    private String together(List<HistoryLine> some) {
        long judged = judgement.rows().stream().filter(row -> !row.isTooShort()).count();
        return judged < FEWEST_TOGETHER || rows(some) < TOGETHER * judged
                ? ""
                : " (" + (rows(some) == judged ? "all" : rows(some) + " of " + judged)
                        + " rows moved together: by code that they share, or by the machine)";
    }

    /** Rows that change slowly, in a line for each direction. */
    public List<String> drifts() {
        return inEachDirection(of(LineKind.DRIFT))
                .map(some -> "drift: " + moved(rows(some), some) + " from "
                        + judgement.label(some.stream()
                                .mapToInt(it -> it.change().orElseThrow().good())
                                .min()
                                .orElseThrow())
                        + " to "
                        + judgement.label(
                                some.stream().mapToInt(HistoryLine::first).max().orElseThrow())
                        + ", by no single commit: "
                        + Sections.some(some.stream()
                                .map(it -> names.of(it.key()))
                                .distinct()
                                .toList()))
                .toList();
    }

    /** {@code +5.0 to +17.2%}, the smallest change first; {@code from 0} for those that have no size. */
    private static String range(List<HistoryLine> some) {
        Map<Boolean, List<String>> sizes = some.stream()
                .sorted(Comparator.comparing(
                        line -> Math.abs(line.change().orElseThrow().size())))
                .collect(Collectors.partitioningBy(
                        HistoryLine::isOfZero, Collectors.mapping(HistoryLine::size, Collectors.toList())));
        List<String> shares = sizes.get(false);
        List<String> parts = new ArrayList<>();
        if (!shares.isEmpty()) {
            parts.add(Stream.of(shares.get(0), shares.get(shares.size() - 1))
                    .distinct()
                    .collect(Collectors.joining(" to "))
                    .replace("% ", " "));
        }
        sizes.get(true).stream().distinct().forEach(parts::add);
        return String.join(", ", parts);
    }

    private Grid grid(List<HistoryLine> some, int width) {
        HistoryColumns columns = columns();
        boolean isWide = width >= WIDE;
        return new Table<HistoryLine>()
                .grouped()
                .column(columns.verdict())
                .column(columns.row().dropped(isWide ? 1 : 0))
                .column(columns.change())
                .column(columns.interval().dropped(2))
                .column(columns.goodBad())
                .column(columns.runs().dropped(5))
                .column(columns.note().dropped(3))
                .column(columns.lastRuns().dropped(isWide ? 4 : 1))
                .of(some);
    }

    public HistoryColumns columns() {
        return new HistoryColumns(judgement, names);
    }

    /** How to decide what one run alone shows. */
    private void confirm(Sections report) {
        List<HistoryLine> suspects = of(LineKind.SUSPECT).toList();
        if (suspects.isEmpty()) {
            return;
        }
        Change first = suspects.get(0).change().orElseThrow();
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
        report.list(List.of(("java -jar callcost.jar compare --base " + good + ".jar --head " + bad + ".jar" + rows)
                .replace(' ', Sections.NO_BREAK)));
    }

    public List<String> notes() {
        List<String> notes = new ArrayList<>(judgement.history().notes());
        notes.add(runs() + "; margin " + Numbers.percent(judgement.margin(), 1) + "; 99% intervals; "
                + ManualPage.HISTORY.text());
        long undecided =
                of(LineKind.TOO_SHORT).filter(line -> !line.row().isTooShort()).count();
        if (undecided > 0) {
            notes.add(Sections.count(undecided, "row") + (undecided == 1 ? " has" : " have") + " fewer than "
                    + CutTest.ANYWHERE + " judged runs: a change in the middle of them may not show");
        }
        notes.addAll(work.notes());
        JudgedRun newest = judgement.newest();
        double pace = newest.pace().orElse(0);
        if (newest.isJudged() && Math.abs(pace) >= Math.log1p(judgement.margin())) {
            notes.add("the newest run is " + JudgedRun.slowdown(pace)
                    + ": the machine, or code that all rows use. This is removed from each row. If it lasts, the"
                    + " next runs show it as a change");
        }
        Map<String, List<String>> leftOut = new LinkedHashMap<>();
        for (int n = judgement.runs().size() - 1; n >= 0; n--) {
            JudgedRun run = judgement.runs().get(n);
            if (!run.isJudged()) {
                boolean isPace = run.pace().isPresent();
                String why = isPace
                        ? "over 10% slower or faster in all rows"
                        : run.leftOut().orElseThrow();
                String size =
                        isPace ? " (" + EstimateText.change(Math.exp(run.pace().getAsDouble())) + ")" : "";
                leftOut.computeIfAbsent(why, it -> new ArrayList<>()).add(judgement.label(n) + size);
            }
        }
        leftOut.forEach((why, runs) ->
                notes.add(Sections.count(runs.size(), "run") + " not judged, " + why + ": " + Sections.some(runs)));
        return notes;
    }

    /** What speaks against the newest run. */
    public List<String> warnings() {
        Map<RowKey, Value> newest = judgement.newest().run().values();
        return Stream.of(
                        warning("missing in the newest run (removed, renamed or failed?): ", judgement::isMissing),
                        warning(
                                "zero in the newest run (failed, or nothing to count?): ",
                                row -> newest.containsKey(row.key())
                                        && newest.get(row.key()).isZero()))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<String> warning(String what, Predicate<RowHistory> of) {
        List<String> rows = judgement.rows().stream()
                .filter(of)
                .map(row -> names.of(row.key()))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(what + Sections.some(rows));
    }
}
