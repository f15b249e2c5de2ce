package dev.callcost.data;

import dev.callcost.agent.Canary;
import dev.callcost.agent.WorkReader;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.stats.Robust;
import dev.callcost.text.Sections;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The forks of a run that count. A fork is contended when something else used its core nearly all the time, so that the
 * fastest quarter of its iterations is slow too: their median {@link Canary} took over {@value #SLOW} times as long as
 * in the fastest 5 % of the run's iterations. A row keeps contended forks when fewer than two others are left. It keeps
 * all forks when it has no canary: rows on several CPUs, rows of other suites and of older files.
 *
 * @param limits the canary's limit in nanoseconds, by JDK
 */
public record QuietForks(Map<String, Double> limits) {
    /**
     * The JIT compiles the canary a little differently in each fork, which makes uncontended forks differ by up to 1.2
     * times. A neighbour on the core makes it 1.8 times, and little lies in between (results/epyc-vm-jdk17-rungs).
     */
    public static final double SLOW = 1.35;

    private static final double FAST = 0.05;
    private static final int FEWEST = 2;

    private static QuietForks of(List<Row> rows) {
        Map<String, List<Row>> byJdk =
                rows.stream().filter(QuietForks::hasCanary).collect(Collectors.groupingBy(Row::jdkVersion));
        Map<String, Double> limits = new TreeMap<>();
        byJdk.forEach((jdk, some) -> {
            double[] nanos = some.stream()
                    .flatMapToDouble(row -> canary(row).scores())
                    .sorted()
                    .toArray();
            limits.put(jdk, SLOW * nanos[(int) (FAST * nanos.length)]);
        });
        return new QuietForks(limits);
    }

    /** The rows of one run with the forks that count. */
    static List<Row> in(List<Row> rows) {
        QuietForks quiet = of(rows);
        return rows.stream().map(quiet::in).toList();
    }

    /** How many forks of some rows are left out, a phrase; empty when none is. */
    static Optional<String> excluded(List<Row> all, List<Row> left) {
        int forks = forks(all);
        return Optional.of(forks - forks(left))
                .filter(excluded -> excluded > 0)
                .map(excluded -> excluded + " of " + Sections.count(forks, "fork") + (excluded == 1 ? " is" : " are")
                        + " excluded: something else used the core nearly all the time");
    }

    private static int forks(List<Row> rows) {
        return rows.stream().mapToInt(row -> row.primary().forks().size()).sum();
    }

    /** The forks of one run that count, in their order. */
    public static List<Fork> among(List<Fork> forks) {
        Map<RowKey, List<Fork>> byRow =
                forks.stream().collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()));
        Map<RowKey, Row> rows = new LinkedHashMap<>();
        byRow.forEach((key, some) ->
                rows.put(key, Row.merged(some.stream().map(Fork::row).toList())));
        QuietForks quiet = of(List.copyOf(rows.values()));
        Set<Fork> left = Collections.newSetFromMap(new IdentityHashMap<>());
        byRow.forEach((key, some) -> left.addAll(at(quiet.places(rows.get(key)), some)));
        return forks.stream().filter(left::contains).toList();
    }

    private static Metric canary(Row row) {
        return row.secondary().get(Canary.METRIC);
    }

    private static boolean hasCanary(Row row) {
        return canary(row) != null
                && canary(row).iterations().equals(row.primary().iterations())
                && !row.primary().iterations().contains(0);
    }

    private Row in(Row row) {
        List<Integer> places = places(row);
        if (places.size() == row.primary().forks().size()) {
            return row;
        }
        SortedMap<String, Metric> secondary = new TreeMap<>(row.secondary());
        // work was counted apart from what was measured, and to count it a busy core does not matter
        secondary.replaceAll((name, metric) -> name.startsWith(WorkReader.PREFIX) ? metric : in(places, metric, row));
        return row.with(row.benchmark(), in(places, row.primary(), row), secondary, row.settings());
    }

    /** A secondary metric that some forks lack is not known by fork. */
    private static Metric in(List<Integer> places, Metric metric, Row row) {
        return metric.forks().size() == row.primary().forks().size()
                ? new Metric(metric.unit(), at(places, metric.forks()))
                : metric;
    }

    private static <T> List<T> at(List<Integer> places, List<T> list) {
        return places.stream().map(list::get).toList();
    }

    /** The numbers of the forks that count, from 0. */
    private List<Integer> places(Row row) {
        List<Integer> all =
                IntStream.range(0, row.primary().forks().size()).boxed().toList();
        if (!hasCanary(row)) {
            return all;
        }
        List<Integer> quiet = all.stream()
                .filter(fork -> canaryOfFastest(row, fork) <= limits.get(row.jdkVersion()))
                .toList();
        return quiet.size() < FEWEST ? all : quiet;
    }

    private static double canaryOfFastest(Row row, int fork) {
        int sign = row.primary().isThroughput() ? -1 : 1;
        double[] times = Arrays.stream(row.primary().numbers(fork))
                .map(score -> sign * score)
                .toArray();
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        double slowest = sorted[ForkValue.fastest(sorted.length) - 1];
        double[] canary = canary(row).numbers(fork);
        return Robust.median(IntStream.range(0, times.length)
                .filter(iteration -> times[iteration] <= slowest)
                .mapToDouble(iteration -> canary[iteration])
                .toArray());
    }
}
