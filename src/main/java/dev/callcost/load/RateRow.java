package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Estimate;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.OpenLoop;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.SampleQuantiles;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** A row of an open loop: how long its callers waited at a rate. Times are in nanoseconds. */
public record RateRow(Row row) {
    private static final double P99 = 0.99;

    /** The share of a floor's calls that are made before a window's end. If fewer are made, the pacer is 20 ms late at the end of a window of 2 s. */
    private static final double KEPT_UP = 0.99;

    public static List<RateRow> in(ResultsFile file) {
        return file.rows().stream().flatMap(row -> of(row).stream()).toList();
    }

    /** Empty when the row is no open loop. */
    public static Optional<RateRow> of(Row row) {
        return Optional.of(new RateRow(row))
                .filter(it -> row.params().containsKey(OpenLoop.RATE) && OpenLoop.isAtRate(row))
                .filter(it -> it.forks() > 0);
    }

    /** Whether it made as many calls as came back, with a fixed number in flight. */
    public boolean isMax() {
        return row.params().get(OpenLoop.RATE).equals(OpenLoop.MAX);
    }

    /** The calls a second that were due; NaN where as many were made as came back. */
    public double rate() {
        return isMax() ? Double.NaN : Double.parseDouble(row.params().get(OpenLoop.RATE));
    }

    /** @see OpenLoop#series */
    public RowKey series() {
        return OpenLoop.series(row.key());
    }

    /** Whether it is the machine's own part: the same schedule with an empty call. */
    public boolean isFloor() {
        return OpenLoop.isFloor(row.benchmark());
    }

    /** The number of windows of all forks. */
    public int windows() {
        return latencies().stream().mapToInt(List::size).sum();
    }

    public int forks() {
        return latencies().size();
    }

    /** Answered calls, of all forks. */
    public double calls() {
        return latencies().stream().mapToDouble(SampleQuantiles::calls).sum();
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
                .mapToDouble(fork -> isEnough(fork, q) ? nanos * SampleQuantiles.ofFork(fork, q) : Double.NaN);
    }

    private static boolean isEnough(List<Histogram> fork, double q) {
        return SampleQuantiles.isEnough(SampleQuantiles.calls(fork), SampleQuantiles.SHOWN, q);
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

    /** A quantile of how much later than due calls were sent, see {@link #windowsOfLate}; empty where a fork has too few calls for it, or none was late. */
    public Optional<Estimate> late(double q) {
        return windowsOfLate(q)
                .filter(late -> latencies().stream().allMatch(fork -> isEnough(fork, q)))
                .flatMap(RateRow::overForks);
    }

    /** JMH derives the quantiles of a metric of samples in each window. */
    private Optional<Metric> windowsOfLate(double q) {
        DecimalFormat name = new DecimalFormat(":p0.00##", DecimalFormatSymbols.getInstance(Locale.ROOT));
        return metric(Latencies.LATE + name.format(q));
    }

    /** The longest latency of all forks. */
    public double slowest() {
        Histogram all = row.primary().samples();
        return row.primary().nanosPerUnit().orElse(Double.NaN) * all.value(all.size() - 1);
    }

    /** Nanoseconds of CPU a call over forks, client, server and pacer together. */
    public Optional<Estimate> cpu() {
        return metric(Latencies.CPU).flatMap(RateRow::overForks);
    }

    /** Answered calls a second. */
    public double made() {
        return metric(Latencies.MADE).map(it -> it.mean().orElse(Double.NaN)).orElse(Double.NaN);
    }

    /** The share of windows in which the rate was met. */
    public double met() {
        return metric(Latencies.MET).stream()
                .flatMapToDouble(RateRow::values)
                .average()
                .orElse(1);
    }

    /** Whether the rate was met in at least half of the windows of each fork. A floor met it only if the pacer kept up with it. */
    public boolean isMet() {
        return OpenLoop.isMet(row) && !(isFloor() && isBehind());
    }

    /**
     * Whether the pacer, which answers the calls of a floor itself, was behind at the end of most windows of a fork. Half a call is allowed in addition, because
     * the number of calls of a window is rounded.
     */
    private boolean isBehind() {
        return metric(Latencies.MADE).stream()
                .flatMapToDouble(made -> Arrays.stream(made.forkMedians()))
                .anyMatch(made -> made < (KEPT_UP - 0.5 * windows() / calls()) * rate());
    }

    /**
     * Whether the rate was not met because the pacer was late in most of the windows that did not meet it. Some lateness is what a floor measures; it is
     * late when the pacer did not keep up with the rate.
     */
    public boolean isLate() {
        if (isMet() || isFloor()) {
            return !isMet();
        }
        List<List<Double>> late = windowsOfLate(P99).map(Metric::forks).orElse(List.of());
        int lateWindows = 0;
        for (int fork = 0; fork < Math.min(late.size(), forks()); fork++) {
            List<Histogram> windows = latencies().get(fork);
            for (int n = 0; n < Math.min(late.get(fork).size(), windows.size()); n++) {
                boolean isLate = late.get(fork).get(n)
                        > Latencies.LATE_SHARE * windows.get(n).quantile(P99);
                lateWindows += isLate ? 1 : 0;
            }
        }
        return 2 * lateWindows > (1 - met()) * windows();
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
