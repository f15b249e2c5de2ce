package dev.callcost.data;

import dev.callcost.stats.Robust;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The drift of the machine's speed between rounds, removed from all rows. Each round has a fork of every row, and on a
 * shared machine a slow quarter of an hour is slow for all rows. That says nothing about one row against another. So
 * the drift is stated once for all rows and is no part of a row's interval; a row's time is the time at the mean speed
 * of all forks.
 *
 * <p>The logarithm of a fork's time is the sum of a row's part, a round's part and its own, as in a randomized block
 * design. A round's effect comes from {@link Robust#medianPolish}. src/docs/statistics-appendix.md has the simulated
 * coverage.
 *
 * @param rows the rows of the run, in their order: without the drift between rounds where it is known
 * @param without the rows that the drift between rounds is removed from
 * @param effects the logarithm of each round's effect
 */
public record RoundEffects(List<Row> rows, Set<RowKey> without, Map<Integer, Double> effects) {
    /** Fewer rows do not show the effects. */
    static final int FEWEST_ROWS = 8;

    /** A round with fewer rows says nothing about the machine and is excluded. */
    public static final int FEWEST_IN_ROUND = 4;

    /**
     * The effects of a run's rounds. Rows count whose score is a time, whose rounds are known, and that are not on
     * several CPUs. With fewer than {@value #FEWEST_ROWS} of them no effect is known.
     *
     * @param rounds for each row the round of each of its forks
     */
    public static RoundEffects of(List<Row> rows, Map<RowKey, List<Integer>> rounds) {
        List<Row> known = rows.stream()
                .filter(row -> rounds.containsKey(row.key())
                        && !row.isOnSeveralCpus()
                        && row.nanos().isPresent())
                .toList();
        if (known.size() < FEWEST_ROWS) {
            return new RoundEffects(rows, Set.of(), Map.of());
        }
        List<Map<Integer, Double>> logs =
                known.stream().map(row -> logs(row, rounds.get(row.key()))).toList();
        Level level = Level.of(logs);
        Map<RowKey, Row> without = new HashMap<>();
        for (int n = 0; n < logs.size(); n++) {
            without.put(known.get(n).key(), moved(known.get(n), logs.get(n), level.rows.get(n)));
        }
        return new RoundEffects(
                rows.stream().map(row -> without.getOrDefault(row.key(), row)).toList(),
                without.keySet(),
                level.effects);
    }

    /** The logarithm of each fork's value by its round, in the order of the forks. */
    private static Map<Integer, Double> logs(Row row, List<Integer> rounds) {
        Map<Integer, Double> logs = new LinkedHashMap<>();
        List<Double> values = row.forkLogs();
        for (int fork = 0; fork < values.size(); fork++) {
            logs.put(rounds.get(fork), values.get(fork));
        }
        return logs;
    }

    /** A row whose forks have other values, without the forks that have none. */
    private static Row moved(Row row, Map<Integer, Double> from, Map<Integer, Double> to) {
        var forks = row.primary().forks().iterator();
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

    /** The drift that was removed, a phrase; empty where it is not known. */
    public Optional<String> caption() {
        return Optional.of(effects.values())
                .filter(known -> known.size() > 1)
                .map(known ->
                        "the times of all rows drifted by " + EstimateText.change(Math.exp(Collections.min(known)))
                                + " to " + EstimateText.change(Math.exp(Collections.max(known)))
                                + " between rounds, which is removed");
    }

    /**
     * How many rows that have the precision asked for must continue with those that lack it, so that a round still has
     * enough rows.
     */
    public static int company(int wanting) {
        return wanting == 0 ? 0 : Math.max(0, FEWEST_IN_ROUND - wanting);
    }

    /**
     * Logarithms of forks' times without round effects.
     *
     * @param rows for each row its forks' logarithms by round, of rounds with at least
     *     {@value RoundEffects#FEWEST_IN_ROUND} rows; unchanged where fewer than two are left
     * @param effects by round, with mean 0 over forks
     */
    record Level(List<Map<Integer, Double>> rows, Map<Integer, Double> effects) {

        /** @param rows as they were measured; a round need not have all rows */
        static Level of(List<Map<Integer, Double>> rows) {
            Map<Integer, Long> forks = rows.stream()
                    .flatMap(row -> row.keySet().stream())
                    .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
            forks.values().removeIf(size -> size < FEWEST_IN_ROUND);
            Map<Integer, Double> effects = Robust.medianPolish(rows, forks);
            return new Level(
                    rows.stream().map(row -> level(row, effects, forks)).toList(), effects);
        }

        /** Estimating the effect of a round from n rows shrinks the residuals by 1/n; this is undone here. */
        private static Map<Integer, Double> level(
                Map<Integer, Double> all, Map<Integer, Double> effects, Map<Integer, Long> forks) {
            Map<Integer, Double> row = new TreeMap<>(all);
            row.keySet().retainAll(effects.keySet());
            if (row.size() < Math.min(2, all.size())) {
                return all;
            }
            row.replaceAll((round, log) -> log - effects.get(round));
            double mean = mean(row.values().stream().mapToDouble(log -> log));
            double apart = Math.sqrt(
                    mean(row.keySet().stream().mapToDouble(round -> forks.get(round) / (forks.get(round) - 1.0))));
            row.replaceAll((round, log) -> mean + apart * (log - mean));
            return row;
        }

        private static double mean(DoubleStream values) {
            return values.average().orElseThrow();
        }
    }
}
