package dev.callcost.pages;

import dev.callcost.compare.AllocationChange;
import dev.callcost.compare.CompareLog;
import dev.callcost.compare.Pair;
import dev.callcost.compare.PairVerdicts;
import dev.callcost.compare.RowSides;
import dev.callcost.compare.RowVerdict;
import dev.callcost.compare.ScoreChange;
import dev.callcost.compare.VerdictReport;
import dev.callcost.compare.VerdictReport.View;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Lane;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Picture;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What a comparison says in a sentence, its forest plot and table, and its pairs in the order they were measured.
 *
 * @param sessions those of {@code compare}; none of two results files
 * @param names of all rows
 */
record ComparisonFigures(Verdicts verdicts, List<CompareLog> sessions, RowNames names) {
    private static final int LANE = 30;

    /** The reach of a picture of changes, in margins, at least. */
    private static final double LEAST_REACH = 2;

    /** Of the height of a lane: what is free below a strip, and above it. */
    private static final double STRIP_BOTTOM = 0.2;

    /** An interval is cut where it ends so many times farther from zero than all changes. */
    private static final double REACH = 1.5;

    ComparisonFigures(Verdicts verdicts, List<CompareLog> sessions) {
        this(verdicts, sessions, verdicts.names());
    }

    /** @throws CommandException (usage) when the sessions have different margins */
    static ComparisonFigures of(List<CompareLog> sessions) {
        try {
            return new ComparisonFigures(PairVerdicts.of(sessions), sessions);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("report: " + e.getMessage());
        }
    }

    VerdictReport report() {
        return new VerdictReport(verdicts, false);
    }

    /** Those that matter most first. */
    private List<RowVerdict> rows() {
        return verdicts.rows().stream()
                .sorted(Comparator.comparing(RowVerdict::verdict)
                        .thenComparing(row -> -row.slowdown()
                                .map(it -> Math.abs(it.logMean()))
                                .orElse(0.0)))
                .toList();
    }

    private List<RowVerdict> changed() {
        return rows().stream().filter(row -> row.slowdown().isPresent()).toList();
    }

    private String margin() {
        return Math.round(100 * verdicts.rule().margin()) + "%";
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    private static String change(RowVerdict row) {
        return row.slowdown().map(EstimateText::change).orElse("");
    }

    private String interval(RowVerdict row) {
        return row.score()
                .map(it -> EstimateText.changes(it.low(), it.high()).replace("%", ""))
                .orElse("");
    }

    private static String kind(RowVerdict row) {
        return row.verdict().isDecided() ? row.verdict().name().toLowerCase(Locale.ROOT) : "inconclusive";
    }

    String dek() {
        String counts = report().groups().entrySet().stream()
                .map(it -> it.getValue().size() + " " + it.getKey())
                .collect(Collectors.joining(", "));
        String unmeasured = report().unmeasured();
        String measured = Sections.count(verdicts.rows().size(), "row") + ": " + counts + ". ";
        return (counts.isEmpty() ? "" : measured)
                + (unmeasured.isEmpty() ? "" : unmeasured + ".")
                + (unmeasured.isEmpty() || counts.isEmpty() ? "" : " ")
                + (counts.isEmpty() ? "" : "A row is the same when its whole interval lies within ±" + margin() + ".");
    }

    /** All rows with their numbers. */
    Sections table(Sections report) {
        boolean isPaired = verdicts.preface().isPaired();
        Grid grid = new Grid()
                .left("row", "verdict")
                .right("change")
                .left("interval", "limit", "base", "head", isPaired ? "pairs" : "forks", "allocation");
        VerdictReport judged = report();
        List<RowVerdict> rows = rows().stream()
                .filter(row -> !VerdictReport.hasFirstPairAlone(row))
                .toList();
        for (RowVerdict row : rows) {
            Optional<RowSides> sides = row.sides();
            grid.row(
                    names.of(row.key()),
                    judged.prose(row),
                    change(row),
                    interval(row),
                    VerdictReport.limit(row),
                    sides.map(row::scoreOfBase).orElse(""),
                    sides.map(row::scoreOfHead).orElse(""),
                    row.count(isPaired),
                    row.allocation().map(ComparisonFigures::allocation).orElse(""));
        }
        return names.addShared(
                report.table(grid).list("Slower rows:", verdicts.whys()),
                rows().stream().map(RowVerdict::key).toList());
    }

    /** The rows of which the table has no number. */
    Sections firstPairs(Sections report) {
        Grid grid = new Grid().left("row").right("change in the first pair");
        rows().stream()
                .filter(VerdictReport::hasFirstPairAlone)
                .forEach(row -> grid.row(
                        names.of(row.key()),
                        percent(row)
                                .map(it -> EstimateText.change(1 + it / 100))
                                .orElse("")));
        return report.table(grid);
    }

    /** The verdict, and the bytes where their difference is large enough to count. */
    private static String allocation(AllocationChange bytes) {
        return bytes.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + (bytes.isLarge() ? ": " + bytes.text() : "");
    }

    /**
     * The forest plot: changes around zero, their intervals and pairs, and the band of changes that do not matter. Of many rows those with a verdict have a lane
     * each, and the others share a strip for each thing that is said of them. Empty when no row was measured.
     */
    Optional<Figure> forest() {
        List<RowVerdict> rows = changed().stream()
                .filter(row -> !View.areMany(verdicts) || row.verdict().isDecided())
                .limit(Figure.MOST_ROWS)
                .toList();
        Map<String, List<Double>> strips = new LinkedHashMap<>();
        report().groups().forEach((what, some) -> {
            List<Double> changes = some.stream()
                    .filter(row -> !rows.contains(row))
                    .flatMap(row -> percent(row).stream())
                    .sorted()
                    .toList();
            if (!changes.isEmpty()) {
                strips.put(what, changes);
            }
        });
        double margin = 100 * verdicts.rule().margin();
        double reach = REACH
                * Stream.concat(
                                rows.stream().flatMap(row -> percent(row).stream()),
                                strips.values().stream().flatMap(List::stream))
                        .mapToDouble(Math::abs)
                        .reduce(LEAST_REACH * margin / REACH, Math::max);
        Mark[] behind = {
            Mark.band(-margin, margin),
            new Mark.Text(0, Mark.EDGE, -12, -30, "\u25c2 head is faster", "faster"),
            new Mark.Text(0, Mark.EDGE, 12, -30, "head is slower \u25b8", "slower")
        };
        List<Lane> lanes =
                new ArrayList<>(rows.stream().map(row -> lane(row, reach)).toList());
        strips.forEach((what, changes) -> lanes.add(strip(what, changes)));
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        Panel panel = Panel.lanes("", Axis.linear(-reach, reach, "%"), LANE, lanes, behind);
        return Optional.of(Figure.of(
                "verdicts",
                "Mark: change of the time. Line: its interval. Grey ticks: pairs"
                        + (strips.isEmpty()
                                ? ""
                                : strips.size() == 1
                                        ? "; in the last line they are rows"
                                        : "; in the last lines they are rows")
                        + ". Band: the margin.",
                new Picture("The change and its margin", List.of(), List.of(panel))));
    }

    /** The change of a row in percent; where no deciding pair counts, that of its first pair. */
    private Optional<Double> percent(RowVerdict row) {
        return row.slowdown()
                .map(Estimate::logMean)
                .or(() -> pairs(row.key(), Pair::isFirst).findFirst())
                .map(log -> percent(Math.exp(log)));
    }

    private static Lane strip(String what, List<Double> changes) {
        double least = changes.get(0);
        double most = changes.get(changes.size() - 1);
        List<Mark> marks = new ArrayList<>();
        marks.add(new Mark.Area(least, STRIP_BOTTOM, most, 1 - STRIP_BOTTOM, "grid", ""));
        changes.forEach(change -> marks.add(new Mark.Line(change, STRIP_BOTTOM, change, 1 - STRIP_BOTTOM, "fork")));
        String rows = Sections.count(changes.size(), "row");
        String text = change(Math.log1p(least / 100)) + " to " + change(Math.log1p(most / 100));
        return new Lane("", rows, what, marks, "", text, "", rows + " " + what + ": " + text);
    }

    private Lane lane(RowVerdict row, double reach) {
        ScoreChange score = row.score().orElseThrow();
        Estimate slowdown = score.slowdown();
        double low = percent(score.low());
        double high = percent(score.high());
        String kind = kind(row);
        List<Mark> marks = new ArrayList<>();
        logs(row.key()).forEach(log -> marks.add(Mark.tick(percent(Math.exp(log)))));
        if (Double.isFinite(low)) {
            marks.add(Mark.range(low, high, kind));
            if (low < -reach) {
                marks.add(new Mark.Point(low, Mark.MIDDLE, "cut left", ""));
            }
            if (high > reach) {
                marks.add(new Mark.Point(high, Mark.MIDDLE, "cut right", ""));
            }
        }
        String text = (change(row) + " " + interval(row)).strip();
        marks.add(new Mark.Point(percent(slowdown.value()), Mark.MIDDLE, kind, text));
        String words = names.label(row.key()) + ": " + kind + " " + text;
        return new Lane("", names.of(row.key()), "", marks, "", text, kind, words);
    }

    /** The logarithms of the ratios of a row's pairs that count, head's time over base's by the statistic that decides. */
    private List<Double> logs(RowKey key) {
        return pairs(key, Pair::counts).toList();
    }

    private Stream<Double> pairs(RowKey key, Predicate<Pair> which) {
        return CompareLog.inOrder(sessions).stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> which.test(pair) && pair.row().equals(key))
                .flatMap(pair -> pair.difference().map(it -> it.deciding(pair.meanDecides())).stream());
    }

    /** The pairs with their numbers; empty when no row has two that count. Drift is seen here, and how fast a row settles. */
    Optional<Figure> pairs() {
        List<RowKey> rows = rows().stream()
                .map(RowVerdict::key)
                .filter(key -> logs(key).size() > 1)
                .toList();
        double reach = rows.stream()
                .flatMap(key -> logs(key).stream())
                .mapToDouble(Math::abs)
                .reduce(LEAST_REACH * verdicts.rule().margin(), Math::max);
        List<Axis.Tick> ticks = DoubleStream.of(-reach, 0, reach)
                .mapToObj(it -> new Axis.Tick(it, it == 0 ? "0%" : change(it)))
                .toList();
        Grid changes = new Grid().left("row").right("pairs", "least", "most", "mean");
        Grid intervals = new Grid().left("row").right("pairs").left("interval");
        Grid points = new Grid().left("row").right("pair", "ratio", "mean so far", "low", "high");
        Axis up = new Axis(-reach, reach, false, ticks);
        List<Panel> panels = rows.stream()
                .map(key -> panel(key, up, changes, intervals, points))
                .toList();
        return Figure.of(
                "pairs",
                "Pair by pair",
                Figure.Place.FOLDED,
                "Each dot is the change in a pair that counts, in the order they were measured. The curve is the mean"
                        + " so far, upright lines are the intervals of the interim analyses, the band is the margin.",
                panels,
                report -> {
                    report.paragraph("Pair by pair, the change in each that counts:")
                            .table(changes);
                    return intervals.text().isEmpty()
                            ? report
                            : report.paragraph("The interval at each interim analysis:")
                                    .table(intervals);
                },
                points);
    }

    private Panel panel(RowKey key, Axis up, Grid changes, Grid intervals, Grid points) {
        double margin = verdicts.rule().margin();
        List<Double> logs = logs(key);
        Optional<RowVerdict> row =
                verdicts.rows().stream().filter(it -> it.key().equals(key)).findFirst();
        double confidence = row.flatMap(RowVerdict::score)
                .map(it -> it.rule().confidence())
                .orElse(verdicts.rule().confidence());
        Map<Integer, Estimate> analyses = row.flatMap(RowVerdict::paired).stream()
                .flatMap(it -> it.analyses().stream())
                .collect(Collectors.toMap(Estimate::forks, it -> it));
        List<Place> means = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        marks.add(new Mark.Area(-Mark.EDGE, -margin, Mark.EDGE, margin, "band", ""));
        for (int n = 1; n <= logs.size(); n++) {
            Estimate soFar = Estimate.ofLogs(logs.subList(0, n));
            Optional<Estimate> analysis = Optional.ofNullable(analyses.get(n));
            double low = analysis.map(it -> it.low(confidence)).orElse(Double.NaN);
            double high = analysis.map(it -> it.high(confidence)).orElse(Double.NaN);
            if (analysis.isPresent()) {
                intervals.row(names.of(key), String.valueOf(n), EstimateText.changes(low, high));
                marks.add(new Mark.Line(n, Math.log(low), n, Math.log(high), "range k0"));
            }
            double log = logs.get(n - 1);
            marks.add(new Mark.Point(n, log, "small", change(log)));
            means.add(new Place(n, soFar.logMean()));
            Figure.add(points, names.label(key), n, Math.exp(log), soFar.value(), low, high);
        }
        marks.add(new Mark.Curve(means, "median", ""));
        String least = change(Collections.min(logs));
        String most = change(Collections.max(logs));
        String mean = change(Estimate.ofLogs(logs).logMean());
        changes.row(names.of(key), String.valueOf(logs.size()), least, most, mean);
        String words = logs.size() + " pairs, " + least + " to " + most + ", mean " + mean;
        return Panel.box(names.label(key), Axis.linear(0, logs.size(), "pairs"), "", up, marks, words);
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }
}
