package dev.callcost.pages;

import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.history.Change;
import dev.callcost.history.HistoryLine;
import dev.callcost.history.HistoryLine.Group;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.HistoryRun;
import dev.callcost.history.Judgement;
import dev.callcost.history.RowHistory;
import dev.callcost.plot.Page;
import dev.callcost.plot.Picture;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A judged history as a page: the answer, levels over runs, changes by commit, all rows. The same history gives the
 * same bytes.
 */
public final class HistoryPage {
    static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

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

    private List<String> facts() {
        List<String> facts = new ArrayList<>();
        HistoryRun newest = judgement.newest().run();
        Stream.of("JVM", "CPU")
                .filter(newest.machine()::containsKey)
                .map(name -> name + " " + newest.machine().get(name))
                .forEach(facts::add);
        List<Instant> times = judgement.runs().stream()
                .flatMap(it -> it.run().time().stream())
                .toList();
        if (!times.isEmpty()) {
            facts.add(DAY.format(Collections.min(times)) + " to " + DAY.format(Collections.max(times)));
        }
        long commits = judgement.runs().stream()
                .map(it -> it.run().commit().orElse(it.run().label()))
                .distinct()
                .count();
        facts.add(Sections.count(judgement.runs().size(), "run") + " of " + Sections.count(commits, "commit"));
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
                .sorted(Comparator.comparing((HistoryLine line) -> -line.first())
                        .thenComparing(line -> -line.change().orElseThrow().size()))
                .forEach(line -> {
                    Change change = line.change().orElseThrow();
                    HistoryRun first = judgement.runs().get(change.first()).run();
                    grid.row(
                            first.label()
                                    + first.time()
                                            .map(it -> ", " + DAY.format(it))
                                            .orElse(""),
                            names.of(line.key()),
                            line.group().prose(),
                            line.row().text(change),
                            line.row().interval(change).replace("%", ""),
                            line.row().score(change.before()),
                            line.row().score(change.after()),
                            String.valueOf(change.since()),
                            judgement.range(change.good(), change.bad()),
                            report.note(change));
                });
        return Sections.html()
                .list(Stream.concat(report.byCommit().stream(), report.drifts().stream())
                        .toList())
                .table(grid)
                .text();
    }

    private String numbers() {
        Map<RowHistory, List<String>> states = new LinkedHashMap<>();
        rows().forEach(row -> states.put(row, new ArrayList<>()));
        lines.forEach(line -> states.get(line.row()).add(line.group().prose()));
        Grid grid = new Grid().left("row").right("now", "noise", "runs").left("state");
        states.forEach((row, state) -> grid.row(
                names.of(row.key()),
                row.score(row.newest()),
                Numbers.percent(row.noise()),
                String.valueOf(row.points().size()),
                state.stream().distinct().collect(Collectors.joining(", "))));
        List<RowKey> keys = judgement.rows().stream().map(RowHistory::key).toList();
        return names.addShared(Sections.html().table(grid), keys).text();
    }

    public String html() {
        List<RowHistory> rows = rows();
        HistoryFigures levels = new HistoryFigures(
                judgement, rows.stream().limit(Figure.MOST_ROWS).toList(), row -> names.of(row.key()));
        Picture picture = levels.picture("Levels over runs");
        String how = "A dot a run, a line for each level, up is slower. All rows have one scale, " + levels.scale()
                + " around the middle of their levels; dots farther away are at the edge. The band is the newest"
                + " level with its margin. Rows that changed come first." + Figure.limit(rows.size());
        boolean isSuspect = lines.stream().anyMatch(line -> line.group() == Group.SUSPECT && line.isSlower());
        boolean isQuiet =
                !report.isRegression() && !isSuspect && judgement.newest().isJudged();
        List<String> commits = report.byCommit();
        boolean hasChanged = isQuiet && !commits.isEmpty();
        return Page.of(
                "over commits",
                hasChanged ? "Newest change, " + commits.get(0) : report.outcome(),
                report.isRegression() ? "slower" : isSuspect ? "inconclusive" : "",
                hasChanged ? report.answer() : report.states(),
                facts(),
                Page.state(report.warnings().size()),
                Page.section("", picture.title(), how, picture.html()),
                Page.section("changes", "Changes by commit", "", changes()),
                Page.section(
                        "numbers",
                        "All rows",
                        "Noise is the standard deviation from run to run, without what all rows share.",
                        numbers()),
                Page.section("warnings", "What speaks against these numbers", "", Page.warnings(report.warnings())),
                Page.section(
                        "", "Notes", "", Sections.html().list(report.notes()).text()));
    }
}
