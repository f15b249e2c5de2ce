package dev.callcost.report;

import dev.callcost.picture.LineChart;
import dev.callcost.picture.LineChart.Line;
import dev.callcost.picture.LineChart.Panel;
import dev.callcost.picture.LineChart.Point;
import dev.callcost.picture.LineChart.Tick;
import dev.callcost.picture.Scale;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The percentiles of the rows that JMH measured in mode SampleTime, a curve a row of all its forks' samples, on the axis of HdrHistogram's plots: the share of
 * slower samples, by its logarithm, so that each nine takes as much room. A curve ends where one sample is left that is slower.
 */
final class PercentilePicture {
    private static final String TITLE = "Time of an operation";
    private static final String AXIS = "percentile";
    private static final int POINTS_A_DECADE = 10;

    /** A row's times in nanoseconds by how many decades of samples are as fast, 1 for 90 %, 2 for 99 %, and its longest one. */
    private record Percentiles(String label, TreeMap<Double, Double> nanos, double longest) {}

    private PercentilePicture() {}

    /** The picture; empty when no row has histograms of times. */
    static Optional<LineChart> of(ResultsFile file) {
        List<Percentiles> rows = rows(file);
        List<Panel> panels = IntStream.range(0, (rows.size() + Sweeps.MOST_CURVES - 1) / Sweeps.MOST_CURVES)
                .mapToObj(n -> panel(
                        rows.subList(n * Sweeps.MOST_CURVES, Math.min(rows.size(), (n + 1) * Sweeps.MOST_CURVES))))
                .toList();
        return panels.isEmpty() ? Optional.empty() : Optional.of(new LineChart("Percentiles", panels));
    }

    /** The numbers behind the picture, as text in columns. */
    static String table(ResultsFile file) {
        List<Percentiles> rows = rows(file);
        List<Double> named = named(rows);
        Grid grid = new Grid()
                .left("row")
                .left(named.stream().map(PercentilePicture::percent).toArray(String[]::new))
                .left("longest");
        for (Percentiles row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.label));
            named.forEach(decades ->
                    cells.add(row.nanos.containsKey(decades) ? Numbers.plainTime(row.nanos.get(decades)) : ""));
            cells.add(Numbers.plainTime(row.longest));
            grid.row(cells.toArray(String[]::new));
        }
        return grid.text();
    }

    private static List<Percentiles> rows(ResultsFile file) {
        return file.rows().stream()
                .filter(row -> !row.primary().isThroughput() && row.logNanos().isPresent())
                .filter(row -> !row.primary().samples().isEmpty())
                .map(row -> new Percentiles(
                        row.label(),
                        nanos(row),
                        nanos(row, row.primary().samples().lastKey())))
                .filter(row -> !row.nanos.isEmpty())
                .toList();
    }

    /** Without those times that a clock shows as zero. */
    private static TreeMap<Double, Double> nanos(Row row) {
        Map<Double, Double> samples = row.primary().samples();
        double all = samples.values().stream().mapToDouble(Double::doubleValue).sum();
        TreeMap<Double, Double> nanos = new TreeMap<>();
        decades(all).forEach(decades -> {
            double value = atLeast(samples, all - all / Math.pow(10, decades));
            if (value > 0) {
                nanos.put(decades, nanos(row, value));
            }
        });
        return nanos;
    }

    private static double nanos(Row row, double score) {
        return Math.exp(row.logNanos().orElseThrow().applyAsDouble(Math.log(score)));
    }

    /** The places on the axis at which so many samples have a point, the median's among them. */
    private static DoubleStream decades(double samples) {
        return DoubleStream.concat(
                        IntStream.rangeClosed(0, (int) (POINTS_A_DECADE * Math.log10(samples)))
                                .mapToDouble(n -> (double) n / POINTS_A_DECADE),
                        DoubleStream.of(Math.log10(2)))
                .filter(decades -> Math.pow(10, decades) <= samples);
    }

    /** The smallest value that so many samples do not exceed. */
    private static double atLeast(Map<Double, Double> samples, double number) {
        double counted = 0;
        for (Map.Entry<Double, Double> sample : samples.entrySet()) {
            counted += sample.getValue();
            if (counted >= number) {
                return sample.getKey();
            }
        }
        throw new IllegalArgumentException("fewer than " + number + " samples");
    }

    /** The places that have a number below the axis: the median's and each nine's. */
    private static List<Double> named(List<Percentiles> rows) {
        double longest =
                rows.stream().mapToDouble(row -> row.nanos.lastKey()).max().orElse(0);
        return Stream.concat(
                        Stream.of(0.0, Math.log10(2)),
                        IntStream.rangeClosed(1, (int) longest).mapToObj(n -> (double) n))
                .filter(decades -> decades <= longest)
                .toList();
    }

    private static String percent(double decades) {
        if (decades == 0) {
            return "0%";
        }
        return Numbers.significant(100 - 100 / Math.pow(10, decades), (int) Math.max(2, decades)) + "%";
    }

    private static Panel panel(List<Percentiles> rows) {
        List<Double> named = named(rows);
        double longest =
                rows.stream().mapToDouble(row -> row.nanos.lastKey()).max().orElseThrow();
        Scale scale = Scale.of(
                rows.stream().flatMapToDouble(row -> row.nanos.values().stream().mapToDouble(Double::doubleValue)));
        return new Panel(
                TITLE,
                AXIS,
                named.stream()
                        .map(decades -> new Tick(decades / longest, percent(decades)))
                        .toList(),
                scale.ticks(Numbers::plainTime),
                rows.stream()
                        .map(row -> new Line(
                                row.label,
                                row.nanos.entrySet().stream()
                                        .map(point -> point(
                                                point.getKey() / longest,
                                                scale.at(point.getValue()),
                                                named.contains(point.getKey())
                                                        ? percent(point.getKey()) + ": "
                                                                + Numbers.plainTime(point.getValue())
                                                        : ""))
                                        .toList()))
                        .toList());
    }

    private static Point point(double x, double y, String text) {
        return new Point(x, y, Double.NaN, Double.NaN, text);
    }
}
