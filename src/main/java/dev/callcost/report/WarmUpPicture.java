package dev.callcost.report;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panels.Panel;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The warm-up of forks, from a run's log. A row has a panel and a fork has a grey curve: the time per operation over that of the fork's measured iterations. The
 * panel also has the median curve, and a dashed line where measuring began.
 */
final class WarmUpPicture {
    private static final double STEP = 0.5;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** More curves in a panel are not readable. */
    private static final int MOST_FORKS = 5;

    private static final Axis UP = Axis.ratios(0.5, 16, "1", "2", "4", "8");

    private record WarmRow(RowKey key, List<Curve> forks) {
        double median(ToDoubleFunction<Curve> number) {
            double[] known =
                    forks.stream().mapToDouble(number).filter(Double::isFinite).toArray();
            return known.length == 0 ? Double.NaN : Metric.median(known);
        }

        String times(Function<Curve, Step> step) {
            double median = median(fork -> step.apply(fork).ratio);
            return Double.isNaN(median) ? "" : Numbers.significant(median) + " x";
        }

        String compiling(Function<Curve, Step> step) {
            return Numbers.percent(median(fork -> step.apply(fork).compiling), 0);
        }

        /** The median over forks, where at least half of them have a time. */
        List<Place> medians() {
            Map<Double, List<Double>> times = forks.stream()
                    .flatMap(fork -> fork.places().stream())
                    .collect(Collectors.groupingBy(
                            Place::at, TreeMap::new, Collectors.mapping(Place::height, Collectors.toList())));
            times.values().removeIf(it -> 2 * it.size() < forks.size());
            List<Place> medians = new ArrayList<>();
            times.forEach((second, ratios) -> medians.add(new Place(
                    second, Metric.median(ratios.stream().mapToDouble(it -> it).toArray()))));
            return medians;
        }
    }

    /**
     * A fork.
     *
     * @param seconds the length of the warm-up
     * @param steps the steps of half a second in which an iteration began
     */
    private record Curve(double seconds, List<Step> steps) {
        static boolean isWarmedUp(Fork fork) {
            return WarmUpPicture.seconds(fork.warmUpIterations()) >= STEP
                    && !fork.scores().isEmpty();
        }

        static Curve of(Fork fork) {
            boolean isThroughput = new Metric(fork.unit(), List.of()).isThroughput();
            double warm =
                    Metric.median(fork.scores().stream().mapToDouble(it -> it).toArray());
            Map<Double, List<Iteration>> bySecond = new LinkedHashMap<>();
            double running = 0;
            for (Iteration iteration : fork.iterations()) {
                bySecond.computeIfAbsent(STEP * (Math.floor(running / STEP) + 0.5), key -> new ArrayList<>())
                        .add(iteration);
                running += iteration.nanos() / NANOS_PER_SECOND;
            }
            List<Step> steps = new ArrayList<>();
            bySecond.forEach((second, iterations) -> {
                double[] scores = iterations.stream()
                        .mapToDouble(Iteration::score)
                        .filter(score -> score > 0 && Double.isFinite(score))
                        .toArray();
                double ratio = scores.length == 0 ? Double.NaN : Metric.median(scores) / warm;
                double compiling = iterations.stream()
                                .mapToDouble(Iteration::compilationMillis)
                                .sum()
                        * NANOS_PER_MILLI
                        / NANOS_PER_SECOND;
                steps.add(new Step(
                        second, isThroughput ? 1 / ratio : ratio, compiling / WarmUpPicture.seconds(iterations)));
            });
            return new Curve(WarmUpPicture.seconds(fork.warmUpIterations()), steps);
        }

        Step first() {
            return steps.get(0);
        }

        /** The last step that ended before measuring began; the first one if none did. */
        Step last() {
            return steps.stream()
                    .filter(step -> step.second + STEP / 2 <= seconds)
                    .reduce(first(), (one, other) -> other);
        }

        List<Place> places() {
            return steps.stream()
                    .filter(step -> !Double.isNaN(step.ratio))
                    .map(step -> new Place(step.second, step.ratio))
                    .toList();
        }
    }

    /**
     * The iterations that began in a step.
     *
     * @param second the step's middle, in seconds since the fork's first iteration
     * @param ratio the median time per operation over that of the fork's measured iterations; NaN without a positive score
     * @param compiling the share of the time in which the JIT compiler worked; it may exceed 1 with several compiler threads
     */
    private record Step(double second, double ratio, double compiling) {}

    private WarmUpPicture() {}

    /**
     * The warm-ups of a log.
     *
     * @return empty when no fork warmed up for a step or longer
     */
    static Optional<Figure> of(List<Fork> log) {
        List<WarmRow> rows = log.stream()
                .filter(Curve::isWarmedUp)
                .collect(Collectors.groupingBy(
                        Fork::key, LinkedHashMap::new, Collectors.mapping(Curve::of, Collectors.toList())))
                .entrySet()
                .stream()
                .map(row -> new WarmRow(row.getKey(), row.getValue()))
                .sorted(Comparator.comparing(row -> row.key.label()))
                .toList();
        List<RowKey> keys = rows.stream().map(WarmRow::key).toList();
        RowNames names = new RowNames(keys);
        Stream<Curve> forks = rows.stream().flatMap(row -> row.forks.stream());
        double longest = forks.mapToDouble(fork -> fork.steps.get(fork.steps.size() - 1).second)
                .max()
                .orElse(1);
        Axis across = Axis.counting(longest, "s");
        Grid table = new Grid()
                .left("row")
                .right("forks", "measured after", "time, first", "time, last", "JIT, first", "JIT, last");
        Grid points = new Grid().left("row").right("fork", "measured after s", "s", "time ratio", "compiling");
        List<Panel> panels = new ArrayList<>();
        for (WarmRow row : rows) {
            String seconds = Figure.range(
                            row.forks.stream().mapToDouble(Curve::seconds),
                            it -> String.format(Locale.ROOT, "%.1f", it))
                    + " s";
            table.row(
                    names.of(row.key),
                    String.valueOf(row.forks.size()),
                    seconds,
                    row.times(Curve::first),
                    row.times(Curve::last),
                    row.compiling(Curve::first),
                    row.compiling(Curve::last));
            List<Mark> marks = new ArrayList<>();
            for (int n = 0; n < row.forks.size(); n++) {
                Curve fork = row.forks.get(n);
                for (Step step : fork.steps) {
                    Figure.add(points, row.key.label(), n + 1, fork.seconds, step.second, step.ratio, step.compiling);
                }
                if (n < MOST_FORKS) {
                    marks.add(new Mark.Curve(fork.places(), "fork", ""));
                }
            }
            marks.add(new Mark.Curve(row.medians(), "median", ""));
            marks.add(Mark.rule(row.median(Curve::seconds), "since"));
            String drawn = row.forks.size() > MOST_FORKS ? " forks, " + MOST_FORKS + " of them drawn," : " forks,";
            panels.add(new Panel(
                    row.key.label(), across, "", UP, marks, row.forks.size() + drawn + " measured after " + seconds));
        }
        return Figure.of(
                "warm-up",
                "How the forks got warm",
                true,
                "A grey curve is a fork's time per operation as a ratio to its measured iterations, over seconds of"
                        + " running. The blue curve is the median of all forks. Measuring begins at the dashed line, which"
                        + " is also a median.",
                panels,
                Figure.Tables.of(
                        "How the forks got warm, in the first and in the last step of half a second before measuring:"
                                + " the time per operation as a ratio to the measured iterations, and the share of the"
                                + " time in which the JIT compiler worked; medians over forks:",
                        table,
                        report -> names.addShared(report, keys)),
                points);
    }

    private static double seconds(List<Iteration> iterations) {
        return iterations.stream().mapToDouble(Iteration::nanos).sum() / NANOS_PER_SECOND;
    }
}
