package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A row of an open loop: how long its callers waited at a rate. Times are in nanoseconds. */
public record RateRow(Row row) {
    /** The simple name of the benchmark that measures the machine's own part: the same schedule with an empty call. */
    public static final String FLOOR = "LocalRateBenchmark";

    private static final double P99 = 0.99;

    /** With fewer calls a second the JVM's periodic threads are most of the CPU time. */
    private static final double LEAST_RATE_OF_CPU = 10;

    /** JMH derives the quantiles of a metric of samples in each window. */
    private static final String LATE_P99 = Latencies.LATE + ":p0.99";

    public static List<RateRow> in(ResultsFile file) {
        return file.rows().stream().flatMap(row -> of(row).stream()).toList();
    }

    /** Empty when the row is no open loop. */
    public static Optional<RateRow> of(Row row) {
        return Optional.of(new RateRow(row))
                .filter(it -> row.params().containsKey(Row.RATE) && row.isAtRate())
                .filter(it -> it.forks() > 0);
    }

    /** Whether it made as many calls as came back, with a fixed number in flight. */
    public boolean isMax() {
        return row.params().get(Row.RATE).equals(Latencies.MAX);
    }

    /** The calls a second that were due; NaN where as many were made as came back. */
    public double rate() {
        return isMax() ? Double.NaN : Double.parseDouble(row.params().get(Row.RATE));
    }

    /** The row without its rate: equal for all rates of one sweep. */
    RowKey series() {
        return row.key().without(Row.RATE);
    }

    /** What all rates of one sweep share, as tables name it. */
    public RowKey group() {
        return new RowKey(row.benchmark(), "avgt", series().params());
    }

    /** Whether it is the machine's own part. */
    public boolean isFloor() {
        return isFloor(row.benchmark());
    }

    /** @param benchmark a method's full name */
    static boolean isFloor(String benchmark) {
        return benchmark.contains("." + FLOOR + ".");
    }

    public int forks() {
        return latencies().size();
    }

    private List<List<Histogram>> latencies() {
        return row.primary().histograms();
    }

    /** A quantile over forks; empty where a fork has too few calls for it. */
    public Optional<Estimate> quantile(double q) {
        return overForks(quantiles(q));
    }

    /** A quantile of each fork; NaN where it has too few calls for it. */
    public DoubleStream quantiles(double q) {
        double nanos = row.primary().nanosPerUnit().orElse(Double.NaN);
        return latencies().stream()
                .mapToDouble(fork -> isEnough(fork, q) ? nanos * Histogram.quantileOfFork(fork, q) : Double.NaN);
    }

    private static boolean isEnough(List<Histogram> fork, double q) {
        return Histogram.isEnough(Histogram.calls(fork), Histogram.FEWEST_SHOWN, q);
    }

    /** Empty unless each fork has a positive value. */
    private static Optional<Estimate> overForks(DoubleStream ofForks) {
        List<Double> nanos = ofForks.boxed().toList();
        return !nanos.isEmpty() && nanos.stream().allMatch(value -> value > 0)
                ? Optional.of(Estimate.ofLogs(nanos.stream().map(Math::log).toList()))
                : Optional.empty();
    }

    private static Optional<Estimate> overForks(Metric metric) {
        double nanos = metric.nanosPerUnit().orElse(Double.NaN);
        double[] medians = metric.forkMedians();
        return overForks(Arrays.stream(medians).map(value -> nanos * value))
                .filter(it -> medians.length == metric.forks().size());
    }

    /** The longest latency of all forks. */
    public double slowest() {
        Histogram all = row.primary().samples();
        return row.primary().nanosPerUnit().orElse(Double.NaN) * all.value(all.size() - 1);
    }

    /** Nanoseconds of CPU a call over forks, client, server and pacer together; empty at a low rate. */
    public Optional<Estimate> cpu() {
        return metric(Latencies.CPU)
                .filter(it -> isMax() || rate() >= LEAST_RATE_OF_CPU)
                .flatMap(RateRow::overForks);
    }

    /** How many calls were answered. */
    public double answered() {
        return latencies().stream().mapToDouble(Histogram::calls).sum();
    }

    /** Answered calls a second. */
    public double made() {
        return metric(Latencies.MADE).map(it -> it.mean().orElse(Double.NaN)).orElse(Double.NaN);
    }

    /** Whether the rate was met in at least half of the windows of each fork. */
    public boolean isMet() {
        return row.isRateMet();
    }

    /** Whether the rate was not met because the pacer was late, in most forks. */
    public boolean isLate() {
        double[] late = metric(LATE_P99).map(Metric::forkMedians).orElse(new double[0]);
        long lateForks = IntStream.range(0, Math.min(late.length, forks()))
                .filter(fork -> late[fork]
                        > Latencies.LATE_SHARE
                                * Histogram.quantileOfFork(latencies().get(fork), P99))
                .count();
        return !isMet() && 2 * lateForks > forks();
    }

    /** Calls that failed, by what the metric's name has after {@link Latencies#FAILED}; empty where none did. */
    public SortedMap<String, Double> failed() {
        SortedMap<String, Double> byStatus = new TreeMap<>();
        String prefix = Latencies.FAILED + ".";
        row.secondary().forEach((name, metric) -> {
            if (name.startsWith(prefix)) {
                byStatus.put(name.substring(prefix.length()), values(metric).sum());
            }
        });
        return byStatus;
    }

    /** Calls that were not sent in time. */
    public double unsent() {
        return metric(Latencies.UNSENT).stream()
                .flatMapToDouble(RateRow::values)
                .sum();
    }

    private static DoubleStream values(Metric metric) {
        return metric.forks().stream().flatMap(List::stream).mapToDouble(it -> it);
    }

    private Optional<Metric> metric(String name) {
        return Optional.ofNullable(row.secondary().get(name));
    }
}
