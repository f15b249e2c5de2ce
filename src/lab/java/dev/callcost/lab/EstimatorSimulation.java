package dev.callcost.lab;

import dev.callcost.data.EstimateText;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
import dev.callcost.data.Metric.ForkValue;
import dev.callcost.data.QuietForks;
import dev.callcost.data.RoundEffects;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Robust;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Why a fork's value is the mean of the fastest quarter of its iterations, and not their median.
 *
 * <p>The first table has the coefficient of variation over the forks of a row, as the median over rows on one CPU.
 * Contended forks and the drift between rounds are left out. The second table has the change that each value shows
 * where an iteration is slow with probability 0.5.
 */
class EstimatorSimulation {
    private static final List<ForkValue> VALUES = List.of(ForkValue.MEDIAN, ForkValue.FASTEST_QUARTER);
    private static final String COLUMNS = "median|quarter";
    private static final int FORKS = 10_000;
    private static final int ITERATIONS = 20;
    private static final double SD = 0.01;

    /** The forks of a run that count, of rows with two or more. */
    private record Run(String name, Map<RowKey, List<Fork>> forks) {
        static Run of(String name) {
            Path log = Path.of("results", name, "log.jsonl.gz");
            Map<RowKey, List<Fork>> forks = QuietForks.among(Log.forks(log)).stream()
                    .filter(fork -> fork.row().mode().equals("avgt"))
                    .collect(Collectors.groupingBy(Fork::key));
            forks.values().removeIf(some -> some.size() < 2);
            return new Run(name, forks);
        }

        Stream<List<Object>> lines() {
            return Stream.of(true, false).map(isLocal -> {
                long rows = rows(ForkValue.MEDIAN, isLocal).count();
                return List.of(
                        name,
                        isLocal ? "local" : "loopback",
                        rows,
                        variation(VALUES.get(0), isLocal),
                        variation(VALUES.get(1), isLocal));
            });
        }

        private String variation(ForkValue value, boolean isLocal) {
            return Numbers.percent(Robust.median(rows(value, isLocal)
                    .mapToDouble(row -> Sample.variation(row.forkValues()))
                    .toArray()));
        }

        /** The rows on one CPU with one value a fork. */
        private Stream<Row> rows(ForkValue value, boolean isLocal) {
            List<Row> rows = forks.values().stream()
                    .map(some -> Row.merged(some.stream().map(Fork::row).toList()))
                    .map(row -> row.with(new Metric(
                            row.primary().unit(),
                            row.primary().forks().stream()
                                    .map(fork -> List.of(made(value, fork)))
                                    .toList())))
                    .toList();
            Map<RowKey, List<Integer>> rounds = forks.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            row -> row.getValue().stream().map(Fork::round).toList()));
            return RoundEffects.of(rows, rounds).rows().stream()
                    .filter(row -> !row.isOnSeveralCpus())
                    .filter(row -> row.benchmark().matches(".*\\.(inline|local)\\..*") == isLocal);
        }
    }

    private static double made(ForkValue value, List<Double> iterations) {
        return value.of(iterations.stream().mapToDouble(it -> it).toArray(), false);
    }

    /** @param factor how many times as long a slow iteration takes */
    private static List<Object> slow(double factor) {
        Random random = new Random(Simulated.SEED);
        double[] changes = Simulated.means(FORKS, () -> {
            List<Double> usual = iterations(1, random);
            List<Double> slow = iterations(factor, random);
            return VALUES.stream()
                    .mapToDouble(value -> Math.log(made(value, slow) / made(value, usual)))
                    .toArray();
        });
        return List.of(Numbers.significant(factor) + "x", change(changes[0]), change(changes[1]));
    }

    private static List<Double> iterations(double factor, Random random) {
        return Stream.generate(() -> Math.exp(SD * random.nextGaussian()) * (random.nextBoolean() ? factor : 1))
                .limit(ITERATIONS)
                .toList();
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    @Test
    void theTimeOfAFork() throws IOException {
        Stream<Run> runs = Stream.of(
                        "epyc-vm-jdk17-rungs", "epyc-vm-jdk25-rungs", "xeon-vm-jdk25-ladder", "examples/quick")
                .map(Run::of);
        Simulated.assertTables(
                "estimators",
                Simulated.table("<log|<tier|rows|" + COLUMNS, runs.flatMap(Run::lines), cells -> cells),
                Simulated.table(
                        "slow iterations take|" + COLUMNS, Stream.of(1.3, 2.0, 5.0), EstimatorSimulation::slow));
    }
}
