package dev.callcost.stats;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the rounds of a run did to all its rows alike, and the rows without it. Each round has a fork of every row, and where the machine is a shared one a slow
 * quarter of an hour is slow for all of them. That says nothing of a row beside another, and too little of the machine: at another hour it may have
 * another pace than in any of the rounds. So it is said once for all rows, and is a part of no row's interval; a row's time is that at the mean pace of the rounds.
 *
 * <p>The logarithm of a fork's value is taken for the sum of its row's, its round's and its own, as in a randomized block design. A round's is the
 * median over rows of what is left without the row's mean, swept until both agree: Tukey's median polish ("Exploratory Data Analysis", 1977) with means for
 * the rows, as estimates have. A median, because a row that jumps must not move the others. Coverage is simulated in src/docs/statistics.md.
 */
public final class RoundEffects {
    /** Rows below which a round says nothing of the machine: it is left out. */
    public static final int FEWEST_IN_ROUND = 4;

    /** The last of them change nothing that is shown. */
    private static final int SWEEPS = 20;

    private final List<Row> rows;
    private final Set<RowKey> without;
    private final Map<Integer, Double> effects;

    private RoundEffects(List<Row> rows, Set<RowKey> without, Map<Integer, Double> effects) {
        this.rows = rows;
        this.without = without;
        this.effects = effects;
    }

    /**
     * The effects of a run's rounds, by the rows whose score is a time and that no {@code pinning} puts on several CPUs, if there are as many as say something of each other
     * ({@value Moderation#FEWEST_ROWS}); else none is known.
     *
     * @param undisturbed the rows with the iterations that count
     * @param rounds in which round each fork of a row ran, as it was measured; rows of which it is not known are left as they are
     */
    public static RoundEffects of(Undisturbed undisturbed, Map<RowKey, List<Integer>> rounds) {
        List<Row> known = undisturbed.rows().stream()
                .filter(row -> rounds.containsKey(row.key())
                        && !Scatter.isOnSeveralCpus(row)
                        && row.nanos().isPresent())
                .toList();
        if (known.size() < Moderation.FEWEST_ROWS) {
            return new RoundEffects(undisturbed.rows(), Set.of(), Map.of());
        }
        List<List<Integer>> left = known.stream()
                .map(row -> undisturbed.places(row).stream()
                        .map(rounds.get(row.key())::get)
                        .toList())
                .toList();
        List<Map<Integer, Double>> logs = IntStream.range(0, known.size())
                .mapToObj(n -> logs(known.get(n), left.get(n)))
                .toList();
        Level level = Level.of(logs);
        Map<RowKey, Row> moved = IntStream.range(0, known.size())
                .boxed()
                .collect(Collectors.toMap(
                        n -> known.get(n).key(),
                        n -> moved(known.get(n), left.get(n), logs.get(n), level.rows.get(n))));
        return new RoundEffects(
                undisturbed.rows().stream()
                        .map(row -> moved.getOrDefault(row.key(), row))
                        .toList(),
                moved.keySet(),
                level.effects);
    }

    /** The logarithm of each fork's value by its round. */
    private static Map<Integer, Double> logs(Row row, List<Integer> rounds) {
        double[] medians = row.primary().forkMedians();
        return IntStream.range(0, medians.length)
                .boxed()
                .collect(Collectors.toMap(rounds::get, fork -> Math.log(medians[fork])));
    }

    /** A row with its forks' values where they belong, without those that belong nowhere. */
    private static Row moved(Row row, List<Integer> rounds, Map<Integer, Double> from, Map<Integer, Double> to) {
        List<List<Double>> forks = row.primary().forks();
        return row.with(new Metric(
                row.primary().unit(),
                IntStream.range(0, forks.size())
                        .filter(fork -> to.containsKey(rounds.get(fork)))
                        .mapToObj(fork -> {
                            int round = rounds.get(fork);
                            double factor = Math.exp(to.get(round) - from.get(round));
                            return forks.get(fork).stream()
                                    .map(score -> score * factor)
                                    .toList();
                        })
                        .toList()));
    }

    /** The rows of the run, in their order: without what rounds did to them where that is known, and else as they were. */
    public List<Row> rows() {
        return rows;
    }

    /** Whether a row is one of those that are without what rounds did to them. */
    public boolean isWithout(RowKey row) {
        return without.contains(row);
    }

    /** From what to what the rounds moved the median row, to be put behind a {@link Caption}; empty where that is not known. */
    public String caption() {
        return effects.size() < 2
                ? ""
                : "; within rounds, which moved the median row by "
                        + EstimateText.change(Math.exp(Collections.min(effects.values()))) + " to "
                        + EstimateText.change(Math.exp(Collections.max(effects.values())));
    }

    /**
     * How many rows that are known well enough go on beside others that are not, so that their round says something of the machine.
     *
     * @param wanting how many are not
     */
    public static int company(int wanting) {
        return wanting == 0 ? 0 : Math.max(0, FEWEST_IN_ROUND - wanting);
    }

    /**
     * Logarithms of forks' values without what their rounds did to them, around the mean that each row has then.
     *
     * @param rows for each row its forks' logarithms by round, those of rounds that have {@value RoundEffects#FEWEST_IN_ROUND} rows; all that it had where these are
     *     fewer than two
     * @param effects by round, with mean 0 over forks
     */
    record Level(List<Map<Integer, Double>> rows, Map<Integer, Double> effects) {

        /** Of rows' logarithms as they were measured; a round need not have all rows. */
        static Level of(List<Map<Integer, Double>> rows) {
            Map<Integer, Long> sizes = rows.stream()
                    .flatMap(row -> row.keySet().stream())
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            sizes.values().removeIf(size -> size < FEWEST_IN_ROUND);
            Map<Integer, Double> effects = effects(rows.stream()
                    .map(row -> inRounds(sizes.keySet(), row))
                    .filter(row -> !row.isEmpty())
                    .toList());
            return new Level(
                    rows.stream().map(row -> level(row, effects, sizes)).toList(), effects);
        }

        private static Map<Integer, Double> inRounds(Set<Integer> rounds, Map<Integer, Double> row) {
            Map<Integer, Double> left = new TreeMap<>(row);
            left.keySet().retainAll(rounds);
            return left;
        }

        /**
         * The rounds' effects are made of the rows too, which makes a row's forks look more alike than they are, by one part in as many as a round has rows; they
         * are set as far apart again.
         */
        private static Map<Integer, Double> level(
                Map<Integer, Double> all, Map<Integer, Double> effects, Map<Integer, Long> sizes) {
            Map<Integer, Double> row = inRounds(sizes.keySet(), all);
            if (row.size() < Math.min(2, all.size())) {
                return all;
            }
            double mean = mean(row, effects);
            double apart = Math.sqrt(row.keySet().stream()
                    .mapToDouble(round -> sizes.get(round) / (sizes.get(round) - 1.0))
                    .average()
                    .orElseThrow());
            row.replaceAll((round, log) -> mean + apart * (log - effects.get(round) - mean));
            return row;
        }

        /** In loops: what simulates the coverage goes through them millions of times. */
        private static Map<Integer, Double> effects(List<Map<Integer, Double>> rows) {
            List<Integer> rounds = rows.stream()
                    .flatMap(row -> row.keySet().stream())
                    .distinct()
                    .sorted()
                    .toList();
            double[][] logs = rows.stream()
                    .map(row -> rounds.stream()
                            .mapToDouble(round -> row.getOrDefault(round, Double.NaN))
                            .toArray())
                    .toArray(double[][]::new);
            double[] effects = new double[rounds.size()];
            double[] means = new double[logs.length];
            double[] forks = new double[effects.length];
            Arrays.setAll(forks, round -> minus(column(logs, round), means).length);
            for (int sweep = 0; sweep < SWEEPS; sweep++) {
                for (int row = 0; row < logs.length; row++) {
                    means[row] = mean(minus(logs[row], effects));
                }
                for (int round = 0; round < effects.length; round++) {
                    effects[round] = Metric.median(minus(column(logs, round), means));
                }
                double mean = weightedMean(effects, forks);
                Arrays.setAll(effects, round -> effects[round] - mean);
            }
            return IntStream.range(0, effects.length)
                    .boxed()
                    .collect(Collectors.toMap(rounds::get, round -> effects[round], (a, b) -> a, TreeMap::new));
        }

        private static double[] column(double[][] logs, int round) {
            double[] column = new double[logs.length];
            Arrays.setAll(column, row -> logs[row][round]);
            return column;
        }

        /** The differences that there are: a fork that is missing is not a number. */
        private static double[] minus(double[] from, double[] what) {
            double[] left = new double[from.length];
            int size = 0;
            for (int n = 0; n < from.length; n++) {
                if (!Double.isNaN(from[n])) {
                    left[size++] = from[n] - what[n];
                }
            }
            return Arrays.copyOf(left, size);
        }

        private static double mean(double[] values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            return values.length == 0 ? 0 : sum / values.length;
        }

        /**
         * By forks, as the last rounds of a run with {@code --precision} have few rows: those that scatter most, and whose forks before were the farthest from their
         * means by chance.
         */
        private static double weightedMean(double[] values, double[] weights) {
            double sum = 0;
            double weight = 0;
            for (int n = 0; n < values.length; n++) {
                sum += weights[n] * values[n];
                weight += weights[n];
            }
            return weight == 0 ? 0 : sum / weight;
        }

        private static double mean(Map<Integer, Double> row, Map<Integer, Double> effects) {
            return row.entrySet().stream()
                    .mapToDouble(fork -> fork.getValue() - effects.get(fork.getKey()))
                    .average()
                    .orElseThrow();
        }
    }
}
