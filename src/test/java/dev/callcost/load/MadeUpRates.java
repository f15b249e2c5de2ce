package dev.callcost.load;

import com.google.gson.Gson;
import dev.callcost.data.ResultsFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;

/** A results file of open loops that never ran, as JMH writes it. */
public final class MadeUpRates {
    private static final Gson GSON = new Gson();

    private final List<Row> rows = new ArrayList<>();

    /**
     * By default a row has 5 forks with 10 windows of 2 s, its rate is met, its p50 is 300 us and its p99 is 500 us, its forks differ by some percent,
     * and a call takes 350 us of CPU.
     */
    public final class Row {
        private final String method;
        private final Map<String, String> params = new TreeMap<>(Map.of("arrivals", "POISSON"));
        private final Map<String, IntToDoubleFunction> values = new TreeMap<>();
        private int forks = 5;
        private int windows = 10;
        private double seconds = 2;
        private double made;
        private double middle = 300;
        private double tail = 500;
        private double slowest = 900;
        private double late = 40;
        private double spread = 0.03;

        private Row(String method, String rate) {
            this.method = method;
            params.put("rate", rate);
            made = rate.equals("max") ? 8300 : Double.parseDouble(rate);
            value("rate.met", window -> 1);
            value("calls.unsent", window -> 0);
            cpu(200, 120, 30);
        }

        public Row param(String name, String value) {
            params.put(name, value);
            return this;
        }

        public Row forks(int count) {
            forks = count;
            return this;
        }

        public Row windows(int count, double length) {
            windows = count;
            seconds = length;
            return this;
        }

        /** How far forks are apart: the standard deviation of their logarithms. */
        public Row spread(double other) {
            spread = other;
            return this;
        }

        /** Microseconds from due to reply. */
        public Row latency(double p50, double p99, double max) {
            middle = p50;
            tail = p99;
            slowest = max;
            return this;
        }

        /** Microseconds of the pacer's p99. */
        public Row late(double p99) {
            late = p99;
            return this;
        }

        /** Answered calls a second. */
        public Row made(double rate) {
            made = rate;
            return this;
        }

        /** In so many windows of each fork, the first ones, the rate was not met. */
        public Row notMet(int ofEachFork) {
            return value("rate.met", window -> window < ofEachFork ? 0 : 1);
        }

        public Row cpu(double client, double server, double pacer) {
            value("cpu.client", window -> client);
            value("cpu.server", window -> server);
            value("cpu.pacer", window -> pacer);
            return value("cpu", window -> client + server + pacer);
        }

        /** Any secondary metric, by window. */
        public Row value(String metric, IntToDoubleFunction byWindow) {
            values.put(metric, byWindow);
            return this;
        }

        public Row without(String metric) {
            values.keySet().removeIf(name -> name.equals(metric) || name.startsWith(metric + "."));
            return this;
        }

        private Map<String, Object> json(long seed) {
            Random random = new Random(seed);
            List<List<Object>> histograms = new ArrayList<>();
            List<List<Double>> lateness = new ArrayList<>();
            List<List<Double>> medians = new ArrayList<>();
            for (int fork = 0; fork < forks; fork++) {
                double factor = Math.exp(spread * random.nextGaussian());
                histograms.add(Collections.nCopies(windows, histogram(factor)));
                lateness.add(Collections.nCopies(windows, late * factor));
                medians.add(Collections.nCopies(windows, late * factor / 3));
            }
            Map<String, Object> secondary = new LinkedHashMap<>();
            secondary.put("late", metric("us/op", medians));
            secondary.put("late:p0.50", metric("us/op", medians));
            secondary.put("late:p0.99", metric("us/op", lateness));
            secondary.put("rate.made", metric("ops/s", byWindow(window -> made)));
            values.forEach((name, value) -> secondary.put(
                    name,
                    metric(
                            name.startsWith("cpu") ? "us/op" : name.startsWith("calls") ? "#" : "---",
                            byWindow(value))));
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("jmhVersion", "1.37");
            json.put("benchmark", "dev.callcost.benchmark.rate." + method);
            json.put("mode", "sample");
            json.put("threads", 1);
            json.put("forks", forks);
            json.put("jvm", "java");
            json.put("jvmArgs", List.of());
            json.put("jdkVersion", "17.0.15");
            json.put("vmName", "OpenJDK 64-Bit Server VM");
            json.put("vmVersion", "17.0.15+6");
            json.put("warmupIterations", 5);
            json.put("warmupTime", "1 s");
            json.put("warmupBatchSize", 1);
            json.put("measurementIterations", windows);
            json.put("measurementTime", seconds + " s");
            json.put("measurementBatchSize", 1);
            json.put("params", params);
            json.put("primaryMetric", Map.of("score", middle, "scoreUnit", "us/op", "rawDataHistogram", histograms));
            json.put("secondaryMetrics", secondary);
            return json;
        }

        /** A window's latencies: quantiles that are log-normal up to the slowest call. */
        private List<List<Number>> histogram(double factor) {
            long calls = Math.max(1, Math.round(made * seconds));
            Map<Double, Long> counts = new TreeMap<>();
            long left = calls;
            for (double share = 0.5; left > 1; share /= 1.25) {
                long some = Math.max(1, Math.round(left * 0.2));
                double place = 1 - (left - some / 2.0) / calls;
                double log = Math.log(tail / middle) * quantile(place) / quantile(0.99);
                double value = Math.min(slowest, middle * Math.exp(log)) * factor;
                counts.merge(Math.round(1000 * value) / 1000.0, some, Long::sum);
                left -= some;
            }
            counts.merge(Math.round(1000 * slowest * factor) / 1000.0, 1L, Long::sum);
            List<List<Number>> pairs = new ArrayList<>();
            counts.forEach((value, count) -> pairs.add(List.of(value, count)));
            return pairs;
        }

        /** A quantile of the logistic distribution: it has a formula, and is close to the normal one. */
        private double quantile(double place) {
            return Math.log(place / (1 - place));
        }

        private List<List<Double>> byWindow(IntToDoubleFunction value) {
            List<Double> fork = new ArrayList<>();
            for (int window = 0; window < windows; window++) {
                fork.add(value.applyAsDouble(window));
            }
            return Collections.nCopies(forks, fork);
        }

        private static Map<String, Object> metric(String unit, List<List<Double>> forks) {
            return Map.of("score", forks.get(0).get(0), "scoreUnit", unit, "rawData", forks);
        }
    }

    /**
     * Adds a row.
     *
     * @param method such as {@code GrpcRateBenchmark.unary}
     * @param rate calls a second, or max
     */
    public Row row(String method, String rate) {
        Row row = new Row(method, rate);
        rows.add(row);
        return row;
    }

    /** Adds the machine's own row: p50 40 us, p99 113 us, p99.9 about 170 us. */
    public Row floor(String rate) {
        return row("LocalRateBenchmark.call", rate).latency(40, 113, 1500).cpu(10, 0, 20);
    }

    /** A sweep of gRPC by NIO with its floor: full at 8,300/s, its queue grows at 7,900/s. */
    public static MadeUpRates sweep() {
        MadeUpRates sweep = new MadeUpRates();
        double[] p99 = {480, 420, 430, 560, 1200, 2600};
        String[] rates = {"420", "830", "1700", "4200", "5800", "6600"};
        for (int n = 0; n < rates.length; n++) {
            sweep.row("GrpcRateBenchmark.unary", rates[n])
                    .param("transport", "NIO")
                    .latency(p99[n] / 2, p99[n], 4 * p99[n]);
            sweep.floor(rates[n]);
        }
        sweep.row("GrpcRateBenchmark.unary", "7900")
                .param("transport", "NIO")
                .latency(34_000, 174_000, 190_000)
                .made(7100)
                .notMet(9);
        sweep.floor("7900");
        sweep.row("GrpcRateBenchmark.unary", "max").param("transport", "NIO").latency(11_000, 19_000, 40_000);
        return sweep;
    }

    public String json() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Row row : rows) {
            all.add(row.json(all.size()));
        }
        return GSON.toJson(all);
    }

    /** The rows, by way of a results file in a folder. */
    public ResultsFile in(Path folder) {
        try {
            return ResultsFile.read(Files.writeString(folder.resolve(ResultsFile.NAME), json()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
