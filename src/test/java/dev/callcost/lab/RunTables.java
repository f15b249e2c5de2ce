package dev.callcost.lab;

import dev.callcost.agent.Canary;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.ladder.Caption;
import dev.callcost.stats.EstimateText;
import dev.callcost.stats.Scatter;
import dev.callcost.stats.Trend;
import dev.callcost.stats.Uncontended;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.inference.OneWayAnova;

/** Tables of what happened within the forks of a run, as Markdown. */
final class RunTables {
    private RunTables() {}

    private static double median(List<Double> values) {
        return Metric.median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** What a busy core does to the rows: their iterations with the canary at its usual time and with a slow canary. */
    static String contended(ResultsFile file) {
        Uncontended uncontended = Uncontended.of(file.rows());
        record Iterations(Row row, List<Double> quiet, List<Double> contended) {
            String median(List<Double> scores) {
                return scores.isEmpty()
                        ? ""
                        : Numbers.significant(RunTables.median(scores)) + " "
                                + row.primary().unit().replace("/op", "");
            }
        }
        List<Iterations> rows = new ArrayList<>();
        for (Row row : file.rows()) {
            uncontended
                    .contention(row)
                    .map(contention -> scores(row, contention.limitNanos()))
                    .ifPresent(byKind -> rows.add(new Iterations(row, byKind.get(true), byKind.get(false))));
        }
        Table<Iterations> table = new Table<Iterations>()
                .left("row", it -> it.row.label())
                .right("iterations", it -> it.quiet.size() + it.contended.size())
                .right(
                        "contended",
                        it -> Numbers.percent((double) it.contended.size() / (it.quiet.size() + it.contended.size())))
                .right("time, others", it -> it.median(it.quiet))
                .right("time, contended", it -> it.median(it.contended))
                .right(
                        "ratio",
                        it -> it.quiet.isEmpty() || it.contended.isEmpty()
                                ? ""
                                : Numbers.significant(median(it.contended) / median(it.quiet)));
        return "Iterations of all forks. In contended iterations the canary took over 35 % longer than usual; times are medians\n\n"
                + table.of(Sample.some(rows, file, "row with a canary")).markdown();
    }

    private static Map<Boolean, List<Double>> scores(Row row, double limit) {
        List<List<Double>> canaries = row.secondary().get(Canary.METRIC).forks();
        List<List<Double>> scores = row.primary().forks();
        return IntStream.range(0, canaries.size())
                .boxed()
                .flatMap(fork -> IntStream.range(0, canaries.get(fork).size())
                        .mapToObj(i -> Map.entry(
                                canaries.get(fork).get(i) <= limit,
                                scores.get(fork).get(i))))
                .collect(Collectors.partitioningBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    /** The warm-up of forks that were measured from their first iteration on: a line for each ten, a column for each fork. */
    static String warmup(ResultsFile file) {
        return "Median of each 10 iterations, from the first one on\n"
                + file.rows().stream()
                        .map(row -> "\n" + row.label() + ", " + row.primary().unit() + ":\n\n"
                                + byTens(row.primary().forks()))
                        .collect(Collectors.joining());
    }

    private static String byTens(List<List<Double>> forks) {
        int iterations = forks.stream().mapToInt(List::size).max().orElse(0);
        Table<Integer> table =
                new Table<Integer>().right("iterations", from -> (from + 1) + "-" + Math.min(from + 10, iterations));
        for (int n = 0; n < forks.size(); n++) {
            List<Double> fork = forks.get(n);
            table.right("fork " + (n + 1), from -> {
                List<Double> ten = fork.stream().skip(from).limit(10).toList();
                return ten.isEmpty()
                        ? ""
                        : Numbers.significant(
                                new Metric("", List.of(ten)).estimate().value());
            });
        }
        return table.of(Stream.iterate(0, from -> from < iterations, from -> from + 10)
                        .toList())
                .markdown();
    }

    /** What was run several times in a fresh JVM: a line for each round, a column for each row of single shots. */
    static String rounds(ResultsFile file) {
        List<Row> rows = Sample.some(
                file.rows().stream()
                        .filter(row -> row.mode().equals("ss") && row.nanos().isPresent() && rounds(row) > 1)
                        // each of its iterations is a call after a pause, in a warm JVM
                        .filter(row -> !row.simpleName().startsWith("RmiIdleBenchmark."))
                        .toList(),
                file,
                "single shots in several rounds");
        Table<Integer> table = new Table<Integer>().right("round", round -> round + 1);
        rows.forEach(row -> table.left(
                row.label().replace(" mode=ss", ""), round -> round < rounds(row) ? timeIn(row, round) : ""));
        int most = rows.stream().mapToInt(RunTables::rounds).max().orElseThrow();
        return "Time per call in each round: " + Caption.of("one value a fork", rows) + "\n\n"
                + table.of(IntStream.range(0, most).boxed().toList()).markdown();
    }

    private static String timeIn(Row row, int round) {
        Sample sample = new Sample(
                row.primary().forks().stream().map(fork -> fork.get(round)).toList());
        return EstimateText.time(
                sample.times(Sample.nanosPerUnit(row)).estimate().orElseThrow());
    }

    /** The rounds that every fork has. */
    private static int rounds(Row row) {
        return row.primary().forks().stream().mapToInt(List::size).min().orElseThrow();
    }

    /**
     * What the recorder costs, from rows whose forks had it on for some iterations and off for others, as their metric {@code recorder} says. The first
     * iteration of a block with the recorder on or off is left out, because what happened between it and the one before belongs to both. A fork's value
     * is the median difference between neighbouring blocks' medians of ln(time): on a machine whose speed jumps, most neighbours saw the same speed.
     */
    static String recorder(ResultsFile file) {
        Table<Row> table = new Table<Row>()
                .left("row", Row::label)
                .left("time", row -> row.nanos().map(EstimateText::time))
                .left("forks", Sample::forks)
                .left(
                        "on / off",
                        row -> String.format(Locale.ROOT, "%.4f", recorded(row).value()))
                .left(
                        "99 % interval of the change",
                        row -> String.format(
                                Locale.ROOT,
                                "%+.2f%% to %+.2f%%",
                                100 * (recorded(row).low() - 1),
                                100 * (recorded(row).high() - 1)))
                .left(
                        "between iterations",
                        row -> row.secondary().get("recorder.between").mean().stream()
                                .mapToObj(millis -> Numbers.plainTime(1e6 * millis))
                                .findFirst());
        return table.of(Sample.some(
                        file.rows().stream()
                                .filter(row -> row.secondary().containsKey("recorder"))
                                .toList(),
                        file,
                        "row with the metric recorder"))
                .markdown();
    }

    private static Estimate recorded(Row row) {
        List<List<Double>> on = row.secondary().get("recorder").forks();
        return Estimate.ofLogs(IntStream.range(0, on.size())
                .mapToObj(fork -> change(row.primary().forks().get(fork), on.get(fork)))
                .toList());
    }

    private static double change(List<Double> scores, List<Double> on) {
        List<Double> steps = new ArrayList<>();
        double before = Double.NaN;
        for (int start = 0, end; start < on.size(); start = end) {
            double isOn = on.get(start);
            end = start + 1;
            while (end < on.size() && on.get(end) == isOn) {
                end++;
            }
            if (end - start > 1) {
                double now = median(
                        scores.subList(start + 1, end).stream().map(Math::log).toList());
                if (!Double.isNaN(before)) {
                    steps.add(isOn == 1 ? now - before : before - now);
                }
                before = now;
            }
        }
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a fork with the recorder always on or always off");
        }
        return median(steps);
    }

    /** The warm-up of some forks, and by how much, as logarithms, their times changed after it. */
    private record Warmed(String name, boolean onSeveralCpus, List<Fork.WarmUp> warmUps, List<Double> changes) {
        static Warmed all(List<Warmed> rows) {
            return new Warmed(
                    "all rows",
                    false,
                    rows.stream().flatMap(row -> row.warmUps.stream()).toList(),
                    rows.stream().flatMap(row -> row.changes.stream()).toList());
        }

        boolean isRow() {
            return !name.equals("all rows");
        }

        /** Their warm-ups in seconds, the shortest first. */
        double[] seconds() {
            return warmUps.stream().mapToDouble(Fork.WarmUp::seconds).sorted().toArray();
        }

        String range() {
            double[] seconds = seconds();
            return tenths(seconds[0]) + "-" + tenths(seconds[seconds.length - 1]);
        }

        /** What was met last, and by how many forks. */
        String waitedFor() {
            return warmUps.stream()
                    .collect(Collectors.groupingBy(Fork.WarmUp::waitedFor, TreeMap::new, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .map(count -> count.getKey() + " " + count.getValue())
                    .collect(Collectors.joining(", "));
        }

        String drift() {
            if (changes.isEmpty()) {
                return "";
            }
            Estimate change = Estimate.ofLogs(changes);
            return (EstimateText.change(change) + " " + EstimateText.changes(change.low(), change.high())).strip();
        }
    }

    /**
     * A line a row: for how long its forks warmed up, what each waited for last, how many were warm, and how their times changed while they were measured;
     * then the same of all rows together. Below is an analysis of variance over forks of the rows on one CPU, whether rows changed by different amounts: no
     * row alone has forks enough to show that it did not change.
     */
    static String warmed(ResultsFile file) {
        Map<RowKey, List<Fork>> forks = Log.forks(file).stream()
                .filter(fork -> fork.warmUp() != null)
                .collect(Collectors.groupingBy(Fork::key));
        List<Warmed> rows = Sample.some(
                Uncontended.of(file.rows()).rows().stream()
                        .filter(row -> forks.containsKey(row.key()))
                        .map(row -> new Warmed(
                                row.label(),
                                Scatter.of(row).onSeveralCpus(),
                                forks.get(row.key()).stream().map(Fork::warmUp).toList(),
                                changes(row)))
                        .toList(),
                file,
                "fork that warmed up until it was warm");
        Table<Warmed> table = new Table<Warmed>()
                .left("row", Warmed::name)
                .right("forks", it -> it.warmUps.size())
                .right("seconds, median", it -> it.isRow() ? tenths(Metric.median(it.seconds())) : "")
                .right("range", it -> it.isRow() ? it.range() : "")
                .left("waited for, forks", Warmed::waitedFor)
                .right(
                        "warm",
                        it -> it.warmUps.stream().filter(Fork.WarmUp::warm).count())
                .right("drift while measured", Warmed::drift);
        Stream<Warmed> all = rows.size() > 1 ? Stream.of(Warmed.all(rows)) : Stream.empty();
        return "Seconds of running until a fork was warm. Drift: the change from the first to the last third of the measured iterations,"
                + " mean over forks, 99 % interval (Student's t)\n\n"
                + table.of(Stream.concat(rows.stream(), all).toList()).markdown() + alike(rows);
    }

    /** From the first to the last third of each fork, as logarithms; none where one has fewer than three iterations. */
    private static List<Double> changes(Row row) {
        List<List<Double>> thirds = Trend.thirds(row);
        return thirds.stream().anyMatch(List::isEmpty)
                ? List.of()
                : thirds.stream().map(Trend::change).toList();
    }

    private static String alike(List<Warmed> rows) {
        List<Warmed> pinned = rows.stream()
                .filter(row -> !row.onSeveralCpus && row.changes.size() > 1)
                .toList();
        if (pinned.size() < 2) {
            return "";
        }
        List<double[]> changes = pinned.stream()
                .map(row ->
                        row.changes.stream().mapToDouble(Double::doubleValue).toArray())
                .toList();
        OneWayAnova anova = new OneWayAnova();
        return "\nThe " + pinned.size() + " rows on one CPU drifted by "
                + Warmed.all(pinned).drift() + " together. If all drift alike, F is about 1: F = "
                + Numbers.significant(anova.anovaFValue(changes), 2) + ", p = "
                + Numbers.significant(anova.anovaPValue(changes), 2) + " (analysis of variance over forks)\n";
    }

    private static String tenths(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }
}
