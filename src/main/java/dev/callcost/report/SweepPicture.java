package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Panels.Panel;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Sweeps as curves, a panel a sweep: the estimate of each row with its interval over forks, by the value of the parameter. */
final class SweepPicture {
    /** More numbers below an axis say no more. */
    private static final int MOST_NUMBERS = 12;

    /** With more values the intervals would hide the curves. */
    private static final int MOST_INTERVALS = 40;

    /** How far beyond all estimates, as a factor, intervals still make the axis longer. */
    private static final double REACH = 2;

    /** The share of the axis by which curves with intervals are apart, so that these do not hide each other. */
    private static final double APART = 0.007;

    /** What the axis has before the first value, and twice behind the last, where the curves' names are. */
    private static final double ROOM = 0.03;

    private SweepPicture() {}

    /**
     * The sweeps of a file with their numbers; empty when it has none.
     *
     * @param ladder the file's, which has the estimates of its rows
     */
    static Optional<Figure> of(ResultsFile file, Ladder ladder) {
        List<Sweep> sweeps = Sweep.of(file, ladder);
        Grid points = new Grid()
                .left("sweep", "curve", "parameter", "value")
                .right("estimate", "low", "high", "forks")
                .left("unit");
        return Figure.of(
                "sweeps",
                "Sweeps",
                false,
                "The time of an operation, or the score in its own unit, along the parameter that has most values, or"
                        + " the iterations of single shots. Upright lines are 99 % intervals, beside each other; they end"
                        + " where they leave the picture.",
                sweeps.stream().map(sweep -> panel(sweep, points)).toList(),
                (markdown, width) -> sweeps.stream()
                        .map(sweep -> Figure.sections(markdown, width)
                                .paragraph(sweep.label() + " by " + sweep.axis() + ":")
                                .table(table(sweep))
                                .text())
                        .collect(Collectors.joining("\n")),
                points);
    }

    private static Grid table(Sweep sweep) {
        Grid table = new Grid()
                .left(sweep.axis())
                .left(sweep.curves().stream().map(Sweep.Curve::label).toArray(String[]::new));
        sweep.values()
                .forEach(value -> table.row(Stream.concat(
                                Stream.of(value),
                                sweep.curves().stream()
                                        .map(curve -> Optional.ofNullable(
                                                        curve.estimates().get(value))
                                                .map(it -> text(sweep, it))
                                                .orElse("")))
                        .toArray(String[]::new)));
        return table;
    }

    private static String text(Sweep sweep, Estimate estimate) {
        return sweep.unit().isEmpty() ? EstimateText.time(estimate) : EstimateText.score(estimate, sweep.unit());
    }

    /** Adds the points, with times in nanoseconds. */
    private static Panel panel(Sweep sweep, Grid points) {
        Map<String, Double> places = sweep.places();
        boolean areFew = sweep.values().size() <= MOST_INTERVALS;
        List<Mark> curves = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (Sweep.Curve curve : sweep.curves()) {
            String kind = "k" + curves.size();
            double apart = areFew ? (curves.size() - (sweep.curves().size() - 1) / 2.0) * APART : 0;
            List<Mark.Place> line = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            for (String value : sweep.values()) {
                Estimate it = curve.estimates().get(value);
                if (it == null) {
                    continue;
                }
                double at = places.get(value) + apart;
                line.add(new Mark.Place(at, it.value()));
                if (areFew && it.hasInterval()) {
                    marks.add(new Mark.Line(at, it.low(), at, it.high(), "range " + kind));
                }
                if (areFew
                        || line.size() == 1
                        || line.size() == curve.estimates().size()) {
                    texts.add(value + ": " + text(sweep, it));
                    marks.add(new Mark.Point(at, it.value(), kind, value + ": " + text(sweep, it)));
                }
                String unit = sweep.unit().isEmpty() ? "ns" : sweep.unit();
                Figure.add(
                        points,
                        sweep.label(),
                        curve.label(),
                        sweep.axis(),
                        value,
                        it.value(),
                        it.low(),
                        it.high(),
                        it.forks(),
                        unit);
            }
            curves.add(new Mark.Curve(line, kind, curve.label()));
            words.add(curve.label() + " by " + sweep.axis() + ": " + String.join(", ", texts));
        }
        curves.addAll(marks);
        return new Panel(sweep.label(), across(places), sweep.axis(), up(sweep), curves, String.join("; ", words));
    }

    private static Axis across(Map<String, Double> places) {
        List<String> values = List.copyOf(places.keySet());
        int every = values.stream().allMatch(Sweep::isNumber) ? 1 + (values.size() - 1) / MOST_NUMBERS : 1;
        return new Axis(
                -ROOM,
                1 + 2 * ROOM,
                false,
                IntStream.range(0, values.size())
                        .filter(n -> n % every == 0)
                        .mapToObj(n -> new Axis.Tick(places.get(values.get(n)), values.get(n)))
                        .toList());
    }

    /** It holds the estimates, and intervals up to a multiple of these. */
    private static Axis up(Sweep sweep) {
        List<Estimate> estimates = sweep.curves().stream()
                .flatMap(curve -> curve.estimates().values().stream())
                .toList();
        double least = estimates.stream().mapToDouble(Estimate::value).min().orElseThrow();
        double most = estimates.stream().mapToDouble(Estimate::value).max().orElseThrow();
        return Axis.of(
                estimates.stream()
                        .flatMapToDouble(it -> it.hasInterval()
                                ? DoubleStream.of(Math.max(it.low(), least / REACH), Math.min(it.high(), most * REACH))
                                : DoubleStream.of(it.value())),
                value -> sweep.unit().isEmpty()
                        ? Numbers.plainTime(value)
                        : Numbers.significant(value) + " " + sweep.unit());
    }
}
