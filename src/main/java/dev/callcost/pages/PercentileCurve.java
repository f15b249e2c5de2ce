package dev.callcost.pages;

import dev.callcost.data.Histogram;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Lane;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panel;
import dev.callcost.plot.Picture;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A row that JMH measured in mode SampleTime, all its forks' samples together. Its percentiles are a curve on the axis of HdrHistogram's plots: the share of
 * slower samples, by its logarithm. A percentile's place on it is the number of its nines: 1 for 90 %, 2 for 99 %. The last place is that with one slower sample
 * left.
 *
 * @param label of the row, in tables
 * @param name of the curve
 * @param kind of the curve
 * @param nanos the times in nanoseconds by their places, without those that a clock shows as zero
 * @param longest the longest time in nanoseconds
 */
record PercentileCurve(String label, String name, String kind, TreeMap<Double, Double> nanos, double longest) {
    private static final int POINTS_A_DECADE = 10;

    /** How much longer than the curves the axis is: names stand at its end. */
    private static final double ROOM = 1.06;

    /** @param slower how many slower samples are left where the curve ends */
    static PercentileCurve of(Row row, String label, String name, String kind, double slower) {
        DoubleUnaryOperator toNanos =
                value -> Math.exp(row.logNanos().orElseThrow().applyAsDouble(Math.log(value)));
        Histogram samples = row.primary().samples();
        double all = samples.samples();
        TreeMap<Double, Double> nanos = new TreeMap<>();
        List<Double> places = new ArrayList<>(places((int) (POINTS_A_DECADE * Math.log10(all)), POINTS_A_DECADE));
        places.removeIf(place -> slower * Math.pow(10, place) > all);
        for (int i = 0; i < samples.size(); i++) {
            while (!places.isEmpty() && samples.upTo(i) >= all - all / Math.pow(10, places.get(0))) {
                double place = places.remove(0);
                if (samples.value(i) > 0) {
                    nanos.put(place, toNanos.applyAsDouble(samples.value(i)));
                }
            }
        }
        return new PercentileCurve(label, name, kind, nanos, toNanos.applyAsDouble(samples.value(samples.size() - 1)));
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
        List<PercentileCurve> rows = new ArrayList<>();
        for (Row row : file.rows()) {
            if (!row.primary().isThroughput()
                    && row.logNanos().isPresent()
                    && !row.primary().histograms().isEmpty()) {
                String label = names.label(row.key());
                PercentileCurve drawn = of(row, label, label, "k" + rows.size() % Picture.KINDS, 1);
                rows.addAll(drawn.nanos.isEmpty() ? List.of() : List.of(drawn));
            }
        }
        List<Panel> panels = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += Picture.KINDS) {
            List<PercentileCurve> part = rows.subList(from, Math.min(rows.size(), from + Picture.KINDS));
            Axis up = Axis.of(times(part), Numbers::plainTime);
            panels.add(Panel.box(
                    "Time per operation", across(part), "percentile", up, marks(part, rows), words(part, rows)));
        }
        return Figure.of(
                "percentiles",
                "Percentiles",
                Figure.Place.BELOW,
                "The operations that JMH sampled, all forks together; each nine of the axis takes as much room.",
                panels,
                report -> report.paragraph("Percentiles of the operations that JMH sampled, of all forks together:")
                        .table(table(rows)),
                points(rows));
    }

    /** Some rates of open loops, by the title of their panel. All panels have the same axes. */
    static Optional<Figure> atRates(Map<String, List<PercentileCurve>> sweeps) {
        List<PercentileCurve> rows =
                sweeps.values().stream().flatMap(List::stream).toList();
        List<Panel> panels = new ArrayList<>();
        sweeps.forEach((title, some) -> {
            Axis up = Axis.logarithmic(times(rows), Numbers::plainTime);
            Lane lane = new Lane("", "", marks(some, rows), "", words(some, rows));
            panels.add(new Panel(title, across(rows), "percentile", up, List.of(), LoadPage.HEIGHT, List.of(lane)));
        });
        return Figure.of(
                "rate-percentiles",
                "Latency by percentile"
                        + (sweeps.values().stream().allMatch(some -> some.size() == 3) ? ", at three rates" : ""),
                Figure.Place.FIRST,
                "90 %, 99 % and 99.9 % are equally far apart. Samples of all forks together; a curve ends where ten slower"
                        + " ones are left.",
                panels,
                report -> report.isText() // has the percentiles of all rates
                        ? report
                        : report.paragraph("Latency by percentile, samples of all forks together:")
                                .table(table(rows)),
                points(rows));
    }

    private static Grid table(List<PercentileCurve> rows) {
        List<Double> named = named(rows);
        Grid table = new Grid()
                .droppable("99.9999%", "99.999%", "99.99%", "0%")
                .left("row")
                .left(named.stream().map(PercentileCurve::percent).toArray(String[]::new))
                .left("longest");
        for (PercentileCurve row : rows) {
            List<String> cells = new ArrayList<>(List.of(row.label));
            named.forEach(place -> cells.add(row.nanos.containsKey(place) ? row.text(place) : ""));
            cells.add(Numbers.plainTime(row.longest));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static Grid points(List<PercentileCurve> rows) {
        Grid points = new Grid().left("row").right("percentile", "ns");
        for (PercentileCurve row : rows) {
            row.nanos.forEach((place, time) -> Figure.add(points, row.label, share(place), time));
            Figure.add(points, row.label, 100.0, row.longest);
        }
        return points;
    }

    private static DoubleStream times(List<PercentileCurve> rows) {
        return rows.stream().flatMap(row -> row.nanos.values().stream()).mapToDouble(it -> it);
    }

    private static Axis across(List<PercentileCurve> rows) {
        List<Axis.Tick> ticks = named(rows).stream()
                .map(place -> new Axis.Tick(place, percent(place)))
                .toList();
        return new Axis(0, ROOM * last(rows), false, ticks);
    }

    /** The curves of some rows, with dots at the places that all rows name. */
    private static List<Mark> marks(List<PercentileCurve> some, List<PercentileCurve> all) {
        List<Mark> marks = new ArrayList<>();
        for (PercentileCurve row : some) {
            List<Place> places = new ArrayList<>();
            row.nanos.forEach((place, time) -> places.add(new Place(place, time)));
            marks.add(new Mark.Curve(places, row.kind, row.name));
            row.dots(all).forEach(marks::add);
        }
        return marks;
    }

    private static String words(List<PercentileCurve> some, List<PercentileCurve> all) {
        return some.stream()
                .map(row -> row.dots(all)
                        .map(Mark.Point::words)
                        .collect(Collectors.joining(", ", row.label + " by percentile: ", "")))
                .collect(Collectors.joining("; "));
    }

    private Stream<Mark.Point> dots(List<PercentileCurve> all) {
        return named(all).stream()
                .filter(nanos::containsKey)
                .map(place -> new Mark.Point(place, nanos.get(place), kind, percent(place) + ": " + text(place)));
    }

    private String text(double place) {
        return Numbers.plainTime(nanos.get(place));
    }

    private static double last(List<PercentileCurve> rows) {
        return rows.stream().mapToDouble(row -> row.nanos.lastKey()).max().orElse(0);
    }

    /** The places that have a name: those of the shortest sample, of the median and of each nine. */
    private static List<Double> named(List<PercentileCurve> rows) {
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
