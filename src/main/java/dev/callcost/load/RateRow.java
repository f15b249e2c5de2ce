package dev.callcost.load;

import dev.callcost.agent.Latencies;
import dev.callcost.data.Estimate;
import dev.callcost.data.Histogram;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.OpenLoop;
import dev.callcost.stats.SampleQuantiles;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A row of an open loop: how long its callers waited at a rate. Times are in nanoseconds. */
public record RateRow(Row row) {
    /** How JMH names a quantile of a metric of samples. */
    private static final String QUANTILES = ":p0.00##";

    private static final double P99 = 0.99;

    /** The rows of a file that are open loops. */
    public static List<RateRow> in(ResultsFile file) {
        return file.rows().stream().flatMap(row -> of(row).stream()).toList();
    }

    /** Empty when the row is no open loop. */
    public static Optional<RateRow> of(Row row) {
        return row.params().containsKey(OpenLoop.RATE)
                        && row.secondary().containsKey(Latencies.MADE)
                        && !row.primary().histograms().isEmpty()
                ? Optional.of(new RateRow(row))
                : Optional.empty();
    }

    /** Whether it made as many calls as came back, with a fixed number in flight. */
    public boolean isMax() {
        return row.params().get(OpenLoop.RATE).equals(OpenLoop.MAX);
    }

    /** The calls a second that were due; NaN where as many were made as came back. */
    public double rate() {
        return isMax() ? Double.NaN : Double.parseDouble(row.params().get(OpenLoop.RATE));
    }

    /** The row without its rate: equal for all rates of one sweep. */
    public RowKey series() {
        SortedMap<String, String> others = new TreeMap<>(row.params());
        others.remove(OpenLoop.RATE);
        return new RowKey(row.benchmark(), row.mode(), row.threads(), others);
    }

    /** Whether it is the machine's own part: the same schedule with an empty call. */
    public boolean isFloor() {
        return OpenLoop.isFloor(row.benchmark());
    }

    /** The number of windows of all forks. */
    public int windows() {
        return row.primary().histograms().stream().mapToInt(List::size).sum();
    }

    public int forks() {
        return row.primary().histograms().size();
    }

    /** Answered calls, of all forks. */
    public double calls() {
        return row.primary().histograms().stream()
                .mapToDouble(SampleQuantiles::calls)
                .sum();
    }

    /** A quantile over forks; empty where a fork has too few calls for it. */
    public Optional<Estimate> quantile(double q) {
        return quantile(row.primary(), q);
    }

    /** A quantile of how much later than due calls were sent; empty where a fork has too few calls for it, or none was late. */
    public Optional<Estimate> late(double q) {
        return metric(Latencies.LATE)
                .filter(late -> !late.histograms().isEmpty())
                .map(late -> quantile(late, q))
                .orElseGet(() -> metric(Latencies.LATE + name(q)).flatMap(late -> ofWindows(late, q)));
    }

    private static String name(double q) {
        return new DecimalFormat(QUANTILES, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(q);
    }

    /** A quantile that JMH derived in each window, as a results file has it of a metric that is not the score. */
    private Optional<Estimate> ofWindows(Metric windows, double q) {
        double nanos = windows.nanosPerUnit().orElse(Double.NaN);
        List<Double> logs = Arrays.stream(windows.forkMedians())
                .filter(value -> value > 0)
                .mapToObj(value -> Math.log(nanos * value))
                .toList();
        boolean isEnough = row.primary().histograms().stream()
                .allMatch(fork -> SampleQuantiles.isEnough(SampleQuantiles.calls(fork), SampleQuantiles.SHOWN, q));
        return isEnough && logs.size() == forks() && !logs.isEmpty()
                ? Optional.of(Estimate.ofLogs(logs))
                : Optional.empty();
    }

    private static Optional<Estimate> quantile(Metric metric, double q) {
        double nanos = metric.nanosPerUnit().orElse(Double.NaN);
        double[] forks = metric.histograms().stream()
                .filter(fork -> SampleQuantiles.isEnough(SampleQuantiles.calls(fork), SampleQuantiles.SHOWN, q))
                .mapToDouble(fork -> nanos * SampleQuantiles.ofFork(fork, q))
                .filter(value -> value > 0)
                .toArray();
        return forks.length == 0 || forks.length < metric.histograms().size()
                ? Optional.empty()
                : Optional.of(Estimate.ofLogs(
                        Arrays.stream(forks).map(Math::log).boxed().toList()));
    }

    /** The longest latency of all forks. */
    public double slowest() {
        Histogram all = row.primary().samples();
        return row.primary().nanosPerUnit().orElse(Double.NaN) * all.value(all.size() - 1);
    }

    /** Nanoseconds of CPU a call; empty where it was not measured. */
    public Optional<Double> cpu(String metric) {
        return metric(metric)
                .flatMap(cpu -> cpu.mean().stream()
                        .mapToObj(it -> it * cpu.nanosPerUnit().orElse(Double.NaN))
                        .findFirst());
    }

    /** Nanoseconds of CPU a call over forks, client, server and pacer together. */
    public Optional<Estimate> cpu() {
        return metric(Latencies.CPU).flatMap(cpu -> {
            double nanos = cpu.nanosPerUnit().orElse(Double.NaN);
            double[] forks = cpu.forkMedians();
            return forks.length == 0 || Arrays.stream(forks).anyMatch(fork -> !(fork > 0))
                    ? Optional.empty()
                    : Optional.of(Estimate.ofLogs(Arrays.stream(forks)
                            .mapToObj(fork -> Math.log(nanos * fork))
                            .toList()));
        });
    }

    /** Answered calls a second. */
    public double made() {
        return metric(Latencies.MADE)
                .flatMap(it -> it.mean().stream().boxed().findFirst())
                .orElse(Double.NaN);
    }

    /** The share of windows in which the rate was met. */
    public double met() {
        return metric(Latencies.MET)
                .map(it -> it.forks().stream()
                        .flatMap(List::stream)
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElse(1))
                .orElse(1.0);
    }

    /** Whether the rate was met in at least half of the windows of each fork. */
    public boolean isMet() {
        return OpenLoop.isMet(row);
    }

    /**
     * Whether the rate was not met because the pacer was late in most of the windows that did not meet it. Not of a floor, where lateness is what is
     * measured.
     */
    public boolean isLate() {
        List<List<Double>> late =
                metric(Latencies.LATE + name(P99)).map(Metric::forks).orElse(List.of());
        List<List<Histogram>> latencies = row.primary().histograms();
        int lateWindows = 0;
        for (int fork = 0; fork < Math.min(late.size(), latencies.size()); fork++) {
            List<Histogram> windows = latencies.get(fork);
            for (int n = 0; n < Math.min(late.get(fork).size(), windows.size()); n++) {
                lateWindows += late.get(fork).get(n)
                                > Latencies.LATE_SHARE * windows.get(n).quantile(P99)
                        ? 1
                        : 0;
            }
        }
        return !isMet() && !isFloor() && 2 * lateWindows > (1 - met()) * windows();
    }

    /** Calls that failed, by what the metric's name has after {@link Latencies#FAILED}; empty where none did. */
    public SortedMap<String, Double> failed() {
        SortedMap<String, Double> byStatus = new TreeMap<>();
        String prefix = Latencies.FAILED + ".";
        row.secondary().forEach((name, metric) -> {
            if (name.startsWith(prefix)) {
                byStatus.put(name.substring(prefix.length()), sum(metric));
            }
        });
        return byStatus;
    }

    /** Calls that were not sent in time. */
    public double unsent() {
        return metric(Latencies.UNSENT).map(RateRow::sum).orElse(0.0);
    }

    /** The {@link #cpu(String) CPU} of client, server and pacer. */
    public List<Optional<Double>> cpuByPart() {
        return Stream.of(Latencies.CPU_CLIENT, Latencies.CPU_SERVER, Latencies.CPU_PACER)
                .map(this::cpu)
                .toList();
    }

    private static double sum(Metric metric) {
        return metric.forks().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private Optional<Metric> metric(String name) {
        return Stream.ofNullable(row.secondary().get(name)).findFirst();
    }
}
