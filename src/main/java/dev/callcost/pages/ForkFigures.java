package dev.callcost.pages;

import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.data.RowNames;
import dev.callcost.load.RateRow;
import dev.callcost.plot.Axis;
import dev.callcost.plot.Mark;
import dev.callcost.plot.Mark.Place;
import dev.callcost.plot.Panel;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import dev.callcost.warnings.Warnings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The forks of a run, from its log: how they got warm, and their iterations one by one. A row has a panel. */
final class ForkFigures {
    private static final double STEP = 0.5;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** More curves in a panel are not readable. */
    private static final int MOST_FORKS = 5;

    /** More rows would make the page large. The points have all rows. */
    private static final int MOST_ROWS = 4;

    private static final int MOST_DOTS = 400;

    private ForkFigures() {}

    /**
     * The iterations that began in a step of a fork.
     *
     * @param second the step's middle, in seconds since the fork's first iteration
     * @param ratio the median time per operation over that of the fork's measured iterations; NaN without a positive score
     * @param compiling the share of the time in which the JIT compiler worked; it may exceed 1 with several compiler threads
     */
    private record Step(double second, double ratio, double compiling) {}

    /**
     * How a fork got warm.
     *
     * @param seconds the length of the warm-up
     */
    private record Course(double seconds, List<Step> steps) {
        static Course of(Fork fork) {
            Map<Double, List<Iteration>> bySecond = new LinkedHashMap<>();
            double running = 0;
            for (Iteration iteration : fork.iterations()) {
                double second = STEP * (Math.floor(running / STEP) + 0.5);
                bySecond.computeIfAbsent(second, key -> new ArrayList<>()).add(iteration);
                running += iteration.nanos() / NANOS_PER_SECOND;
            }
            List<Step> steps = new ArrayList<>();
            bySecond.forEach((second, iterations) -> {
                DoubleStream scores = iterations.stream().mapToDouble(Iteration::score);
                double ratio = median(scores.filter(it -> it > 0 && Double.isFinite(it))) / median(fork.scores());
                double compiling = Iteration.sum(iterations, Iteration::compilationMillis) / MILLIS_PER_SECOND;
                boolean isThroughput = fork.row().primary().isThroughput();
                steps.add(new Step(second, isThroughput ? 1 / ratio : ratio, compiling / inSeconds(iterations)));
            });
            return new Course(inSeconds(fork.warmUpIterations()), steps);
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
     * The warm-ups of a log; empty when no fork warmed up for a step or longer. Rows at a rate have none: they warm up in a closed loop, whose times are
     * not comparable with their latencies.
     */
    static Optional<Figure> warmUp(List<Fork> log) {
        Map<RowKey, List<Course>> rows =
                new TreeMap<>(Comparator.comparing(RowKey::label).thenComparing(RowKey::benchmark));
        log.stream()
                .filter(fork -> inSeconds(fork.warmUpIterations()) >= STEP)
                .filter(fork ->
                        !fork.scores().isEmpty() && RateRow.of(fork.row()).isEmpty())
                .forEach(fork -> rows.computeIfAbsent(fork.key(), key -> new ArrayList<>())
                        .add(Course.of(fork)));
        RowNames names = new RowNames(rows.keySet());
        double longest = rows.values().stream()
                .flatMap(List::stream)
                .flatMap(fork -> fork.steps.stream())
                .mapToDouble(Step::second)
                .max()
                .orElse(1);
        Grid table = new Grid()
                .left("row")
                .right("forks", "measured after", "time, first", "time, last", "JIT, first", "JIT, last")
                .droppable("forks", "JIT, first", "time, last", "JIT, last");
        Grid points = new Grid().left("row").right("fork", "measured after s", "s", "time ratio", "compiling");
        List<Panel> panels = new ArrayList<>();
        rows.forEach((row, forks) -> {
            DoubleStream seconds = forks.stream().mapToDouble(Course::seconds);
            String after = Figure.range(seconds, it -> String.format(Locale.ROOT, "%.1f", it)) + " s";
            String first = times(median(forks, fork -> fork.first().ratio));
            String last = times(median(forks, fork -> fork.last().ratio));
            String firstJit = Numbers.percent(median(forks, fork -> fork.first().compiling), 0);
            String lastJit = Numbers.percent(median(forks, fork -> fork.last().compiling), 0);
            Figure.add(table, names.of(row), forks.size(), after, first, last, firstJit, lastJit);
            String label = names.label(row);
            List<Mark> marks = new ArrayList<>();
            for (int n = 0; n < forks.size(); n++) {
                Course fork = forks.get(n);
                for (Step it : fork.steps) {
                    Figure.add(points, label, n + 1, fork.seconds, it.second, it.ratio, it.compiling);
                }
                if (n < MOST_FORKS) {
                    marks.add(new Mark.Curve(fork.places(), "fork", ""));
                }
            }
            marks.add(new Mark.Curve(medians(forks), "median", ""));
            marks.add(Mark.rule(median(forks, Course::seconds), "since"));
            String drawn = forks.size() > MOST_FORKS ? " forks, " + MOST_FORKS + " of them drawn," : " forks,";
            String words = forks.size() + drawn + " measured after " + after;
            Axis up = Axis.ratios(0.5, 16, "1", "2", "4", "8");
            panels.add(Panel.box(label, Axis.linear(0, longest, "s"), "", up, marks, words));
        });
        return Figure.of(
                "warm-up",
                "How the forks got warm",
                Figure.Place.FOLDED,
                "A grey curve is a fork's time per operation as a ratio to its measured iterations, over seconds of"
                        + " running. The blue curve is the median of all forks. Measuring begins at the dashed line, which"
                        + " is also a median.",
                panels,
                report -> names.addShared(
                        report.paragraph("How the forks got warm, in the first and in the last step of half a second"
                                        + " before measuring: the time per operation as a ratio to the measured"
                                        + " iterations, and the share of the time in which the JIT compiler worked;"
                                        + " medians over forks:")
                                .table(table),
                        rows.keySet()),
                points);
    }

    /** The median over forks, where at least half of them have a time. */
    private static List<Place> medians(List<Course> forks) {
        Map<Double, List<Double>> times = forks.stream()
                .flatMap(fork -> fork.places().stream())
                .collect(Collectors.groupingBy(
                        Place::at, TreeMap::new, Collectors.mapping(Place::height, Collectors.toList())));
        return times.entrySet().stream()
                .filter(it -> 2 * it.getValue().size() >= forks.size())
                .map(it -> new Place(it.getKey(), median(it.getValue())))
                .toList();
    }

    /** The median over forks of what is known. */
    private static double median(List<Course> forks, ToDoubleFunction<Course> number) {
        return median(forks.stream().mapToDouble(number).filter(Double::isFinite));
    }

    static double median(List<Double> values) {
        return median(values.stream().mapToDouble(it -> it));
    }

    /** NaN without a value. */
    private static double median(DoubleStream values) {
        double[] all = values.toArray();
        return all.length == 0 ? Double.NaN : Metric.median(all);
    }

    private static String times(double ratio) {
        return Double.isNaN(ratio) ? "" : Numbers.significant(ratio) + " x";
    }

    private static double inSeconds(List<Iteration> iterations) {
        return Iteration.sum(iterations, Iteration::nanos) / NANOS_PER_SECOND;
    }

    /**
     * The values of forks in the order of time as dots, and a line at each fork's median. Adds them to the points.
     *
     * @param every how many values have one dot
     * @param named the first cells of each line of points
     */
    static List<Mark> inOrder(List<List<Double>> forks, int every, Grid points, Object... named) {
        List<Mark> marks = new ArrayList<>();
        int before = 0;
        for (int f = 0; f < forks.size(); f++) {
            List<Double> fork = forks.get(f);
            for (int n = 0; n < fork.size(); n++) {
                Figure.add(
                        points,
                        Stream.concat(Stream.of(named), Stream.of(f + 1, n + 1, fork.get(n)))
                                .toArray());
                if (n % every == 0) {
                    marks.add(new Mark.Point(before + n + 1, fork.get(n), "small", ""));
                }
            }
            double median = median(fork);
            marks.add(new Mark.Line(before + 1, median, before + fork.size(), median, "range k0"));
            before += fork.size();
        }
        return marks;
    }

    /** The iterations of the rows that warnings name, fork after fork; empty when no warning names a row. They show slow minutes, bimodal forks and drift. */
    static Optional<Figure> iterations(List<Fork> log) {
        List<List<Fork>> rows = Warnings.worst(log);
        List<RowKey> keys = rows.stream().map(forks -> forks.get(0).key()).toList();
        RowNames names = new RowNames(keys);
        Grid table = new Grid()
                .left("row")
                .right("forks", "iterations", "medians of forks", "iterations' scores")
                .droppable("iterations", "forks");
        Grid points = new Grid().left("row").right("fork", "iteration", "score ratio");
        List<Panel> panels = new ArrayList<>();
        for (List<Fork> row : rows) {
            RowKey key = row.get(0).key();
            double middle = median(row.stream().mapToDouble(fork -> median(fork.scores())));
            List<List<Double>> forks = row.stream()
                    .map(fork ->
                            fork.scores().stream().map(score -> score / middle).toList())
                    .toList();
            List<Double> all = forks.stream().flatMap(List::stream).toList();
            String range = Figure.range(all.stream().mapToDouble(it -> it), Numbers::significant) + " x";
            String medians = Figure.range(forks.stream().mapToDouble(ForkFigures::median), Numbers::significant) + " x";
            Figure.add(table, names.of(key), row.size(), all.size(), medians, range);
            List<Mark> marks = inOrder(forks, 1 + all.size() / MOST_DOTS, points, names.label(key));
            String words = row.size() + " forks, their medians " + medians + ", their iterations " + range;
            Axis across = Axis.linear(0, all.size(), "iterations");
            Axis up = Axis.ratios(0.75, 2, "0.75", "1", "1.5", "2");
            panels.add(Panel.box(names.label(key), across, "", up, marks, words));
        }
        return Figure.of(
                "iterations",
                "Iteration by iteration, where a warning names a row",
                Figure.Place.FOLDED,
                "A dot is the score of a measured iteration as a ratio to the median of the row's forks, fork after fork."
                        + " Long rows show every few iterations. A line is at each fork's median.",
                panels.subList(0, Math.min(MOST_ROWS, panels.size())),
                report -> names.addShared(
                        report.paragraph("Iteration by iteration, where a warning names a row: scores over the median"
                                        + " of the row's forks:")
                                .table(table),
                        keys),
                points);
    }
}
