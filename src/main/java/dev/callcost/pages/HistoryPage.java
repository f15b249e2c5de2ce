package dev.callcost.pages;

import dev.callcost.data.RowKey;
import dev.callcost.data.RowKey.RowNames;
import dev.callcost.history.HistoryLine;
import dev.callcost.history.HistoryLine.HistoryColumns;
import dev.callcost.history.HistoryLine.LineKind;
import dev.callcost.history.HistoryReport;
import dev.callcost.history.HistoryRun;
import dev.callcost.history.Judgement;
import dev.callcost.history.RowHistory;
import dev.callcost.history.RowHistory.Change;
import dev.callcost.pages.Subject.Figure;
import dev.callcost.plot.Page;
import dev.callcost.plot.Picture;
import dev.callcost.text.Numbers;
import dev.callcost.text.Sections;
import dev.callcost.text.Table;
import dev.callcost.text.Table.Grid;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
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
                                .sorted(Comparator.comparing(line -> line.group() == LineKind.UNDONE))
                                .map(HistoryLine::row),
                        judgement.rows().stream())
                .distinct()
                .toList();
    }

    private String changes() {
        HistoryColumns columns = report.columns();
        Table<HistoryLine> table = new Table<HistoryLine>()
                .left("commit", this::commit)
                .column(columns.row())
                .column(columns.verdict())
                .column(columns.change())
                .left("interval", HistoryPage::interval)
                .right("before", line -> score(line, Change::before))
                .right("after", line -> score(line, Change::after))
                .column(columns.runs())
                .column(columns.goodBad())
                .column(columns.note());
        List<HistoryLine> changed = lines.stream()
                .filter(line -> line.change().isPresent())
                .sorted(Comparator.comparing((HistoryLine line) -> -line.first())
                        .thenComparing(line -> -line.change().orElseThrow().size()))
                .toList();
        return Sections.html()
                .list(Stream.concat(report.byCommit().stream(), report.drifts().stream())
                        .toList())
                .table(table.of(changed))
                .text();
    }

    private String commit(HistoryLine line) {
        HistoryRun first = judgement.runs().get(line.first()).run();
        return first.label() + first.time().map(it -> ", " + DAY.format(it)).orElse("");
    }

    /** Without the unit, for room. */
    private static String interval(HistoryLine line) {
        return line.row().interval(line.change().orElseThrow()).replace("%", "");
    }

    private static String score(HistoryLine line, ToDoubleFunction<Change> level) {
        return line.row().score(level.applyAsDouble(line.change().orElseThrow()));
    }

    private String numbers() {
        Map<RowHistory, Set<String>> verdicts = new LinkedHashMap<>();
        rows().forEach(row -> verdicts.put(row, new LinkedHashSet<>()));
        lines.forEach(line -> verdicts.get(line.row()).add(line.group().prose()));
        Grid grid = new Table<RowHistory>()
                .left("row", row -> names.of(row.key()))
                .right("now", row -> row.score(row.newest()))
                .right("noise", row -> Numbers.percent(row.noise()))
                .right("all runs", row -> row.points().size())
                .left("verdict", row -> String.join(", ", verdicts.get(row)))
                .of(verdicts.keySet());
        List<RowKey> keys = judgement.rows().stream().map(RowHistory::key).toList();
        return names.addShared(Sections.html().table(grid), keys).text();
    }

    public String html() {
        List<RowHistory> rows = rows();
        HistoryFigures levels = new HistoryFigures(
                judgement, rows.stream().limit(Figure.MOST_ROWS).toList(), names);
        Picture picture = levels.picture("Levels over runs");
        String how = "A dot a run, a line for each level, up is slower. All rows have one scale, " + levels.scale()
                + " around the middle of their levels; dots farther away are at the edge. The band is the newest"
                + " level with its margin. Rows that changed come first." + Figure.limit(rows.size());
        boolean isSuspect = lines.stream().anyMatch(line -> line.group() == LineKind.SUSPECT && line.isSlower());
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
                        "work",
                        report.work().title(),
                        "Bytecodes, calls and objects per operation, exactly; the last ones of each row first.",
                        Sections.html()
                                .list(report.work().lines(names, key -> true))
                                .text()),
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
