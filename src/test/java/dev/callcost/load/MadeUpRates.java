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
import java.util.stream.IntStream;

/**
 * Rows of open loops that never ran, as JMH writes them. A row is a line: the method, the rate, numbers as
 * {@code p99=600} in place of the usual ones, counts a window as {@code calls.failed.UNAVAILABLE=2}, and params.
 */
public final class MadeUpRates {
    /** The machine's own row: p50 40 us, p99 113 us, p99.9 about 170 us. Its rate follows. */
    static final String FLOOR =
            "LocalRateBenchmark.call p50=40 p99=113 slowest=1500 cpu.client=10 cpu.server=0 cpu.pacer=20 rate=";

    /**
     * Latencies, the pacer's p99 and CPU in microseconds; windows of so many seconds, the first of each fork not met;
     * the standard deviation of the logarithms of forks; answered calls a second, unless so many as were due.
     */
    private static final String USUAL =
            " forks=5 windows=10 seconds=2 notMet=0 spread=0.03 p50=300 p99=500 slowest=900 late=40"
                    + " cpu.client=200 cpu.server=120 cpu.pacer=30 calls.unsent=0";

    private final Map<String, String> values = new TreeMap<>();
    private final String method;

    private MadeUpRates(String line) {
        method = line.split(" ")[0];
        for (String pair : (USUAL + line.substring(method.length())).strip().split(" ")) {
            values.put(pair.split("=", 2)[0], pair.split("=", 2)[1]);
        }
        values.putIfAbsent("made", values.get("rate").replace("max", "8300"));
    }

    /** A sweep of gRPC by NIO with its floor: full at 8,300/s, its queue grows at 7,900/s. */
    public static List<String> sweep() {
        List<String> rows = new ArrayList<>();
        double[] p99 = {480, 420, 430, 560, 1200, 2600};
        String[] rates = {"420", "830", "1700", "4200", "5800", "6600"};
        String nio = "GrpcRateBenchmark.unary transport=NIO rate=";
        for (int n = 0; n < rates.length; n++) {
            rows.add(nio + rates[n] + " p50=" + p99[n] / 2 + " p99=" + p99[n] + " slowest=" + 4 * p99[n]);
            rows.add(FLOOR + rates[n]);
        }
        rows.add(nio + "7900 p50=34000 p99=174000 slowest=190000 made=7100 notMet=9");
        rows.add(FLOOR + "7900");
        rows.add(nio + "max p50=11000 p99=19000 slowest=40000");
        return rows;
    }

    public static String json(List<String> rows) {
        return new Gson()
                .toJson(IntStream.range(0, rows.size())
                        .mapToObj(n -> new MadeUpRates(rows.get(n)).row(new Random(n)))
                        .toList());
    }

    /** The rows, by way of a results file in a folder. */
    public static ResultsFile in(Path folder, List<String> rows) {
        try {
            return ResultsFile.read(Files.writeString(folder.resolve(ResultsFile.NAME), json(rows)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private double number(String name) {
        return Double.parseDouble(values.get(name));
    }

    private int count(String name) {
        return (int) number(name);
    }

    private Map<String, Object> row(Random random) {
        List<List<Object>> histograms = new ArrayList<>();
        List<List<Double>> lateness = new ArrayList<>();
        List<List<Double>> medians = new ArrayList<>();
        for (int fork = 0; fork < count("forks"); fork++) {
            double factor = Math.exp(number("spread") * random.nextGaussian());
            histograms.add(Collections.nCopies(count("windows"), histogram(factor)));
            lateness.add(Collections.nCopies(count("windows"), number("late") * factor));
            medians.add(Collections.nCopies(count("windows"), number("late") * factor / 3));
        }
        Map<String, Object> secondary = new LinkedHashMap<>();
        secondary.put("late", metric("us/op", medians));
        secondary.put("late:p0.50", metric("us/op", medians));
        secondary.put("late:p0.99", metric("us/op", lateness));
        secondary.put("rate.made", metric("ops/s", all(number("made"))));
        List<Double> met = new ArrayList<>(Collections.nCopies(count("windows"), 1.0));
        Collections.fill(met.subList(0, count("notMet")), 0.0);
        secondary.put("rate.met", metric("---", Collections.nCopies(count("forks"), met)));
        double cpu = number("cpu.client") + number("cpu.server") + number("cpu.pacer");
        if (cpu > 0) {
            secondary.put("cpu", metric("us/op", all(cpu)));
        }
        Map<String, String> params = new TreeMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith("cpu.") && cpu > 0) {
                secondary.put(name, metric("us/op", all(number(name))));
            } else if (name.startsWith("calls.")) {
                secondary.put(name, metric("#", all(number(name))));
            } else if (!USUAL.contains(" " + name + "=") && !name.equals("made")) {
                params.put(name, value);
            }
        });
        Map<String, Object> json = new LinkedHashMap<>(Map.of("jmhVersion", "1.37", "jdkVersion", "17.0.15"));
        json.putAll(Map.of("benchmark", "dev.callcost.benchmark.rate." + method, "mode", "sample", "threads", 1));
        json.putAll(Map.of("measurementIterations", count("windows"), "measurementTime", number("seconds") + " s"));
        json.putAll(Map.of("params", params, "secondaryMetrics", secondary));
        json.put("primaryMetric", Map.of("score", number("p50"), "scoreUnit", "us/op", "rawDataHistogram", histograms));
        return json;
    }

    /** A window's latencies: quantiles that are log-normal up to the slowest call. */
    private List<List<Number>> histogram(double factor) {
        long calls = Math.max(1, Math.round(number("made") * number("seconds")));
        Map<Double, Long> counts = new TreeMap<>();
        long left = calls;
        while (left > 1) {
            long some = Math.max(1, Math.round(left * 0.2));
            double place = 1 - (left - some / 2.0) / calls;
            double log = Math.log(number("p99") / number("p50")) * quantile(place) / quantile(0.99);
            double value = Math.min(number("slowest"), number("p50") * Math.exp(log)) * factor;
            counts.merge(Math.round(1000 * value) / 1000.0, some, Long::sum);
            left -= some;
        }
        counts.merge(Math.round(1000 * number("slowest") * factor) / 1000.0, 1L, Long::sum);
        List<List<Number>> pairs = new ArrayList<>();
        counts.forEach((value, count) -> pairs.add(List.of(value, count)));
        return pairs;
    }

    /** A quantile of the logistic distribution: it has a formula, and is close to the normal one. */
    private static double quantile(double place) {
        return Math.log(place / (1 - place));
    }

    private List<List<Double>> all(double value) {
        return Collections.nCopies(count("forks"), Collections.nCopies(count("windows"), value));
    }

    private static Map<String, Object> metric(String unit, List<List<Double>> forks) {
        return Map.of("score", forks.get(0).get(0), "scoreUnit", unit, "rawData", forks);
    }
}
