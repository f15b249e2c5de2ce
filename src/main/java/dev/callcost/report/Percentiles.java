package dev.callcost.report;

import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Picture;
import dev.callcost.plot.Picture.Panel;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A row that JMH measured in mode SampleTime, all its forks' samples together. Its percentiles are a curve on the axis of HdrHistogram's plots: the share of
 * slower samples, by its logarithm. A percentile's place on it is the number of its nines: 1 for 90 %, 2 for 99 %. The last place is that with one slower sample
 * left.
 *
 * @param nanos the times in nanoseconds by their places, without those that a clock shows as zero; at least one
 * @param longest the longest time in nanoseconds
 */
record Percentiles(String label, TreeMap<Double, Double> nanos, double longest) {
    private static final int POINTS_A_DECADE = 10;

    /** How much longer than the curves the axis is: names stand at its end. */
    private static final double ROOM = 1.06;

    private static Percentiles of(Row row, RowNames names) {
        DoubleUnaryOperator toNanos =
                value -> Math.exp(row.logNanos().orElseThrow().applyAsDouble(Math.log(value)));
        Histogram samples = row.primary().samples();
        double all = samples.samples();
        TreeMap<Double, Double> nanos = new TreeMap<>();
        List<Double> places = new ArrayList<>(places((int) (POINTS_A_DECADE * Math.log10(all)), POINTS_A_DECADE));
        places.removeIf(place -> Math.pow(10, place) > all);
        for (int i = 0; i < samples.size(); i++) {
            while (!places.isEmpty() && samples.upTo(i) >= all - all / Math.pow(10, places.get(0))) {
                double place = places.remove(0);
                if (samples.value(i) > 0) {
                    nanos.put(place, toNanos.applyAsDouble(samples.value(i)));
                }
            }
        }
        return new Percentiles(names.label(row.key()), nanos, toNanos.applyAsDouble(samples.value(samples.size() - 1)));
    }

    /** The places from 0 on, so many to a nine, and that of the median; in ascending order. */
    private static List<Double> places(int last, int toANine) {
        return DoubleStream.concat(
                        DoubleStream.of(Math.log10(2)),
                        IntStream.rangeClosed(0, last).mapToDouble(n -> (double) n / toANine))
                .sorted()
                .boxed()
                .toList();
    }

    /** The percentiles of a file with their numbers; empty when no row has histograms of times. */
    static Optional<Figure> figure(ResultsFile file) {
        RowNames names = new RowNames(file.rows().stream().map(Row::key).toList());
        List<Percentiles> rows = file.rows().stream()
                .filter(row -> !row.primary().isThroughput() && row.logNanos().isPresent())
                .filter(row -> !row.primary().histograms().isEmpty())
                .map(row -> of(row, names))
                .filter(row -> !row.nanos.isEmpty())
                .toList();
        Grid table = new Grid()
                .left("row")
                .left(named(rows).stream().map(Percentiles::percent).toArray(String[]::new))
                .left("longest");
        Grid points = new Grid().left("row").right("percentile", "ns");
        List<Panel> panels = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += Picture.KINDS) {
            List<Percentiles> part = rows.subList(from, Math.min(rows.size(), from + Picture.KINDS));
            List<Mark> marks = new ArrayList<>();
            List<String> words = new ArrayList<>();
            for (Percentiles row : part) {
                words.add(row.label + " by percentile: "
                        + String.join(", ", row.draw("k" + words.size(), named(rows), marks, table, points)));
            }
            Axis across = new Axis(
                    0,
                    ROOM * last(part),
                    false,
                    named(part).stream()
                            .map(place -> new Axis.Tick(place, percent(place)))
                            .toList());
            Axis up = Axis.of(
                    part.stream().flatMap(row -> row.nanos.values().stream()).mapToDouble(it -> it),
                    Numbers::plainTime);
            panels.add(Panel.box("Time per operation", across, "percentile", up, marks, String.join("; ", words)));
        }
        return Figure.of(
                "percentiles",
                "Percentiles",
                false,
                "The operations that JMH sampled, all forks together; each nine of the axis takes as much room.",
                panels,
                report -> report.paragraph("Percentiles of the operations that JMH sampled, of all forks together:")
                        .table(table),
                points);
    }

    /** Adds its curve, its line of the table and its points. Returns its percentiles in words. */
    private List<String> draw(String kind, List<Double> named, List<Mark> marks, Grid table, Grid points) {
        List<String> cells = new ArrayList<>(List.of(label));
        List<String> words = new ArrayList<>();
        List<Place> places = nanos.entrySet().stream()
                .map(it -> new Place(it.getKey(), it.getValue()))
                .toList();
        marks.add(new Mark.Curve(places, kind, label));
        for (double place : named) {
            String time = Optional.ofNullable(nanos.get(place))
                    .map(Numbers::plainTime)
                    .orElse("");
            cells.add(time);
            if (!time.isEmpty()) {
                words.add(percent(place) + ": " + time);
                marks.add(new Mark.Point(place, nanos.get(place), kind, percent(place) + ": " + time));
            }
        }
        cells.add(Numbers.plainTime(longest));
        table.row(cells.toArray(String[]::new));
        nanos.forEach((place, time) -> Figure.add(points, label, share(place), time));
        Figure.add(points, label, 100.0, longest);
        return words;
    }

    private static double last(List<Percentiles> rows) {
        return rows.stream().mapToDouble(row -> row.nanos.lastKey()).max().orElse(0);
    }

    /** The places that have a name: those of the shortest sample, of the median and of each nine. */
    private static List<Double> named(List<Percentiles> rows) {
        return places((int) last(rows), 1).stream()
                .filter(place -> place <= last(rows))
                .toList();
    }

    /** A place's name: {@code 99.9%}. */
    private static String percent(double place) {
        return place == 0 ? "0%" : Numbers.significant(share(place), (int) Math.max(2, place)) + "%";
    }

    private static double share(double place) {
        return 100 - 100 / Math.pow(10, place);
    }
}
