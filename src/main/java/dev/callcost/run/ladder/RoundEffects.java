package dev.callcost.run.ladder;

import dev.callcost.results.Metric;
import dev.callcost.results.ResultsFile;
import dev.callcost.results.Row;
import dev.callcost.results.RowEstimates;
import dev.callcost.results.RowKey;
import dev.callcost.results.Scatter;
import dev.callcost.results.Undisturbed;
import dev.callcost.run.warning.RunRecord;
import dev.callcost.run.warning.RunRecord.RecordedFork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the rounds of a run did to all its rows alike. Each round has a fork of every row, and where the machine is a shared one a slow quarter of
 * an hour is slow for all of them. That is a part of what a row's time is uncertain by, and no part of what its ratio to another row is.
 *
 * <p>The logarithm of a fork's value is taken for the sum of its row's, its round's and its own, as in a randomized block design. A round's is the
 * median over rows of what is left without the row's mean, swept until both agree: Tukey's median polish ("Exploratory Data Analysis", 1977) with means for
 * the rows, as estimates have. A median, because a row that jumps must not move the others. In a ratio of two rows that had the same rounds the effects cancel,
 * whatever they are; they only tell how far the forks differ apart from them. Coverage is simulated in src/docs/statistics.md.
 */
final class RoundEffects {
    /** The last of them change nothing that is shown. */
    private static final int SWEEPS = 20;

    private RoundEffects() {}

    /**
     * The rows of a run as though its rounds had met one machine, by key: those whose threads are pinned and whose score is a time, if there are as many as
     * say something of each other ({@value RowEstimates#FEWEST_ROWS}).
     *
     * @param file the run's rows as they were measured
     * @param undisturbed the same with the iterations that count
     * @param log says in which round each fork ran; nothing is known of rows of which it has other forks than the file, or two in a round
     */
    static Map<RowKey, Row> takenOut(ResultsFile file, Undisturbed undisturbed, RunRecord log) {
        Map<RowKey, List<Integer>> roundsOfLog = log.forks().stream()
                .collect(Collectors.groupingBy(
                        RecordedFork::key, Collectors.mapping(RecordedFork::round, Collectors.toList())));
        Map<RowKey, Integer> forks = file.rows().stream()
                .collect(Collectors.toMap(Row::key, row -> row.primary().forks().size()));
        Map<RowKey, List<Integer>> rounds = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (Row row : undisturbed.rows()) {
            List<Integer> all = roundsOfLog.getOrDefault(row.key().whateverItsThreads(), List.of());
            if (!Scatter.isFree(row)
                    && row.nanos().isPresent()
                    && all.size() == forks.get(row.key())
                    && all.size() == Set.copyOf(all).size()) {
                rows.add(row);
                rounds.put(
                        row.key(),
                        undisturbed.places(row).stream().map(all::get).toList());
            }
        }
        if (rows.size() < RowEstimates.FEWEST_ROWS) {
            return Map.of();
        }
        List<Map<Integer, Double>> logs =
                rows.stream().map(row -> logs(row, rounds.get(row.key()))).toList();
        List<Map<Integer, Double>> level = level(logs);
        return IntStream.range(0, rows.size())
                .boxed()
                .collect(Collectors.toMap(
                        n -> rows.get(n).key(),
                        n -> moved(rows.get(n), rounds.get(rows.get(n).key()), logs.get(n), level.get(n))));
    }

    /** The logarithm of each fork's value by its round. */
    private static Map<Integer, Double> logs(Row row, List<Integer> rounds) {
        double[] medians = row.primary().forkMedians();
        return IntStream.range(0, medians.length)
                .boxed()
                .collect(Collectors.toMap(rounds::get, fork -> Math.log(medians[fork])));
    }

    /** A row with its forks' values where they belong. */
    private static Row moved(Row row, List<Integer> rounds, Map<Integer, Double> from, Map<Integer, Double> to) {
        List<List<Double>> forks = row.primary().forks();
        return row.with(new Metric(
                row.primary().unit(),
                IntStream.range(0, forks.size())
                        .mapToObj(fork -> {
                            int round = rounds.get(fork);
                            double factor = Math.exp(to.get(round) - from.get(round));
                            return forks.get(fork).stream()
                                    .map(score -> score * factor)
                                    .toList();
                        })
                        .toList()));
    }

    /**
     * Rows without what their rounds did to them, around the mean that each has then. The rounds' effects are made of the rows too, which makes a row's forks look
     * more alike than they are by one part in as many as there are rows; they are set as far apart again.
     *
     * @param rows for each row the logarithms of its forks' values by round; a round need not have all rows
     */
    static List<Map<Integer, Double>> level(List<Map<Integer, Double>> rows) {
        Map<Integer, Double> effects = effects(rows);
        double apart = Math.sqrt(rows.size() / (rows.size() - 1.0));
        return rows.stream()
                .map(row -> {
                    double mean = mean(row, effects);
                    Map<Integer, Double> level = new TreeMap<>();
                    row.forEach((round, log) -> level.put(round, mean + apart * (log - effects.get(round) - mean)));
                    return level;
                })
                .toList();
    }

    /** By round, with mean 0. */
    static Map<Integer, Double> effects(List<Map<Integer, Double>> rows) {
        Map<Integer, Double> effects = new TreeMap<>();
        rows.forEach(row -> row.keySet().forEach(round -> effects.put(round, 0.0)));
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            Map<Integer, List<Double>> left = new TreeMap<>();
            for (Map<Integer, Double> row : rows) {
                double mean = mean(row, effects);
                row.forEach((round, log) ->
                        left.computeIfAbsent(round, key -> new ArrayList<>()).add(log - mean));
            }
            left.forEach((round, logs) -> effects.put(
                    round,
                    Metric.median(logs.stream().mapToDouble(Double::doubleValue).toArray())));
            double mean = effects.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElseThrow();
            effects.replaceAll((round, effect) -> effect - mean);
        }
        return effects;
    }

    private static double mean(Map<Integer, Double> row, Map<Integer, Double> effects) {
        return row.entrySet().stream()
                .mapToDouble(fork -> fork.getValue() - effects.get(fork.getKey()))
                .average()
                .orElseThrow();
    }
}
