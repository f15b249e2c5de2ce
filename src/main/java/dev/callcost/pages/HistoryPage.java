package dev.callcost.pages;

import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.history.Change;
import dev.callcost.history.HistoryLine;
import dev.callcost.history.HistoryLine.Group;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.HistoryReport.Outcome;
import dev.callcost.history.JudgedRun;
import dev.callcost.history.Judgement;
import dev.callcost.history.RowHistory;
import dev.callcost.history.Update;
import dev.callcost.plot.Page;
import dev.callcost.plot.Picture;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A judged history as a page: what changed in a sentence, levels over runs, changes by commit, all rows. The same history gives the same bytes. */
public final class HistoryPage {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    /** What moved the time of a row by a commit, whatever came later. */
    private static final Set<Group> MOVED =
            EnumSet.of(Group.NEWLY_SLOWER, Group.SLOWER, Group.FASTER, Group.ACCEPTED, Group.UNDONE);

    /** Changes that more runs must confirm. */
    private static final Set<Group> UNSURE = EnumSet.of(Group.SUSPECT, Group.CANDIDATE);

    /** Letters of a row's name in a headline. */
    private static final int LONGEST_NAME = 48;

    private final HistoryReport report;
    private final Judgement judgement;
    private final RowNames names;
    private final List<HistoryLine> lines;

    public HistoryPage(HistoryReport report) {
        this.report = report;
        this.judgement = report.judgement();
        this.lines = report.lines();
        this.names = report.names();
    }

    private static String day(JudgedRun run) {
        return run.run().time().map(DAY::format).orElse("");
    }

    private String headline() {
        List<HistoryLine> failing = lines.stream().filter(report::fails).toList();
        List<HistoryLine> suspects =
                lines.stream().filter(HistoryPage::isSuspect).toList();
        List<HistoryLine> moved = lines.stream().filter(HistoryPage::isMoved).toList();
        if (!failing.isEmpty()) {
            Map<Integer, Long> counts = failing.stream()
                    .collect(Collectors.groupingBy(HistoryLine::bad, TreeMap::new, Collectors.counting()));
            int run = Collections.max(counts.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
            List<HistoryLine> here = at(run, failing);
            int others = failing.size() - here.size();
            return rows(here) + " since " + judgement.label(run)
                    + (others == 0
                            ? ""
                            : others == 1
                                    ? ", and another row since another commit"
                                    : ", and " + others + " rows since other commits");
        }
        if (!suspects.isEmpty()) {
            return "The newest run is suspect: " + rows(suspects);
        }
        int runs = judgement.runs().size();
        if (!judgement.newest().isJudged()) {
            return "The newest run is not judged: "
                    + judgement.newest().leftOut().orElseThrow();
        }
        if (!moved.isEmpty()) {
            int last = moved.stream().mapToInt(HistoryLine::bad).max().orElseThrow();
            Map<Boolean, List<HistoryLine>> here =
                    at(last, moved).stream().collect(Collectors.partitioningBy(HistoryLine::isSlower));
            boolean isFaster = here.get(true).size() < here.get(false).size();
            int others = here.get(isFaster).size();
            return rows(here.get(!isFaster))
                    + (others == 0 ? "" : " and " + others + (isFaster ? " slower" : " faster"))
                    + " since " + judgement.label(last) + "; "
                    + commits(moved.stream().map(line -> judgement.runs().get(line.bad()))) + " of "
                    + Sections.count(commits(judgement.runs().stream()), "commit") + " changed rows";
        }
        return judgement.rows().stream().allMatch(RowHistory::isTooShort)
                ? Sections.count(runs, "run") + ", too few to judge a row"
                : rest() + " in " + Sections.count(runs, "run");
    }

    /** What is shown of all rows where none moved. */
    private String rest() {
        return lines.stream().allMatch(line -> line.group() == Group.STEADY)
                ? "No row changed"
                : Sections.count(judgement.rows().size(), "row") + ": " + report.states();
    }

    private static boolean isSuspect(HistoryLine line) {
        return line.group() == Group.SUSPECT && line.isSlower();
    }

    private static boolean isMoved(HistoryLine line) {
        return MOVED.contains(line.group())
                && line.change()
                        .filter(it -> it.kind() == Change.Kind.CONFIRMED)
                        .isPresent();
    }

    private static List<HistoryLine> at(int run, List<HistoryLine> some) {
        return some.stream().filter(line -> line.bad() == run).toList();
    }

    /** {@code 7 rows are 17 to 38% slower}; what rows allocate counts where none of them is slower. */
    private String rows(List<HistoryLine> some) {
        double[] sizes = some.stream()
                .flatMapToDouble(line -> line.change().stream().mapToDouble(it -> Math.abs(Math.expm1(it.size()))))
                .sorted()
                .toArray();
        List<RowKey> rows = some.stream()
                .filter(line -> line.change().isPresent() || sizes.length == 0)
                .map(HistoryLine::key)
                .distinct()
                .toList();
        String subject = rows.size() > 1 ? rows.size() + " rows" : subject(rows.get(0));
        if (sizes.length == 0) {
            return subject + (rows.size() > 1 ? " allocate" : " allocates") + " more";
        }
        String low = percent(sizes[0]);
        String high = percent(sizes[sizes.length - 1]);
        return subject
                + (rows.size() > 1 ? " are " : " is ")
                + (low.equals(high) ? low : low.replace("%", "") + " to " + high)
                + (some.get(0).isSlower() ? " slower" : " faster");
    }

    private String subject(RowKey row) {
        String name = names.of(row);
        return name.length() <= LONGEST_NAME ? name : "a row of " + row.simpleName();
    }

    private static String percent(double share) {
        return Numbers.percent(share, share < 0.0995 ? 1 : 0);
    }

    private static long commits(Stream<JudgedRun> runs) {
        return runs.map(it -> it.run().commit().orElse(it.run().label()))
                .distinct()
                .count();
    }

    private List<String> facts() {
        List<String> facts = new ArrayList<>();
        Map<String, String> machine = judgement.newest().run().machine();
        Stream.of("JVM", "CPU")
                .filter(machine::containsKey)
                .map(name -> name + " " + machine.get(name))
                .forEach(facts::add);
        List<Instant> times = judgement.runs().stream()
                .flatMap(it -> it.run().time().stream())
                .toList();
        if (!times.isEmpty()) {
            facts.add(DAY.format(Collections.min(times)) + " to " + DAY.format(Collections.max(times)));
        }
        facts.add(Sections.count(judgement.runs().size(), "run") + " of "
                + Sections.count(commits(judgement.runs().stream()), "commit"));
        facts.add("margin " + Numbers.percent(judgement.margin()));
        return facts;
    }

    /** Rows that changed first, as reports sort them; then the others by label. */
    private List<RowHistory> rows() {
        return Stream.concat(
                        lines.stream()
                                .filter(line -> line.change().isPresent())
                                .sorted(Comparator.comparing(line -> line.group() == Group.UNDONE))
                                .map(HistoryLine::row),
                        judgement.rows().stream())
                .distinct()
                .toList();
    }

    private String changes() {
        Grid grid = new Grid()
                .left("commit", "row", "verdict")
                .right("change")
                .left("interval")
                .right("before", "after", "runs since")
                .left("suspects", "note");
        lines.stream()
                .filter(line -> line.change().isPresent())
                .sorted(Comparator.comparing((HistoryLine line) -> -line.bad())
                        .thenComparing(line -> -line.change().orElseThrow().size()))
                .forEach(line -> {
                    Change change = line.change().orElseThrow();
                    double before = HistoryFigures.level(line.row(), change.good());
                    grid.row(
                            Stream.of(
                                            judgement.label(change.bad()),
                                            day(judgement.runs().get(change.bad())))
                                    .filter(text -> !text.isEmpty())
                                    .collect(Collectors.joining(", ")),
                            names.of(line.key()),
                            line.group().prose(),
                            report.change(line),
                            HistoryReport.interval(line).replace("%", ""),
                            line.row().score(before),
                            line.row().score(before + change.size()),
                            String.valueOf(change.since()),
                            judgement.range(change.good(), change.bad()),
                            report.note(line));
                });
        return Sections.html().list(report.byCommit()).table(grid).text();
    }

    private String bytes() {
        Grid grid = new Grid().left("row", "commit", "verdict").right("before", "after");
        lines.forEach(line -> line.bytes()
                .ifPresent(change -> grid.row(
                        names.of(line.key()),
                        judgement.label(change.bad()),
                        line.group().prose(),
                        HistoryReport.bytes(change.before()),
                        HistoryReport.bytes(change.after()))));
        return grid.html();
    }

    private String numbers() {
        Map<RowHistory, List<String>> states = new LinkedHashMap<>();
        rows().forEach(row -> states.put(row, new ArrayList<>()));
        lines.forEach(line -> states.get(line.row()).add(line.group().prose()));
        Grid grid = new Grid()
                .left("row")
                .right("now", "since the first level", "noise", "runs")
                .left("state");
        states.forEach((row, state) -> {
            int levels = row.stretches().size();
            grid.row(
                    names.of(row.key()),
                    row.score(HistoryFigures.newest(row)),
                    levels < 2
                            ? ""
                            : EstimateText.change(
                                    Math.exp(row.stretches().get(levels - 1).median()
                                            - row.stretches().get(0).median())),
                    Numbers.percent(row.noise()),
                    String.valueOf(row.points().size()),
                    state.stream().distinct().collect(Collectors.joining(", ")));
        });
        return names.addShared(
                        Sections.html().table(grid),
                        judgement.rows().stream().map(RowHistory::key).toList())
                .text();
    }

    private String runs() {
        Grid grid = new Grid().left("run", "date").right("pace", "rows").left("not judged because", "updated");
        for (JudgedRun run : judgement.runs()) {
            grid.row(
                    run.run().label(),
                    day(run),
                    run.pace().isPresent()
                            ? EstimateText.change(Math.exp(run.pace().getAsDouble()))
                            : "",
                    String.valueOf(run.run().values().size()),
                    run.leftOut().orElse(""),
                    run.update().map(Update::what).orElse(""));
        }
        return grid.html();
    }

    public String html() {
        List<RowHistory> rows = rows();
        HistoryFigures levels = new HistoryFigures(
                judgement, rows.stream().limit(Figure.MOST_ROWS).toList(), row -> names.of(row.key()));
        long changed = lines.stream()
                .filter(line -> line.change().isPresent() && !UNSURE.contains(line.group()))
                .map(HistoryLine::key)
                .distinct()
                .count();
        Picture picture = levels.picture(
                changed == 0 ? rest() : changed + " of " + Sections.count(rows.size(), "row") + " changed");
        String how = "A dot a run, a line for each level, up is slower. All rows have one scale, " + levels.scale()
                + " around the middle of their levels; dots farther away are at the edge. The band is the newest level with its"
                + " margin. Rows that changed come first." + Figure.limit(rows.size());
        boolean isSuspect = lines.stream().anyMatch(HistoryPage::isSuspect);
        List<String> warnings = Stream.concat(report.warnings().stream(), judgement.history().notes().stream())
                .toList();
        return Page.of(
                "over commits",
                headline().replaceFirst("^a row", "A row"),
                report.outcome() == Outcome.REGRESSION ? "slower" : isSuspect ? "inconclusive" : "",
                report.answer(),
                facts(),
                Page.state(warnings.size()),
                Page.section("", picture.title(), how, picture.html()),
                Page.section("changes", "Changes by commit", "", changes()),
                Page.section("", "Bytes per operation", "", bytes()),
                Page.section(
                        "numbers",
                        "All rows",
                        "Noise is the standard deviation from run to run, without what all rows share.",
                        numbers()),
                Page.section("warnings", "What speaks against these numbers", "", Page.warnings(warnings)),
                Page.section(
                        "",
                        "More",
                        "",
                        Page.folded(
                                "All runs",
                                "The pace is by how much all rows are slower than in the ten runs around.",
                                runs())));
    }
}
