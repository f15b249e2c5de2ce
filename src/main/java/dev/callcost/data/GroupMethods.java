package dev.callcost.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
    private static final String MEDIAN = ":p0.50";

    /** A metric of an open loop, whose further metrics of samples are no methods: the agent's name for the rate made. */
    static final String OPEN_LOOP = "rate.made";

    /** Of more metrics not every subset is tried. */
    private static final int MOST = 12;

    /** Larger than what rounding does to a sum. */
    private static final double ROUNDING = 1e-6;

    private final Row group;
    private final List<String> names;
    private final double[] scores;
    private final Map<String, double[]> parts = new HashMap<>();

    private GroupMethods(Row group) {
        this.group = group;
        names = group.secondary().entrySet().stream()
                .filter(metric -> IDENTIFIER.matcher(metric.getKey()).matches() && isLikeScore(metric.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        scores = names.isEmpty() ? new double[0] : scores(group.primary());
        names.forEach(name -> parts.put(name, scores(group.secondary().get(name))));
    }

    /** The group and a row for each of its methods, named as JMH prints it: {@code Queue.putAndGet:put}; only the row itself when it is no group. */
    static List<Row> withGroup(Row row) {
        return new GroupMethods(row).rows();
    }

    private List<Row> rows() {
        List<String> methods = methods();
        if (methods.isEmpty()) {
            return List.of(group);
        }
        SortedMap<String, String> settings = new TreeMap<>(group.settings());
        List<List<Integer>> splits = group.primary().isThroughput() ? List.of() : splits(methods);
        if (splits.size() == 1) {
            settings.put(
                    THREADS,
                    IntStream.range(0, methods.size())
                            .mapToObj(n -> methods.get(n) + "=" + splits.get(0).get(n))
                            .collect(Collectors.joining(" ")));
        }
        List<Row> rows = new ArrayList<>(List.of(row("", group.primary(), group.secondary(), settings)));
        methods.forEach(
                name -> rows.add(row(":" + name, group.secondary().get(name), Collections.emptySortedMap(), settings)));
        return rows;
    }

    private Row row(
            String method, Metric scores, SortedMap<String, Metric> secondary, SortedMap<String, String> settings) {
        String name = group.benchmark() + method;
        return new Row(name, group.mode(), group.threads(), group.params(), scores, secondary, settings);
    }

    private List<String> methods() {
        if (group.secondary().containsKey(OPEN_LOOP)) {
            return List.of();
        }
        if (group.mode().equals("sample")) {
            return names.stream()
                    .filter(name -> group.secondary().containsKey(name + MEDIAN))
                    .toList();
        }
        return IntStream.range(0, names.size() < 2 || names.size() > MOST ? 0 : 1 << names.size())
                .filter(set -> Integer.bitCount(set) >= 2)
                .boxed()
                .sorted(Comparator.comparing(Integer::bitCount))
                .map(set -> IntStream.range(0, names.size())
                        .filter(n -> (set >> n & 1) == 1)
                        .mapToObj(names::get)
                        .toList())
                .filter(set -> group.primary().isThroughput()
                        ? fits(set, Collections.nCopies(set.size(), 1), 1)
                        : !splits(set).isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private boolean isLikeScore(Metric metric) {
        return metric.unit().equals(group.primary().unit()) && sizes(metric).equals(sizes(group.primary()));
    }

    private static List<Integer> sizes(Metric metric) {
        return metric.forks().stream().map(List::size).toList();
    }

    /** The numbers of threads of each method with which the group's time is the mean over threads. */
    private List<List<Integer>> splits(List<String> methods) {
        List<List<Integer>> splits = new ArrayList<>();
        split(methods, new ArrayList<>(), group.threads(), splits);
        return splits;
    }

    private void split(List<String> methods, List<Integer> first, int left, List<List<Integer>> splits) {
        int others = methods.size() - first.size() - 1;
        for (int threads = others == 0 ? left : 1; threads >= 1 && threads <= left - others; threads++) {
            first.add(threads);
            if (others > 0) {
                split(methods, first, left - threads, splits);
            } else if (fits(methods, first, group.threads())) {
                splits.add(List.copyOf(first));
            }
            first.remove(first.size() - 1);
        }
    }

    /** Whether in each iteration the group's score is the weighted sum of the methods' scores over a divisor. */
    private boolean fits(List<String> methods, List<Integer> weights, int divisor) {
        return IntStream.range(0, scores.length).allMatch(n -> {
            double sum = 0;
            for (int method = 0; method < methods.size(); method++) {
                sum += weights.get(method) * parts.get(methods.get(method))[n];
            }
            return Math.abs(sum / divisor - scores[n]) <= ROUNDING * scores[n];
        });
    }

    /** Of all forks. */
    private static double[] scores(Metric metric) {
        return metric.forks().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .toArray();
    }
}
