package dev.callcost.report;

import dev.callcost.picture.Curves;
import dev.callcost.picture.Curves.Curve;
import dev.callcost.picture.Curves.Panel;
import dev.callcost.picture.Curves.Point;
import dev.callcost.picture.Curves.Tick;
import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.RowKey;
import dev.callcost.run.warning.RunRecord;
import dev.callcost.run.warning.RunRecord.RecordedFork;
import dev.callcost.run.warning.RunRecord.RecordedIteration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * How forks got warm, from the log beside a results file: a panel a row, a curve a fork, of the time of an operation over that of the fork's measured
 * iterations; a dashed line where measuring began, and underneath the share of the time in which the JIT compiler worked.
 */
final class WarmUpPicture {
    /** How long a curve's step is, in seconds of running. */
    private static final double STEP = 0.5;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    /** From half of the time to sixteen times as long. */
    private static final int LOWEST = -1;

    private static final int HIGHEST = 4;

    /** More curves in a panel could not be told apart. */
    private static final int MOST_FORKS = 8;

    private WarmUpPicture() {}

    /**
     * The picture.
     *
     * @return empty when there is no log, or no fork in it that warmed up for as much as a step of a curve
     * @throws dev.callcost.text.BadFileException when the log is unreadable or not one
     */
    static Optional<Curves> of(ResultsFile file) {
        Map<RowKey, List<RecordedFork>> rows = new LinkedHashMap<>();
        Stream<RecordedFork> forks = RunRecord.beside(file).stream().flatMap(log -> log.forks().stream());
        forks.filter(fork -> seconds(fork.warmUpIterations()) >= STEP
                        && !fork.scores().isEmpty())
                .forEach(fork -> rows.computeIfAbsent(fork.key(), key -> new ArrayList<>())
                        .add(fork));
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<Panel> panels = rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(RowKey::label)))
                .map(row -> panel(row.getKey(), row.getValue()))
                .toList();
        return Optional.of(new Curves("Warm-up", "s", height(1), ticks(), panels));
    }

    private static List<Tick> ticks() {
        return Stream.of(1, 2, 4, 8)
                .map(times -> new Tick(height(times), times + "x"))
                .toList();
    }

    private static double height(double ratio) {
        return (Math.log(ratio) / Math.log(2) - LOWEST) / (HIGHEST - LOWEST);
    }

    private static Panel panel(RowKey row, List<RecordedFork> forks) {
        List<RecordedFork> drawn = forks.stream().limit(MOST_FORKS).toList();
        double[] warmUps = forks.stream()
                .mapToDouble(fork -> seconds(fork.warmUpIterations()))
                .sorted()
                .toArray();
        return new Panel(
                row.label(),
                drawn.stream().map(WarmUpPicture::times).toList(),
                List.of(),
                drawn.stream().map(WarmUpPicture::compilation).toList(),
                String.format(
                        Locale.ROOT,
                        "%d forks, measured after %.1f to %.1f s",
                        forks.size(),
                        warmUps[0],
                        warmUps[warmUps.length - 1]));
    }

    private static double seconds(List<RecordedIteration> iterations) {
        return iterations.stream().mapToDouble(RecordedIteration::nanos).sum() / NANOS_PER_SECOND;
    }

    private static Curve times(RecordedFork fork) {
        boolean isThroughput = new Metric(fork.unit(), List.of()).isThroughput();
        double warm = Metric.median(
                fork.scores().stream().mapToDouble(Double::doubleValue).toArray());
        List<Point> points = new ArrayList<>();
        steps(fork).forEach((second, iterations) -> {
            double[] scores = iterations.stream()
                    .mapToDouble(RecordedIteration::score)
                    .filter(score -> score > 0 && Double.isFinite(score))
                    .toArray();
            if (scores.length > 0) {
                double ratio = Metric.median(scores) / warm;
                points.add(new Point(second, height(isThroughput ? 1 / ratio : ratio)));
            }
        });
        return new Curve(points, OptionalDouble.of(seconds(fork.warmUpIterations())));
    }

    private static Curve compilation(RecordedFork fork) {
        List<Point> points = new ArrayList<>();
        steps(fork)
                .forEach((second, iterations) -> points.add(new Point(
                        second,
                        NANOS_PER_MILLI
                                * iterations.stream()
                                        .mapToDouble(RecordedIteration::compilationMillis)
                                        .sum()
                                / (NANOS_PER_SECOND * seconds(iterations)))));
        return new Curve(points, OptionalDouble.empty());
    }

    /** The iterations by the seconds at the middle of their step. */
    private static Map<Double, List<RecordedIteration>> steps(RecordedFork fork) {
        Map<Double, List<RecordedIteration>> steps = new LinkedHashMap<>();
        double running = 0;
        for (RecordedIteration iteration : fork.iterations()) {
            double middle = STEP * (Math.floor(running / STEP) + 0.5);
            steps.computeIfAbsent(middle, key -> new ArrayList<>()).add(iteration);
            running += iteration.nanos() / NANOS_PER_SECOND;
        }
        return steps;
    }
}
