package dev.callcost.report;

import dev.callcost.compare.Pair;
import dev.callcost.compare.PairedRule;
import dev.callcost.compare.Session;
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
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
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
 * What a comparison says in a sentence, its forest plot, and its pairs in the order they were measured.
 *
 * @param sessions those of {@code compare}; none of two results files
 */
record Comparisons(Verdicts verdicts, List<Session> sessions) {
    private static final int LANE = 30;

    /** The reach of a picture of changes, in margins, at least. */
    private static final double LEAST_REACH = 2;

    /** An interval is cut where it ends so many times farther from zero than all changes. */
    private static final double REACH = 1.5;

    /** The rows with a change, those that matter most first. */
    private List<VerdictRow> rows() {
        return verdicts.rows().stream()
                .filter(row -> row.slowdown().isPresent())
                .sorted(Comparator.comparing(VerdictRow::verdict).thenComparing(row -> -Math.abs(log(row))))
                .toList();
    }

    private RowNames names() {
        return new RowNames(verdicts.rows().stream().map(VerdictRow::key).toList());
    }

    private static Estimate slowdown(VerdictRow row) {
        return row.slowdown().orElseThrow();
    }

    private static double log(VerdictRow row) {
        return slowdown(row).logMean();
    }

    private String interval(VerdictRow row) {
        double confidence = verdicts.rule().confidence();
        return EstimateText.changes(slowdown(row).low(confidence), slowdown(row).high(confidence))
                .replaceAll("%", "");
    }

    /** The verdict of the row that matters most; empty when no row has a change. */
    String verdict() {
        return rows().stream().findFirst().map(Comparisons::kind).orElse("");
    }

    private static String kind(VerdictRow row) {
        return row.verdict().isDecided() ? row.verdict().name().toLowerCase(Locale.ROOT) : "undecided";
    }

    String headline() {
        if (rows().isEmpty()) {
            return "No row could be compared";
        }
        VerdictRow row = rows().get(0);
        String change = String.format(
                Locale.ROOT, "%.1f%%", 100 * Math.abs(slowdown(row).value() - 1));
        String name = names().of(row.key());
        boolean isMoved = row.verdict() == Verdict.SLOWER || row.verdict() == Verdict.FASTER;
        return isMoved
                ? name + " is " + change + " " + kind(row) + " " + interval(row)
                : row.verdict() == Verdict.SAME
                        ? "No row changed by more than "
                                + Math.round(100 * verdicts.rule().margin()) + "%"
                        : "No change was found; the largest is " + name + " " + EstimateText.change(slowdown(row)) + " "
                                + interval(row);
    }

    String dek() {
        String counts = verdicts.counts().entrySet().stream()
                .map(it -> it.getValue() + " "
                        + it.getKey().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
        return Sections.count(verdicts.rows().size(), "row") + ": " + counts + ". Changes within "
                + Math.round(100 * verdicts.rule().margin()) + "% do not matter.";
    }

    /** The forest plot: changes around zero, their intervals and pairs, and the band of changes that do not matter. */
    Picture forest() {
        double margin = 100 * verdicts.rule().margin();
        double reach = REACH
                * rows().stream()
                        .mapToDouble(row -> Math.abs(percent(slowdown(row).value())))
                        .reduce(LEAST_REACH * margin / REACH, Math::max);
        List<Lane> lanes = rows().stream().map(row -> lane(row, reach)).toList();
        return new Picture(
                "Head against base",
                List.of(),
                lanes.isEmpty()
                        ? List.of()
                        : List.of(Panel.lanes(
                                "",
                                Axis.linear(-reach, reach, "%"),
                                List.of(
                                        Mark.band(-margin, margin),
                                        new Mark.Text(0, Mark.EDGE, -12, -30, "\u25c2 head is faster", "faster"),
                                        new Mark.Text(0, Mark.EDGE, 12, -30, "head is slower \u25b8", "slower")),
                                LANE,
                                lanes)));
    }

    private Lane lane(VerdictRow row, double reach) {
        double low = percent(slowdown(row).low(verdicts.rule().confidence()));
        double high = percent(slowdown(row).high(verdicts.rule().confidence()));
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
        String text = (EstimateText.change(slowdown(row)) + " " + interval(row)).strip();
        marks.add(new Mark.Point(percent(slowdown(row).value()), Mark.MIDDLE, kind, text));
        String label = row.key().label();
        return new Lane("", names().of(row.key()), "", marks, "", text, kind, label + ": " + kind + " " + text);
    }

    private static double percent(double ratio) {
        return 100 * (ratio - 1);
    }

    /** The logarithms of the ratios of a row's pairs that count, head's time over base's by the statistic that decides. */
    private List<Double> logs(RowKey key) {
        return Session.inOrder(sessions).stream()
                .flatMap(session -> session.pairs().stream())
                .filter(pair -> pair.counts() && pair.row().equals(key))
                .flatMap(pair -> log(pair).stream())
                .toList();
    }

    private static Optional<Double> log(Pair pair) {
        return pair.difference().map(it -> pair.meanDecides() ? it.byMean() : it.byMedian());
    }

    /** The pairs with their numbers; empty when no row has two that count. Drift is seen here, and how fast a row settles. */
    Optional<Figure> pairs() {
        Rule rule = verdicts.rule();
        Map<RowKey, List<Double>> rows = verdicts.rows().stream()
                .map(VerdictRow::key)
                .sorted(Comparator.comparing(RowKey::label))
                .collect(Collectors.toMap(key -> key, this::logs, (one, other) -> one, java.util.LinkedHashMap::new));
        rows.values().removeIf(logs -> logs.size() < 2);
        double reach = rows.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Math::abs)
                .reduce(LEAST_REACH * rule.margin(), Math::max);
        Axis up = new Axis(
                -reach,
                reach,
                false,
                DoubleStream.of(-reach, 0, reach)
                        .mapToObj(it -> new Axis.Tick(it, it == 0 ? "0%" : change(it)))
                        .toList());
        Grid changes = new Grid().left("row").right("pairs", "least", "most", "mean");
        Grid intervals = new Grid().left("row").right("pairs").left("interval");
        Grid points = new Grid().left("row").right("pair", "ratio", "mean so far", "low", "high");
        List<Panel> panels = new ArrayList<>();
        rows.forEach((key, logs) -> {
            String name = names().of(key);
            List<Mark> marks = new ArrayList<>();
            marks.add(new Mark.Area(-Mark.EDGE, -rule.margin(), Mark.EDGE, rule.margin(), "band", ""));
            List<Place> means = new ArrayList<>();
            for (int n = 1; n <= logs.size(); n++) {
                Estimate soFar = Estimate.ofLogs(logs.subList(0, n));
                boolean isJudged = PairedRule.LOOKS.contains(n);
                double low = isJudged ? soFar.low(rule.confidence()) : Double.NaN;
                double high = isJudged ? soFar.high(rule.confidence()) : Double.NaN;
                if (isJudged) {
                    intervals.row(name, String.valueOf(n), EstimateText.changes(low, high));
                    marks.add(new Mark.Line(n, Math.log(low), n, Math.log(high), "range k0"));
                }
                double log = logs.get(n - 1);
                marks.add(new Mark.Point(n, log, "small", change(log)));
                means.add(new Place(n, soFar.logMean()));
                Figure.add(points, key.label(), n, Math.exp(log), soFar.value(), low, high);
            }
            marks.add(new Mark.Curve(means, "median", ""));
            String count = String.valueOf(logs.size());
            String least = change(Collections.min(logs));
            String most = change(Collections.max(logs));
            String mean = change(means.get(means.size() - 1).height());
            changes.row(name, count, least, most, mean);
            String words = count + " pairs, " + least + " to " + most + ", mean " + mean;
            panels.add(Panel.box(key.label(), Axis.linear(0, logs.size(), "pairs"), "", up, marks, words));
        });
        return Figure.of(
                "pairs",
                "Pair by pair",
                true,
                "Each dot is the change in a pair that counts, in the order they were measured. The curve is the mean"
                        + " so far, upright lines are the intervals of the interim analyses, the band is the margin.",
                panels,
                report -> {
                    report.paragraph("Pair by pair, the change in each that counts:")
                            .table(changes);
                    return intervals.text().isEmpty()
                            ? report
                            : report.paragraph("The interval by which each look judged:")
                                    .table(intervals);
                },
                points);
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }
}
