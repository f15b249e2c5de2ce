package dev.callcost.data;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The methods of a {@code @Group}, which run at the same time in threads of their own. JMH's JSON has them among the secondary metrics, by the
 * method's name and in the group's unit. A counter of {@code @AuxCounters} looks the same, so arithmetic decides which metrics are methods (JMH 1.37,
 * {@code IterationResult.getPrimaryResult}): a group's throughput is the sum of its methods', its time the mean over all threads; in mode SampleTime,
 * methods have percentiles.
 */
final class GroupMethods {
    /** The setting with the threads of each method, where the scores show it: a throughput never does. */
    static final String THREADS = "groupThreads";

    private static final Pattern IDENTIFIER =
            Pattern.compile("[\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}][\\p{L}\\p{N}\\p{Sc}\\p{Pc}]*");

    /** A metric of an open loop, whose further metrics of samples are no methods: the agent's name for the rate made. */
    private static final String OPEN_LOOP = "rate.made";

    /** Of more metrics not every subset is tried. */
    private static final int MOST = 12;

    /** Larger than what rounding does to a sum. */
    private static final double ROUNDING = 1e-6;

    private GroupMethods() {}

    /** The group and a row for each of its methods, named as JMH prints it: {@code Queue.putAndGet:put}; only the row itself when it is no group. */
    static List<Row> withGroup(Row row) {
        List<String> methods = methods(row);
        if (methods.isEmpty()) {
            return List.of(row);
        }
        SortedMap<String, String> settings = new TreeMap<>(row.settings());
        List<List<Integer>> threads = row.primary().isThroughput() ? List.of() : fitting(row, methods);
        if (threads.size() == 1) {
            settings.put(
                    THREADS,
                    IntStream.range(0, methods.size())
                            .mapToObj(n -> methods.get(n) + "=" + threads.get(0).get(n))
                            .collect(Collectors.joining(" ")));
        }
        return Stream.concat(
                        Stream.of(row.with(row.benchmark(), row.primary(), row.secondary(), settings)),
                        methods.stream()
                                .map(method -> row.with(
                                        row.benchmark() + ":" + method,
                                        row.secondary().get(method),
                                        Collections.emptySortedMap(),
                                        settings)))
                .toList();
    }

    private static List<String> methods(Row row) {
        List<String> names = row.secondary().entrySet().stream()
                .filter(metric ->
                        IDENTIFIER.matcher(metric.getKey()).matches() && isLike(metric.getValue(), row.primary()))
                .map(Map.Entry::getKey)
                .toList();
        if (row.secondary().containsKey(OPEN_LOOP)) {
            return List.of();
        }
        if (row.mode().equals("sample")) {
            return names.stream()
                    .filter(name -> row.secondary().containsKey(name + ":p0.50"))
                    .toList();
        }
        return IntStream.range(0, names.size() > MOST ? 0 : 1 << names.size())
                .filter(set -> Integer.bitCount(set) >= 2)
                .boxed()
                .sorted(Comparator.comparing(Integer::bitCount))
                .map(set -> IntStream.range(0, names.size())
                        .filter(n -> (set >> n & 1) == 1)
                        .mapToObj(names::get)
                        .toList())
                .filter(set -> !fitting(row, set).isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static boolean isLike(Metric metric, Metric score) {
        return metric.unit().equals(score.unit()) && metric.iterations().equals(score.iterations());
    }

    /** The weights with which the group's score is the sum of its methods' scores: 1 for a throughput, the number of threads for a time. */
    private static List<List<Integer>> fitting(Row row, List<String> methods) {
        boolean isThroughput = row.primary().isThroughput();
        double[] scores = scores(row.primary());
        List<double[]> parts =
                methods.stream().map(name -> scores(row.secondary().get(name))).toList();
        return (isThroughput
                        ? Stream.of(Collections.nCopies(methods.size(), 1))
                        : splits(row.threads(), methods.size()))
                .filter(weights -> IntStream.range(0, scores.length).allMatch(n -> {
                    double sum = 0;
                    for (int method = 0; method < parts.size(); method++) {
                        sum += weights.get(method) * parts.get(method)[n];
                    }
                    return Math.abs(sum / (isThroughput ? 1 : row.threads()) - scores[n]) <= ROUNDING * scores[n];
                }))
                .toList();
    }

    /** The ways to divide threads among methods. Each method has at least one thread. */
    private static Stream<List<Integer>> splits(int threads, int methods) {
        return methods == 1
                ? Stream.of(List.of(threads))
                : IntStream.rangeClosed(1, threads - methods + 1)
                        .boxed()
                        .flatMap(first -> splits(threads - first, methods - 1)
                                .map(others -> Stream.concat(Stream.of(first), others.stream())
                                        .toList()));
    }

    /** Of all forks. */
    private static double[] scores(Metric metric) {
        return metric.forks().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }
}
