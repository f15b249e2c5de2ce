package dev.callcost.data;

import dev.callcost.data.JsonText.Refused;
import dev.callcost.data.JsonText.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows that a tree of JSON holds by the layout of JMH's writer, made without the suite's reader. Members that the suite has
 * no use for may hold anything.
 */
final class ExpectedRows {
    private static final Map<String, Double> WORDS =
            Map.of("NaN", Double.NaN, "+INF", Double.POSITIVE_INFINITY, "-INF", Double.NEGATIVE_INFINITY);
    private static final List<String> SETTINGS =
            """
            jmhVersion jdkVersion vmName vmVersion goVersion grpcGoVersion goMaxProcs requests pause
            warmupIterations warmupTime warmupBatchSize measurementIterations measurementTime measurementBatchSize
            """.lines().flatMap(line -> Stream.of(line.split(" "))).toList();

    private static final double LARGEST = 1e100;

    private ExpectedRows() {}

    /**
     * The rows in the order of the file.
     *
     * @param tree what {@link JsonText} read
     * @throws Refused when it is not what JMH writes, or a score is not a positive number
     */
    static List<Row> of(Object tree) {
        List<?> rows = list(tree);
        demand(!rows.isEmpty(), "no rows");
        return rows.stream().map(row -> row(map(row))).toList();
    }

    private static Row row(Map<?, ?> row) {
        double threads = number(row.get("threads"));
        demand(threads >= 1 && threads <= Integer.MAX_VALUE && threads == Math.floor(threads), "no count of threads");
        SortedMap<String, String> params = new TreeMap<>();
        map(row.containsKey("params") ? row.get("params") : Map.of())
                .forEach((name, value) -> params.put((String) name, text(value)));
        SortedMap<String, Metric> secondary = new TreeMap<>();
        map(row.containsKey("secondaryMetrics") ? row.get("secondaryMetrics") : Map.of())
                .forEach((name, metric) -> secondary.put((String) name, metric(map(metric))));
        Metric primary = metric(map(row.get("primaryMetric")));
        demand(!primary.forks().isEmpty(), "no forks");
        for (List<Double> fork : primary.forks()) {
            demand(!fork.isEmpty(), "no iterations");
            demand(
                    fork.stream().allMatch(score -> score >= 1 / LARGEST && Double.isFinite(score)),
                    "a score that is none");
        }
        return new Row(
                string(row.get("benchmark")),
                string(row.get("mode")),
                (int) threads,
                params,
                primary,
                secondary,
                settings(row));
    }

    private static SortedMap<String, String> settings(Map<?, ?> row) {
        SortedMap<String, String> settings = new TreeMap<>();
        SETTINGS.stream().filter(row::containsKey).forEach(name -> settings.put(name, text(row.get(name))));
        if (row.containsKey("jvmArgs")) {
            settings.put(
                    "jvmArgs",
                    list(row.get("jvmArgs")).stream().map(ExpectedRows::text).collect(Collectors.joining(" ")));
        }
        return settings;
    }

    private static Metric metric(Map<?, ?> metric) {
        boolean histogram = metric.containsKey("rawDataHistogram");
        List<List<Double>> forks = new ArrayList<>();
        SortedMap<Double, Double> samples = new TreeMap<>();
        for (Object fork : list(metric.get(histogram ? "rawDataHistogram" : "rawData"))) {
            forks.add(list(fork).stream()
                    .map(iteration -> histogram ? mean(list(iteration), samples) : number(iteration))
                    .toList());
        }
        return new Metric(string(metric.get("scoreUnit")), forks, samples);
    }

    private static double mean(List<?> histogram, SortedMap<Double, Double> samples) {
        double sum = 0;
        double counts = 0;
        for (Object element : histogram) {
            List<?> pair = list(element);
            demand(pair.size() == 2, "no pair");
            double value = number(pair.get(0));
            double count = number(pair.get(1));
            demand(!(value < 0), "a negative sample");
            demand(count >= 1 && count == Math.floor(count) && count <= LARGEST, "no count of samples");
            samples.put(value, samples.getOrDefault(value, 0.0) + count);
            sum += value * count;
            counts += count;
        }
        return sum / counts;
    }

    private static double number(Object value) {
        if (value instanceof Token token && token.isNumber()) {
            double number = Double.parseDouble(token.text());
            demand(number >= -LARGEST && number <= LARGEST, "too large a number");
            return number;
        }
        demand(value instanceof String word && WORDS.containsKey(word), "no number");
        return WORDS.get(value);
    }

    private static String text(Object value) {
        if (value instanceof Token token && !token.text().equals("null")) {
            return token.text();
        }
        return string(value);
    }

    private static String string(Object value) {
        demand(value instanceof String, "no string");
        return (String) value;
    }

    private static List<?> list(Object value) {
        demand(value instanceof List, "no array");
        return (List<?>) value;
    }

    private static Map<?, ?> map(Object value) {
        demand(value instanceof Map, "no object");
        return (Map<?, ?>) value;
    }

    private static void demand(boolean holds, String otherwise) {
        if (!holds) {
            throw new Refused(otherwise);
        }
    }
}
