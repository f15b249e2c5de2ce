package dev.callcost.compare;

import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.compare.report.VerdictReport;
import dev.callcost.compare.report.VerdictTable.View;
import dev.callcost.compare.session.MetricChoice;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.VerdictRule;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rows and files made up for the tests. */
public final class Rows {
    private String benchmark = "a.B.c";
    private String mode = "avgt";
    private int threads = 1;
    private String unit = "us/op";
    private SortedMap<String, String> params = new TreeMap<>();
    private SortedMap<String, String> settings = new TreeMap<>();
    private SortedMap<String, Metric> secondary = new TreeMap<>();

    private Rows() {}

    public static Rows row() {
        return new Rows();
    }

    /** A row whose name is of that class and method. */
    public static Rows row(String simpleName) {
        return row().benchmark("a." + simpleName);
    }

    public static ResultsFile file(String name, Row... rows) {
        return new ResultsFile(Path.of(name), List.of(rows));
    }

    /** Five forks within 0.2 % of a value. */
    public static double[] around(double value) {
        return DoubleStream.of(0.998, 0.999, 1, 1.001, 1.002)
                .map(fork -> fork * value)
                .toArray();
    }

    /** The verdicts of {@code check} on one row a side, with these {@code --metric}. */
    public static Verdicts compare(Row base, Row head, String... metrics) {
        return compare(List.of(base), List.of(head), metrics);
    }

    /** The verdicts on one file a side, {@code base} and {@code head}. */
    public static Verdicts compare(List<Row> base, List<Row> head, String... metrics) {
        return compareFiles(
                List.of(file("base", base.toArray(Row[]::new))),
                List.of(file("head", head.toArray(Row[]::new))),
                metrics);
    }

    public static Verdicts compareFiles(List<ResultsFile> base, List<ResultsFile> head, String... metrics) {
        return compareFiles(base, head, VerdictRule.MARGIN, metrics);
    }

    public static Verdicts compareFiles(
            List<ResultsFile> base, List<ResultsFile> head, double margin, String... metrics) {
        return FileVerdicts.of(
                base, head, margin, Stream.of(metrics).map(MetricChoice::parse).toList());
    }

    /** All that a report says. */
    public static String text(Verdicts verdicts) {
        return new VerdictReport(verdicts, false).text(View.EVERYTHING);
    }

    /** Each row with its verdict. */
    public static List<String> words(Verdicts verdicts) {
        return verdicts.rows().stream()
                .map(row -> row.key().simpleName() + " " + row.word())
                .toList();
    }

    /** Rows by their names. */
    public static Map<String, RowVerdict> byName(Verdicts verdicts) {
        return verdicts.rows().stream()
                .collect(Collectors.toMap(row -> row.key().simpleName(), Function.identity()));
    }

    /** The level at which a row's quantity is judged. */
    public static double level(RowVerdict row) {
        return row.score().orElseThrow().rule().level();
    }

    /** What a report says first. */
    public static String answer(Verdicts verdicts, boolean strict) {
        return new VerdictReport(verdicts, strict)
                .text(View.EVERYTHING)
                .lines()
                .findFirst()
                .orElseThrow();
    }

    public Rows benchmark(String name) {
        benchmark = name;
        return this;
    }

    public Rows mode(String other) {
        mode = other;
        return this;
    }

    public Rows threads(int count) {
        threads = count;
        return this;
    }

    public Rows throughput(String throughputUnit) {
        mode = "thrpt";
        unit = throughputUnit;
        return this;
    }

    public Rows unit(String other) {
        unit = other;
        return this;
    }

    public Rows param(String name, String value) {
        params.put(name, value);
        return this;
    }

    public Rows params(Map<String, String> all) {
        params.putAll(all);
        return this;
    }

    public Rows setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    public Rows settings(Map<String, String> all) {
        settings.putAll(all);
        return this;
    }

    /** Bytes per operation, one value a fork. */
    public Rows bytes(double... forks) {
        secondary.put("gc.alloc.rate.norm", new Metric("B/op", forks(forks)));
        return this;
    }

    /** Another metric, the iterations of one fork. */
    public Rows metric(String name, double... iterations) {
        return metric(name, fork(iterations));
    }

    /** Another metric, iterations by fork. */
    public Rows metric(String name, List<List<Double>> forks) {
        return metric(name, "#", forks);
    }

    public Rows metric(String name, String metricUnit, List<List<Double>> forks) {
        secondary.put(name, new Metric(metricUnit, forks));
        return this;
    }

    /** The row with one fork. */
    public Row ofFork(double... iterations) {
        return of(fork(iterations));
    }

    /** The row with one iteration in each fork. */
    public Row of(double... forks) {
        return of(forks(forks));
    }

    /** The row with several iterations in each fork. */
    public Row of(List<List<Double>> forks) {
        return new Row(benchmark, mode, threads, params, new Metric(unit, forks), secondary, settings);
    }

    /** The row in mode SampleTime; the samples of each iteration, by fork. */
    public Row sampled(List<List<Histogram>> forks) {
        mode = "sample";
        List<List<Double>> means = forks.stream()
                .map(fork -> fork.stream().map(Rows::mean).toList())
                .toList();
        return new Row(
                benchmark,
                mode,
                threads,
                params,
                new Metric(unit, means, forks, Optional.empty()),
                secondary,
                settings);
    }

    private static double mean(Histogram iteration) {
        return IntStream.range(0, iteration.size())
                        .mapToDouble(i -> iteration.value(i) * iteration.count(i))
                        .sum()
                / iteration.samples();
    }

    private static List<List<Double>> fork(double... iterations) {
        return List.of(Arrays.stream(iterations).boxed().toList());
    }

    /** One iteration in each fork. */
    public static List<List<Double>> forks(double... forks) {
        return Arrays.stream(forks).mapToObj(List::of).toList();
    }
}
