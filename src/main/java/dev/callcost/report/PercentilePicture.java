package dev.callcost.report;

import dev.callcost.data.ResultsFile;
import dev.callcost.plot.LineChart;
import dev.callcost.plot.LineChart.Line;
import dev.callcost.plot.LineChart.Panel;
import dev.callcost.plot.LineChart.Point;
import dev.callcost.plot.LineChart.Tick;
import dev.callcost.plot.Scale;
import dev.callcost.report.Figure.Table;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Percentiles as curves, one a row, on the axis of HdrHistogram's plots: the share of slower samples, by its logarithm, so that each nine takes as much
 * room.
 */
final class PercentilePicture {
    private static final String TITLE = "Time of an operation";
    private static final String AXIS = "percentile";

    private PercentilePicture() {}

    /** The percentiles of a file with their numbers; empty when no row has histograms of times. */
    static Optional<Figure> of(ResultsFile file) {
        List<Percentiles> rows = Percentiles.of(file);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        "percentiles",
                        "Percentiles",
                        false,
                        "The operations that JMH sampled, of all forks together; each nine of the axis takes as much room.",
                        chart(rows).svg(),
                        List.of(new Table(
                                "Percentiles of the operations that JMH sampled, of all forks together:", grid(rows))),
                        points(rows)));
    }

    static LineChart chart(List<Percentiles> rows) {
        return new LineChart(
                "Percentiles",
                IntStream.range(0, (rows.size() + Sweeps.MOST_CURVES - 1) / Sweeps.MOST_CURVES)
                        .mapToObj(n -> panel(rows.subList(
                                n * Sweeps.MOST_CURVES, Math.min(rows.size(), (n + 1) * Sweeps.MOST_CURVES))))
                        .toList());
    }

    static Grid grid(List<Percentiles> rows) {
        List<Double> named = Percentiles.named(rows);
        Grid grid = new Grid()
                .left("row")
                .left(named.stream().map(Percentiles::percent).toArray(String[]::new))
                .left("longest");
        for (Percentiles row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.label()));
            named.forEach(place -> cells.add(
                    row.nanos().containsKey(place)
                            ? Numbers.plainTime(row.nanos().get(place))
                            : ""));
            cells.add(Numbers.plainTime(row.longest()));
            grid.row(cells.toArray(String[]::new));
        }
        return grid;
    }

    private static Grid points(List<Percentiles> rows) {
        Grid grid = new Grid().left("row").right("percentile", "ns");
        for (Percentiles row : rows) {
            row.nanos()
                    .forEach((place, nanos) ->
                            grid.row(row.label(), Figure.number(Percentiles.share(place)), Figure.number(nanos)));
            grid.row(row.label(), Figure.number(100), Figure.number(row.longest()));
        }
        return grid;
    }

    private static Panel panel(List<Percentiles> rows) {
        List<Double> named = Percentiles.named(rows);
        double last = Percentiles.last(rows);
        Scale scale = Scale.of(rows.stream()
                .flatMapToDouble(row -> row.nanos().values().stream().mapToDouble(Double::doubleValue)));
        return new Panel(
                TITLE,
                AXIS,
                named.stream()
                        .map(place -> new Tick(place / last, Percentiles.percent(place)))
                        .toList(),
                scale.ticks(Numbers::plainTime),
                rows.stream()
                        .map(row -> new Line(
                                row.label(),
                                row.nanos().entrySet().stream()
                                        .map(point -> point(
                                                point.getKey() / last,
                                                scale.at(point.getValue()),
                                                named.contains(point.getKey())
                                                        ? Percentiles.percent(point.getKey()) + ": "
                                                                + Numbers.plainTime(point.getValue())
                                                        : ""))
                                        .toList()))
                        .toList());
    }

    private static Point point(double x, double y, String text) {
        return new Point(x, y, Double.NaN, Double.NaN, text);
    }
}
