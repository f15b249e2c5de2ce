package dev.callcost.stats;

import dev.callcost.agent.Canary;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows of a run with those iterations alone beside which the canary ({@link Canary}) was no slower than it gets in this run:
 * when nothing outside used the core. What is kept is chosen by the canary and never by a score, so that the time of a row is that of an
 * undisturbed machine, as often as there is one, and not the shortest that was seen.
 *
 * <p>It is for the absolute times of one run. Two sides are not compared by it: code that keeps its own core busy, as by a collector beside
 * it, would choose its own iterations.
 */
public final class Undisturbed {
    /** The canary's undisturbed time: what it stays below beside this share of a run's iterations. */
    private static final double FAST = 0.05;

    /**
     * How many times that long it counts as disturbed: undisturbed forks differ by up to 1.2, as the JIT compiles it a little otherwise in each, a neighbour
     * makes it 1.8, and in between there is next to nothing (results/epyc-vm-jdk17-rungs).
     */
    public static final double SLOW = 1.35;

    /** Iterations below which a fork's median is none. */
    public static final int FEWEST_ITERATIONS = 5;

    private final Map<String, Double> limits;
    private final List<Row> rows;
    private final Map<RowKey, List<Integer>> places;
    private final Set<RowKey> disturbed;
    private final long kept;
    private final long all;

    private Undisturbed(
            Map<String, Double> limits,
            List<Row> rows,
            Map<RowKey, List<Integer>> places,
            Set<RowKey> disturbed,
            long kept,
            long all) {
        this.limits = limits;
        this.rows = rows;
        this.places = places;
        this.disturbed = disturbed;
        this.kept = kept;
        this.all = all;
    }

    /**
     * Chooses the iterations of rows that were measured in one run.
     *
     * <p>A fork with fewer than {@value #FEWEST_ITERATIONS} of them is left out. A row that would keep fewer than two of two or more forks
     * has all it had, and so have rows without a canary: those with threads on any CPU, of other suites, of older files.
     */
    public static Undisturbed of(List<Row> rows) {
        Map<String, Double> limits = rows.stream()
                .filter(Undisturbed::hasCanary)
                .collect(Collectors.groupingBy(
                        Row::jdkVersion, Collectors.collectingAndThen(Collectors.toList(), Undisturbed::limit)));
        List<Row> result = new ArrayList<>();
        Map<RowKey, List<Integer>> places = new HashMap<>();
        Set<RowKey> disturbed = new HashSet<>();
        long kept = 0;
        long all = 0;
        for (Row row : rows) {
            int forks = row.primary().forks().size();
            places.put(row.key(), IntStream.range(0, forks).boxed().toList());
            if (!hasCanary(row)) {
                result.add(row);
                continue;
            }
            List<List<Double>> scores = undisturbed(row, limits.get(row.jdkVersion()));
            List<Integer> left = IntStream.range(0, forks)
                    .filter(fork -> scores.get(fork).size() >= FEWEST_ITERATIONS)
                    .boxed()
                    .toList();
            boolean isEnough = left.size() >= Math.min(2, forks);
            Row chosen = row.with(new Metric(
                    row.primary().unit(), left.stream().map(scores::get).toList()));
            result.add(isEnough ? chosen : row);
            if (isEnough) {
                places.put(row.key(), left);
            } else {
                disturbed.add(row.key());
            }
            kept += isEnough ? iterations(chosen) : 0;
            all += iterations(row);
        }
        return new Undisturbed(limits, List.copyOf(result), places, Set.copyOf(disturbed), kept, all);
    }

    private static boolean hasCanary(Row row) {
        Metric canary = row.secondary().get(Canary.METRIC);
        return canary != null && sizes(canary).equals(sizes(row.primary()));
    }

    private static List<Integer> sizes(Metric metric) {
        return metric.forks().stream().map(List::size).toList();
    }

    private static double limit(List<Row> rows) {
        return limit(rows.stream()
                        .flatMap(row -> row.secondary().get(Canary.METRIC).forks().stream())
                        .flatMap(List::stream)
                        .mapToDouble(Double::doubleValue)
                        .toArray())
                .orElseThrow();
    }

    /** The canary's time above which an iteration counts as disturbed, by the canary's times beside all iterations of a run; empty without any. */
    public static OptionalDouble limit(double[] canaryNanos) {
        double[] sorted = canaryNanos.clone();
        Arrays.sort(sorted);
        return sorted.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(SLOW * sorted[(int) (FAST * sorted.length)]);
    }

    /** For each fork the scores of its undisturbed iterations. */
    private static List<List<Double>> undisturbed(Row row, double limit) {
        List<List<Double>> scores = row.primary().forks();
        List<List<Double>> canaries = row.secondary().get(Canary.METRIC).forks();
        return IntStream.range(0, scores.size())
                .mapToObj(fork -> IntStream.range(0, scores.get(fork).size())
                        .filter(i -> canaries.get(fork).get(i) <= limit)
                        .mapToObj(scores.get(fork)::get)
                        .toList())
                .toList();
    }

    private static long iterations(Row row) {
        return row.primary().forks().stream().mapToLong(List::size).sum();
    }

    /** The rows, in their order. */
    public List<Row> rows() {
        return rows;
    }

    /** Which of a row's forks, as it was measured, are left: their places from 0 on. */
    public List<Integer> places(Row row) {
        return places.get(row.key());
    }

    /** The canary's time in nanoseconds above which an iteration of a row, as it was measured, is left out; empty without a canary. */
    public OptionalDouble limit(Row row) {
        return hasCanary(row) ? OptionalDouble.of(limits.get(row.jdkVersion())) : OptionalDouble.empty();
    }

    /** What stands behind the time of a row that has all its iterations because too few were undisturbed; empty for others. */
    public String mark(Row row) {
        return disturbed.contains(row.key()) ? " disturbed" : "";
    }

    /** What was left out, to be put behind a {@link Caption}; empty when nothing was, or no row has a canary. */
    public String caption() {
        String limit = limits.values().stream()
                .map(Numbers::plainTime)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
        return kept == all
                ? ""
                : "; " + Math.round(100.0 * (all - kept) / all)
                        + " % of the iterations left out, beside which the canary took longer than " + limit;
    }
}
