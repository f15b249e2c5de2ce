package dev.callcost.report;

import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Curves;
import dev.callcost.plot.Curves.Curve;
import dev.callcost.plot.Curves.Panel;
import dev.callcost.plot.Curves.Point;
import dev.callcost.plot.Curves.Tick;
import dev.callcost.report.Figure.Table;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How forks got warm, from the log beside a results file: a panel a row, a curve a fork, of the time of an operation over that of the fork's measured
 * iterations; a dashed line where measuring began, and underneath the share of the time in which the JIT compiler worked.
 */
final class WarmUpPicture {
    /** From half of the time to sixteen times as long. */
    private static final int LOWEST = -1;

    private static final int HIGHEST = 4;

    /** More curves in a panel could not be told apart. */
    private static final int MOST_FORKS = 5;

    private record WarmRow(RowKey key, List<WarmUpCurve> forks) {}

    private WarmUpPicture() {}

    /**
     * The warm-ups of a log with their numbers.
     *
     * @return empty when there is no fork in it that warmed up for as much as a step of a curve
     */
    static Optional<Figure> of(List<Fork> log) {
        List<WarmRow> rows = log.stream()
                .filter(WarmUpCurve::isSeenIn)
                .collect(Collectors.groupingBy(
                        Fork::key, LinkedHashMap::new, Collectors.mapping(WarmUpCurve::of, Collectors.toList())))
                .entrySet()
                .stream()
                .map(row -> new WarmRow(row.getKey(), row.getValue()))
                .sorted(Comparator.comparing(row -> row.key.label()))
                .toList();
        List<RowKey> keys = rows.stream().map(WarmRow::key).toList();
        RowNames names = new RowNames(keys);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        "warm-up",
                        "How the forks got warm",
                        true,
                        "Each fork's time of an operation over that of its measured iterations, by seconds of running; measuring begins"
                                + " at the dashed line. Underneath the share of the time in which the JIT compiler worked.",
                        chart(rows).svg(),
                        List.of(new Table(
                                "How the forks got warm, in the first and in the last step of half a second before measuring: the time"
                                        + " of an operation over that of the measured iterations, and the share of the time in which"
                                        + " the JIT compiler worked; medians over forks:",
                                grid(rows, names),
                                shared -> names.addShared(shared, keys))),
                        points(rows)));
    }

    private static Curves chart(List<WarmRow> rows) {
        List<Tick> ticks = Stream.of(1, 2, 4, 8)
                .map(times -> new Tick(height(times), times + "x"))
                .toList();
        List<Panel> panels = rows.stream().map(WarmUpPicture::panel).toList();
        return new Curves("Warm-up", "s", height(1), ticks, panels);
    }

    private static double height(double ratio) {
        return (Math.log(ratio) / Math.log(2) - LOWEST) / (HIGHEST - LOWEST);
    }

    private static Panel panel(WarmRow row) {
        List<WarmUpCurve> drawn = row.forks.stream().limit(MOST_FORKS).toList();
        return new Panel(
                row.key.label(),
                drawn.stream()
                        .map(fork -> new Curve(
                                points(fork, step -> height(step.ratio())), OptionalDouble.of(fork.seconds())))
                        .toList(),
                List.of(),
                drawn.stream()
                        .map(fork -> new Curve(points(fork, WarmUpCurve.Step::compiling), OptionalDouble.empty()))
                        .toList(),
                row.forks.size()
                        + (drawn.size() < row.forks.size()
                                ? " forks, of which " + drawn.size() + " are drawn,"
                                : " forks,")
                        + " measured after "
                        + range(row.forks));
    }

    private static List<Point> points(WarmUpCurve fork, ToDoubleFunction<WarmUpCurve.Step> height) {
        return fork.steps().stream()
                .map(step -> new Point(step.second(), height.applyAsDouble(step)))
                .filter(point -> !Double.isNaN(point.y()))
                .toList();
    }

    /** How long the warm-ups took: {@code 3.0 to 4.5 s}. */
    private static String range(List<WarmUpCurve> forks) {
        double[] seconds =
                forks.stream().mapToDouble(WarmUpCurve::seconds).sorted().toArray();
        return String.format(Locale.ROOT, "%.1f to %.1f s", seconds[0], seconds[seconds.length - 1]);
    }

    private static Grid grid(List<WarmRow> rows, RowNames names) {
        Grid grid = new Grid()
                .left("row")
                .right("forks", "measured after", "time, first", "time, last", "JIT, first", "JIT, last");
        rows.forEach(row -> grid.row(
                names.of(row.key),
                String.valueOf(row.forks.size()),
                range(row.forks),
                times(row.forks, WarmUpCurve::first),
                times(row.forks, WarmUpCurve::last),
                Numbers.percent(median(row.forks, fork -> fork.first().compiling()), 0),
                Numbers.percent(median(row.forks, fork -> fork.last().compiling()), 0)));
        return grid;
    }

    private static String times(List<WarmUpCurve> forks, Function<WarmUpCurve, WarmUpCurve.Step> step) {
        double median = median(forks, fork -> step.apply(fork).ratio());
        return Double.isNaN(median) ? "" : Numbers.significant(median) + " x";
    }

    private static double median(List<WarmUpCurve> forks, ToDoubleFunction<WarmUpCurve> number) {
        double[] known =
                forks.stream().mapToDouble(number).filter(Double::isFinite).toArray();
        return known.length == 0 ? Double.NaN : Metric.median(known);
    }

    private static Grid points(List<WarmRow> rows) {
        Grid grid = new Grid().left("row").right("fork", "measured after s", "s", "time ratio", "compiling");
        for (WarmRow row : rows) {
            for (int n = 0; n < row.forks.size(); n++) {
                for (WarmUpCurve.Step step : row.forks.get(n).steps()) {
                    grid.row(
                            row.key.label(),
                            String.valueOf(n + 1),
                            Figure.number(row.forks.get(n).seconds()),
                            Figure.number(step.second()),
                            Figure.number(step.ratio()),
                            Figure.number(step.compiling()));
                }
            }
        }
        return grid;
    }
}
