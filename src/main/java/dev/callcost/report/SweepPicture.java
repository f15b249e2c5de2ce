package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.ResultsFile;
import dev.callcost.ladder.Ladder;
import dev.callcost.plot.LineChart;
import dev.callcost.plot.LineChart.Line;
import dev.callcost.plot.LineChart.Panel;
import dev.callcost.plot.LineChart.Point;
import dev.callcost.plot.LineChart.Tick;
import dev.callcost.plot.Scale;
import dev.callcost.report.Figure.Table;
import dev.callcost.stats.EstimateText;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Sweeps as curves, a panel a sweep: the estimate of each row with its interval over forks, by the value of the parameter. */
final class SweepPicture {
    /** More numbers below an axis say no more. */
    private static final int MOST_NUMBERS = 12;

    /** Of more values the intervals would hide the curves. */
    private static final int MOST_INTERVALS = 40;

    /** How far beyond all estimates, as a factor, intervals still make the axis longer. */
    private static final double REACH = 2;

    private SweepPicture() {}

    /**
     * The sweeps of a file with their numbers; empty when it has none.
     *
     * @param ladder the file's, which has the estimates of its rows
     */
    static Optional<Figure> of(ResultsFile file, Ladder ladder) {
        List<Sweep> sweeps = Sweeps.of(file, ladder);
        return sweeps.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        "sweeps",
                        "Sweeps",
                        false,
                        "The time of an operation, or the score in its own unit, along the parameter that has most values, or the"
                                + " iterations of single shots; upright lines are 99 % intervals, drawn side by side, and cut where they"
                                + " leave the picture.",
                        chart(sweeps).svg(),
                        sweeps.stream().map(SweepPicture::table).toList(),
                        points(sweeps)));
    }

    private static LineChart chart(List<Sweep> sweeps) {
        return new LineChart("Sweeps", sweeps.stream().map(SweepPicture::panel).toList());
    }

    private static Table table(Sweep sweep) {
        return new Table(sweep.label() + " by " + sweep.axis() + ":", grid(sweep));
    }

    /** Times in nanoseconds; without an interval its ends are empty. */
    private static Grid points(List<Sweep> sweeps) {
        Grid grid = new Grid()
                .left("sweep", "curve", "parameter", "value")
                .right("estimate", "low", "high", "forks")
                .left("unit");
        for (Sweep sweep : sweeps) {
            for (Sweep.Curve curve : sweep.curves()) {
                sweep.values().stream()
                        .filter(curve.estimates()::containsKey)
                        .forEach(value -> grid.row(
                                point(sweep, curve, value, curve.estimates().get(value))));
            }
        }
        return grid;
    }

    private static String[] point(Sweep sweep, Sweep.Curve curve, String value, Estimate estimate) {
        return new String[] {
            sweep.label(),
            curve.label(),
            sweep.axis(),
            value,
            Figure.number(estimate.value()),
            Figure.number(estimate.low()),
            Figure.number(estimate.high()),
            String.valueOf(estimate.forks()),
            sweep.unit().isEmpty() ? "ns" : sweep.unit()
        };
    }

    private static Grid grid(Sweep sweep) {
        Grid grid = new Grid()
                .left(sweep.axis())
                .left(sweep.curves().stream().map(Sweep.Curve::label).toArray(String[]::new));
        for (String value : sweep.values()) {
            List<String> cells = new ArrayList<>(List.of(value));
            sweep.curves()
                    .forEach(curve ->
                            cells.add(Optional.ofNullable(curve.estimates().get(value))
                                    .map(estimate -> text(sweep, estimate))
                                    .orElse("")));
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }

    private static String text(Sweep sweep, Estimate estimate) {
        return sweep.unit().isEmpty() ? EstimateText.time(estimate) : EstimateText.score(estimate, sweep.unit());
    }

    private static Panel panel(Sweep sweep) {
        Map<String, Double> places = sweep.places();
        List<Estimate> estimates = sweep.curves().stream()
                .flatMap(curve -> curve.estimates().values().stream())
                .toList();
        Scale scale = scale(estimates);
        List<Line> lines = sweep.curves().stream()
                .map(curve -> new Line(
                        curve.label(),
                        sweep.values().stream()
                                .filter(curve.estimates()::containsKey)
                                .map(value ->
                                        point(sweep, value, curve.estimates().get(value), places.get(value), scale))
                                .toList()))
                .toList();
        return new Panel(
                sweep.label(), sweep.axis(), across(places), scale.ticks(value -> number(sweep, value)), lines);
    }

    private static List<Tick> across(Map<String, Double> places) {
        List<String> values = List.copyOf(places.keySet());
        int step = values.stream().allMatch(Sweep::isNumber) ? 1 + (values.size() - 1) / MOST_NUMBERS : 1;
        return IntStream.range(0, values.size())
                .filter(n -> n % step == 0)
                .mapToObj(n -> new Tick(places.get(values.get(n)), values.get(n)))
                .toList();
    }

    /** It holds the estimates, and intervals as far as they are no multiple of these. */
    private static Scale scale(List<Estimate> estimates) {
        double least = estimates.stream().mapToDouble(Estimate::value).min().orElseThrow();
        double most = estimates.stream().mapToDouble(Estimate::value).max().orElseThrow();
        return Scale.of(estimates.stream()
                .flatMapToDouble(estimate -> estimate.hasInterval()
                        ? DoubleStream.of(
                                Math.max(estimate.low(), least / REACH), Math.min(estimate.high(), most * REACH))
                        : DoubleStream.of(estimate.value())));
    }

    private static String number(Sweep sweep, double value) {
        return sweep.unit().isEmpty() ? Numbers.plainTime(value) : Numbers.significant(value) + " " + sweep.unit();
    }

    private static Point point(Sweep sweep, String value, Estimate estimate, double place, Scale scale) {
        boolean isAlone = sweep.values().size() <= MOST_INTERVALS;
        boolean hasInterval = isAlone && estimate.hasInterval();
        return new Point(
                place,
                scale.at(estimate.value()),
                hasInterval ? scale.at(estimate.low()) : Double.NaN,
                hasInterval ? scale.at(estimate.high()) : Double.NaN,
                isAlone || place == 0 || place == 1 ? value + ": " + text(sweep, estimate) : "");
    }
}
