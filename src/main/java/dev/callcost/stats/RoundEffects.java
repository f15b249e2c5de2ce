package dev.callcost.stats;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The drift of the machine's speed between rounds, removed from all rows. Each round has a fork of every row, and on a shared machine a slow quarter
 * of an hour is slow for all rows. That says nothing about one row against another. So the drift is stated once for all rows and is no part of a
 * row's interval; a row's time is the time at the mean speed of all forks.
 *
 * <p>The logarithm of a fork's time is the sum of a row's part, a round's part and its own, as in a randomized block design. A round's effect is the
 * median over rows of what is left without the row's mean, repeated until both agree: Tukey's median polish ("Exploratory Data Analysis", 1977) with
 * means for rows, because estimates are means. The median keeps a row that jumps from moving the others. src/docs/statistics-appendix.md has the simulated
 * coverage.
 */
public final class RoundEffects {
    /** A round with fewer rows says nothing about the machine and is excluded. */
    public static final int FEWEST_IN_ROUND = 4;

    /** The last of them change nothing that is shown. */
    private static final int SWEEPS = 20;

    private final Map<RowKey, Row> without = new LinkedHashMap<>();
    private final List<Row> rows;
    private final Level level;

    /**
     * The effects of a run's rounds. Rows count whose score is a time, whose rounds are known, and that no {@code pinning} puts on several CPUs. With
     * fewer than {@value Moderation#FEWEST_ROWS} of them no effect is known.
     *
     * @param rounds for each row the round of each of its forks, as they were measured
     */
    public static RoundEffects of(Uncontended uncontended, Map<RowKey, List<Integer>> rounds) {
        return new RoundEffects(uncontended, rounds);
    }

    private RoundEffects(Uncontended uncontended, Map<RowKey, List<Integer>> rounds) {
        List<Row> known = uncontended.rows().stream()
                .filter(row -> rounds.containsKey(row.key())
                        && !Scatter.isOnSeveralCpus(row)
                        && row.nanos().isPresent())
                .toList();
        List<Map<Integer, Double>> logs = known.size() < Moderation.FEWEST_ROWS
                ? List.of()
                : known.stream()
                        .map(row -> logs(row, uncontended.left(row.key(), rounds.get(row.key()))))
                        .toList();
        level = Level.of(logs);
        for (int n = 0; n < logs.size(); n++) {
            Row row = known.get(n);
            without.put(row.key(), moved(row, logs.get(n), level.rows.get(n)));
        }
        rows = uncontended.rows().stream()
                .map(row -> without.getOrDefault(row.key(), row))
                .toList();
    }

    /** The logarithm of each fork's value by its round, in the order of the forks. */
    private static Map<Integer, Double> logs(Row row, List<Integer> rounds) {
        Map<Integer, Double> logs = new LinkedHashMap<>();
        double[] medians = row.primary().forkMedians();
        for (int fork = 0; fork < medians.length; fork++) {
            logs.put(rounds.get(fork), Math.log(medians[fork]));
        }
        return logs;
    }

    /** A row whose forks have other values, without the forks that have none. */
    private static Row moved(Row row, Map<Integer, Double> from, Map<Integer, Double> to) {
        Iterator<List<Double>> forks = row.primary().forks().iterator();
        List<List<Double>> moved = new ArrayList<>();
        from.forEach((round, log) -> {
            List<Double> fork = forks.next();
            if (to.containsKey(round)) {
                double factor = Math.exp(to.get(round) - log);
                moved.add(fork.stream().map(score -> score * factor).toList());
            }
        });
        return row.with(new Metric(row.primary().unit(), moved));
    }

    /** The rows of the run, in their order: without the drift between rounds where it is known. */
    public List<Row> rows() {
        return rows;
    }

    /** Whether the drift between rounds is removed from a row. */
    public boolean isWithout(RowKey row) {
        return without.containsKey(row);
    }

    /** The drift that was removed, to be appended to a caption; empty where it is not known. */
    public String caption() {
        return level.effects.size() < 2
                ? ""
                : "; the times of all rows drifted by "
                        + EstimateText.change(Math.exp(Collections.min(level.effects.values()))) + " to "
                        + EstimateText.change(Math.exp(Collections.max(level.effects.values())))
                        + " between rounds, which is removed";
    }

    /**
     * How many rows that have the precision asked for must continue, so that a round still has enough rows.
     *
     * @param wanting how many rows lack the precision
     */
    public static int company(int wanting) {
        return wanting == 0 ? 0 : Math.max(0, FEWEST_IN_ROUND - wanting);
    }

    /**
     * Logarithms of forks' times without round effects.
     *
     * @param rows for each row its forks' logarithms by round, of rounds with at least {@value RoundEffects#FEWEST_IN_ROUND} rows; unchanged where
     *     fewer than two are left
     * @param effects by round, with mean 0 over forks
     */
    record Level(List<Map<Integer, Double>> rows, Map<Integer, Double> effects) {

        /** @param rows as they were measured; a round need not have all rows */
        static Level of(List<Map<Integer, Double>> rows) {
            Map<Integer, Long> sizes = rows.stream()
                    .flatMap(row -> row.keySet().stream())
                    .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
            sizes.values().removeIf(size -> size < FEWEST_IN_ROUND);
            List<Integer> rounds = List.copyOf(sizes.keySet());
            double[] effects = effects(
                    rows.stream()
                            .map(row -> rounds.stream()
                                    .mapToDouble(round -> row.getOrDefault(round, Double.NaN))
                                    .toArray())
                            .toArray(double[][]::new),
                    sizes.values().stream().mapToLong(size -> size).toArray());
            Map<Integer, Double> byRound = new TreeMap<>();
            IntStream.range(0, effects.length).forEach(n -> byRound.put(rounds.get(n), effects[n]));
            return new Level(
                    rows.stream().map(row -> level(row, byRound, sizes)).toList(), byRound);
        }

        /** Estimating the effect of a round from n rows shrinks the residuals by 1/n; this is undone here. */
        private static Map<Integer, Double> level(
                Map<Integer, Double> all, Map<Integer, Double> effects, Map<Integer, Long> sizes) {
            Map<Integer, Double> row = new TreeMap<>(all);
            row.keySet().retainAll(sizes.keySet());
            if (row.size() < Math.min(2, all.size())) {
                return all;
            }
            row.replaceAll((round, log) -> log - effects.get(round));
            double mean = mean(row.values().stream().mapToDouble(log -> log));
            double apart = Math.sqrt(
                    mean(row.keySet().stream().mapToDouble(round -> sizes.get(round) / (sizes.get(round) - 1.0))));
            row.replaceAll((round, log) -> mean + apart * (log - mean));
            return row;
        }

        /**
         * The effects of rounds.
         *
         * @param logs by row and round, NaN where a row lacks a fork
         * @param forks how many each round has
         */
        private static double[] effects(double[][] logs, long[] forks) {
            double[] effects = new double[forks.length];
            for (int sweep = 0; sweep < SWEEPS && forks.length > 0; sweep++) {
                double[] means = Arrays.stream(logs)
                        .map(row -> known(forks.length, round -> row[round] - effects[round]))
                        .mapToDouble(left -> sum(left) / left.length)
                        .toArray();
                Arrays.setAll(
                        effects, round -> Metric.median(known(logs.length, row -> logs[row][round] - means[row])));
                // over forks: over rounds, the small last rounds of a run with --precision would dominate
                double mean = sum(known(forks.length, round -> forks[round] * effects[round]))
                        / LongStream.of(forks).sum();
                Arrays.setAll(effects, round -> effects[round] - mean);
            }
            return effects;
        }

        private static double[] known(int count, IntToDoubleFunction value) {
            return IntStream.range(0, count)
                    .mapToDouble(value)
                    .filter(it -> !Double.isNaN(it))
                    .toArray();
        }

        private static double sum(double[] values) {
            return Arrays.stream(values).reduce(0, Double::sum);
        }

        private static double mean(DoubleStream values) {
            return values.average().orElseThrow();
        }
    }
}
