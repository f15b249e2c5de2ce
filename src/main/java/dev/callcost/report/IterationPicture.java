package dev.callcost.report;

import dev.callcost.data.Fork;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.ladder.Warnings;
import dev.callcost.plot.Curves;
import dev.callcost.plot.Curves.Curve;
import dev.callcost.plot.Curves.Panel;
import dev.callcost.plot.Curves.Point;
import dev.callcost.plot.Curves.Tick;
import dev.callcost.report.Figure.Table;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The measured iterations of the rows that a run's warnings name first, fork behind fork: what a warning speaks of, be it slow minutes, forks of
 * two kinds or scores that still move, is seen here.
 */
final class IterationPicture {
    private static final double LOWEST = 0.75;
    private static final double HIGHEST = 2;

    /** More would make the page large; the points have all. */
    private static final int MOST_ROWS = 4;

    private static final int MOST_DOTS = 400;

    /**
     * A row.
     *
     * @param key the row
     * @param forks the scores of each fork's iterations over the median of the forks' medians; at least one of each
     */
    private record Row(RowKey key, List<List<Double>> forks) {
        static Row of(List<Fork> recorded) {
            List<List<Double>> scores = recorded.stream().map(Fork::scores).toList();
            double middle =
                    Metric.median(scores.stream().mapToDouble(Row::median).toArray());
            return new Row(
                    recorded.get(0).key(),
                    scores.stream()
                            .map(fork ->
                                    fork.stream().map(score -> score / middle).toList())
                            .toList());
        }

        static double median(List<Double> fork) {
            return Metric.median(fork.stream().mapToDouble(Double::doubleValue).toArray());
        }

        int count() {
            return forks.stream().mapToInt(List::size).sum();
        }

        String medians() {
            return range(forks.stream().map(Row::median));
        }

        String iterations() {
            return range(forks.stream().flatMap(List::stream));
        }

        /** Lowest to highest: {@code 0.92 to 1.3 x}. */
        private static String range(Stream<Double> ratios) {
            double[] sorted = ratios.mapToDouble(it -> it).sorted().toArray();
            return Numbers.significant(sorted[0]) + " to " + Numbers.significant(sorted[sorted.length - 1]) + " x";
        }
    }

    private IterationPicture() {}

    /** The iterations of a log with their numbers; empty when no warning names a row. */
    static Optional<Figure> of(List<Fork> log) {
        List<Row> rows = Warnings.worst(log).stream().map(Row::of).toList();
        List<RowKey> keys = rows.stream().map(Row::key).toList();
        RowNames names = new RowNames(keys);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        "iterations",
                        "Iteration by iteration, where a warning names a row",
                        true,
                        "Each dot a measured iteration's score over the median of the row's forks, fork behind fork, of many every"
                                + " few; a line at each fork's median.",
                        chart(rows).svg(),
                        List.of(new Table(
                                "Iteration by iteration, where a warning names a row: scores over the median of the row's forks:",
                                grid(rows, names),
                                shared -> names.addShared(shared, keys))),
                        points(rows)));
    }

    private static Curves chart(List<Row> rows) {
        List<Tick> ticks = Stream.of(LOWEST, 1.0, 1.5, HIGHEST)
                .map(times -> new Tick(height(times), Numbers.significant(times) + "x"))
                .toList();
        return new Curves(
                "Iteration by iteration",
                "iterations",
                height(1),
                ticks,
                rows.stream().limit(MOST_ROWS).map(IterationPicture::panel).toList());
    }

    private static double height(double ratio) {
        return Math.log(ratio / LOWEST) / Math.log(HIGHEST / LOWEST);
    }

    private static Panel panel(Row row) {
        List<Curve> medians = new ArrayList<>();
        List<Point> dots = new ArrayList<>();
        int before = 0;
        int every = 1 + row.count() / MOST_DOTS;
        for (List<Double> fork : row.forks) {
            for (int n = 0; n < fork.size(); n += every) {
                dots.add(new Point(before + n + 1, height(fork.get(n))));
            }
            double median = height(Row.median(fork));
            medians.add(new Curve(
                    List.of(new Point(before + 1, median), new Point(before + fork.size(), median)),
                    OptionalDouble.empty()));
            before += fork.size();
        }
        String text =
                row.forks.size() + " forks, their medians " + row.medians() + ", their iterations " + row.iterations();
        return new Panel(row.key.label(), medians, dots, List.of(), text);
    }

    private static Grid grid(List<Row> rows, RowNames names) {
        Grid grid = new Grid().left("row").right("forks", "iterations", "medians of forks", "iterations' scores");
        rows.forEach(row -> grid.row(
                names.of(row.key),
                String.valueOf(row.forks.size()),
                String.valueOf(row.count()),
                row.medians(),
                row.iterations()));
        return grid;
    }

    private static Grid points(List<Row> rows) {
        Grid grid = new Grid().left("row").right("fork", "iteration", "score ratio");
        for (Row row : rows) {
            for (int fork = 0; fork < row.forks.size(); fork++) {
                List<Double> scores = row.forks.get(fork);
                for (int n = 0; n < scores.size(); n++) {
                    grid.row(
                            row.key.label(),
                            String.valueOf(fork + 1),
                            String.valueOf(n + 1),
                            Figure.number(scores.get(n)));
                }
            }
        }
        return grid;
    }
}
