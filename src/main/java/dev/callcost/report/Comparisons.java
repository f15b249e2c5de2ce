package dev.callcost.report;

import dev.callcost.compare.AllocationComparison;
import dev.callcost.compare.RowSides;
import dev.callcost.compare.ScoreComparison;
import dev.callcost.compare.Session;
import dev.callcost.compare.SessionComparison;
import dev.callcost.compare.VerdictReport;
import dev.callcost.compare.VerdictRow;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.Estimate;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Lane;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.CommandException;
import dev.callcost.text.Grid;
import dev.callcost.text.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What a comparison says in a sentence, its forest plot and table, and its pairs in the order they were measured.
 *
 * @param sessions those of {@code compare}; none of two results files
 * @param names of all rows
 */
record Comparisons(Verdicts verdicts, List<Session> sessions, RowNames names) {
    private static final int LANE = 30;

    /** The reach of a picture of changes, in margins, at least. */
    private static final double LEAST_REACH = 2;

    /** An interval is cut where it ends so many times farther from zero than all changes. */
    private static final double REACH = 1.5;

    Comparisons(Verdicts verdicts, List<Session> sessions) {
        this(verdicts, sessions, verdicts.names());
    }

    /** @throws CommandException (usage) when the sessions have different margins */
    static Comparisons of(List<Session> sessions) {
        try {
            return new Comparisons(SessionComparison.of(sessions), sessions);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("report: " + e.getMessage());
        }
    }

    VerdictReport report() {
        return new VerdictReport(verdicts, false);
    }

    /** Those that matter most first. */
    private List<VerdictRow> rows() {
        return verdicts.rows().stream()
                .sorted(Comparator.comparing(VerdictRow::verdict)
                        .thenComparing(row -> -row.slowdown()
                                .map(it -> Math.abs(it.logMean()))
                                .orElse(0.0)))
                .toList();
    }

    private List<VerdictRow> changed() {
        return rows().stream().filter(row -> row.slowdown().isPresent()).toList();
    }

    private String margin() {
        return Math.round(100 * verdicts.rule().margin()) + "%";
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    private static String change(VerdictRow row) {
        return row.slowdown().map(EstimateText::change).orElse("");
    }

    private String interval(VerdictRow row) {
        return row.score()
                .map(it -> EstimateText.changes(it.low(), it.high()).replace("%", ""))
                .orElse("");
    }

    private static String kind(VerdictRow row) {
        return row.verdict().isDecided() ? row.verdict().name().toLowerCase(Locale.ROOT) : "inconclusive";
    }

    String dek() {
        String counts = verdicts.counts().entrySet().stream()
                .map(it -> it.getValue() + " " + word(it.getKey()))
                .collect(Collectors.joining(", "));
        return Sections.count(verdicts.rows().size(), "row") + ": " + counts + ". Changes within " + margin()
                + " do not matter.";
    }

    private static String word(String verdict) {
        return verdict.toLowerCase(Locale.ROOT).replace('_', ' ').replace("undecided", "inconclusive");
    }

    /** Rows without a verdict, rows that head lacks, and what the logs say against the numbers, a line each. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (VerdictRow row : rows()) {
            row.reason().ifPresent(why -> warnings.add(word(row.word()) + ": " + names.of(row.key()) + ": " + why));
        }
        verdicts.onlyInBase().forEach(row -> warnings.add("missing in head: " + names.of(row)));
        verdicts.warnings()
                .forEach((side, lines) ->
                        lines.forEach(line -> warnings.add(line + " (" + side.toLowerCase(Locale.ROOT) + ")")));
        return warnings;
    }

    /** All rows with their numbers. */
    Sections table(Sections report) {
        boolean isPaired = verdicts.preface().isPaired();
        Grid grid = new Grid()
                .left("row", "verdict")
                .right("change")
                .left("interval", "base", "head", isPaired ? "pairs" : "forks", "allocation");
        for (VerdictRow row : rows()) {
            Optional<RowSides> sides = row.sides();
            grid.row(
                    names.of(row.key()),
                    word(row.word()),
                    change(row),
                    interval(row),
                    sides.map(row::scoreOfBase).orElse(""),
                    sides.map(row::scoreOfHead).orElse(""),
                    row.count(isPaired),
                    row.allocation().map(Comparisons::allocation).orElse(""));
        }
        return names.addShared(
                report.table(grid).list("Slower rows:", verdicts.whys()),
                rows().stream().map(VerdictRow::key).toList());
    }

    /** The verdict, and the bytes where their difference is large enough to count. */
    private static String allocation(AllocationComparison bytes) {
        return word(bytes.verdict().name()) + (bytes.isLarge() ? ": " + bytes.text() : "");
    }

    /** The forest plot: changes around zero, their intervals and pairs, and the band of changes that do not matter. */
    Figure forest() {
        List<VerdictRow> rows = changed().stream().limit(Figure.MOST_ROWS).toList();
        double margin = 100 * verdicts.rule().margin();
        double reach = REACH
                * rows.stream()
                        .mapToDouble(row ->
                                Math.abs(percent(row.slowdown().orElseThrow().value())))
                        .reduce(LEAST_REACH * margin / REACH, Math::max);
        Mark[] behind = {
            Mark.band(-margin, margin),
            new Mark.Text(0, Mark.EDGE, -12, -30, "\u25c2 head is faster", "faster"),
            new Mark.Text(0, Mark.EDGE, 12, -30, "head is slower \u25b8", "slower")
        };
        List<Lane> lanes = rows.stream().map(row -> lane(row, reach)).toList();
        Panel panel = Panel.lanes("", Axis.linear(-reach, reach, "%"), LANE, lanes, behind);
        return Figure.of(
                "verdicts",
                "Mark: change of the time. Line: its interval. Grey ticks: pairs. Band: changes that do not matter."
                        + Figure.limit(verdicts.rows().size()),
                new Picture("The change and its margin", List.of(), rows.isEmpty() ? List.of() : List.of(panel)));
    }

    private Lane lane(VerdictRow row, double reach) {
        ScoreComparison score = row.score().orElseThrow();
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
        return Session.inOrder(sessions).stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.counts() && pair.row().equals(key))
                .flatMap(pair -> pair.difference().map(it -> it.deciding(pair.meanDecides())).stream())
                .toList();
    }

    /** The pairs with their numbers; empty when no row has two that count. Drift is seen here, and how fast a row settles. */
    Optional<Figure> pairs() {
        List<RowKey> rows = verdicts.rows().stream()
                .map(VerdictRow::key)
                .filter(key -> logs(key).size() > 1)
                .sorted(Comparator.comparing(RowKey::label))
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
        Optional<VerdictRow> row =
                verdicts.rows().stream().filter(it -> it.key().equals(key)).findFirst();
        double confidence = row.flatMap(VerdictRow::score)
                .map(it -> it.rule().confidence())
                .orElse(verdicts.rule().confidence());
        Map<Integer, Estimate> analyses = row.flatMap(VerdictRow::paired).stream()
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
