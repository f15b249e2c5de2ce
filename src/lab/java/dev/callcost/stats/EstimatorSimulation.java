package dev.callcost.stats;

import dev.callcost.compare.FileVerdicts;
import dev.callcost.compare.RowVerdict;
import dev.callcost.compare.Rows;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.ForkValue;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
import dev.callcost.data.QuietForks;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.lab.Simulated;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;

/**
 * What makes the time of a fork from its iterations: their median or their fastest quarter. Contended forks are left out ({@link QuietForks}).
 *
 * <p><em>log</em>: measured forks. Each estimator has the coefficient of variation over the forks of a row, as the median over rows; <em>level</em> is the same
 * without round effects, where these are known. Columns with a sign have the distance to the median, as the median over rows.
 *
 * <p><em>split</em>: a log as two files of identical code: half of the rounds, at random, are base. The last columns have the share of comparisons in which
 * {@code check} calls any row slower or faster, the share of the 99 % intervals of single rows that hold no change, and, where every tenth row of head is slower, the
 * share of these that are called slower.
 *
 * <p><em>slow iterations</em>: some iterations of a made-up row take longer. Each estimator has the change that it shows.
 */
class EstimatorSimulation {
    private enum Estimator {
        MEDIAN,
        QUARTER,
        MEAN;

        private double of(double[] scores, boolean isMoreBetter) {
            return switch (this) {
                case MEDIAN -> ForkValue.MEDIAN.of(scores, isMoreBetter);
                case QUARTER -> ForkValue.FASTEST_QUARTER.of(scores, isMoreBetter);
                case MEAN -> StatUtils.mean(scores);
            };
        }

        /** The row with one value a fork, and without other metrics. */
        Row of(Row row) {
            return Rows.row(row.simpleName())
                    .mode(row.mode())
                    .params(row.params())
                    .unit(row.primary().unit())
                    .of(row.primary().forks().stream()
                            .map(fork -> List.of(of(
                                    fork.stream().mapToDouble(it -> it).toArray(),
                                    row.primary().isThroughput())))
                            .toList());
        }
    }

    /**
     * A run.
     *
     * @param rows its rows with two forks or more
     * @param rounds the rounds of these
     */
    private record Run(String name, List<Row> rows, Map<RowKey, List<Integer>> rounds) {
        static Run of(String name) {
            Map<RowKey, List<Fork>> forks =
                    QuietForks.among(Log.forks(Path.of("results", name, "log.jsonl.gz"))).stream()
                            .filter(fork -> fork.row().mode().equals("avgt"))
                            .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()));
            forks.values().removeIf(some -> some.size() < 2);
            List<Row> rows = forks.values().stream()
                    .map(some -> Row.merged(some.stream().map(Fork::row).toList()))
                    .toList();
            Map<RowKey, List<Integer>> rounds = new LinkedHashMap<>();
            forks.forEach((key, some) -> rounds.put(
                    Estimator.MEDIAN.of(some.get(0).row()).key(),
                    some.stream().map(Fork::round).toList()));
            return new Run(name, rows, rounds);
        }

        List<Row> values(Estimator estimator, boolean areRoundsRemoved) {
            List<Row> values = rows.stream().map(estimator::of).toList();
            return RoundEffects.of(values, areRoundsRemoved ? rounds : Map.of()).rows();
        }

        Stream<List<Object>> lines() {
            return rows.stream().collect(Collectors.partitioningBy(Row::isOnSeveralCpus)).entrySet().stream()
                    .filter(group -> !group.getValue().isEmpty())
                    .map(group -> cells(group.getKey()));
        }

        private List<Object> cells(boolean onSeveralCpus) {
            Predicate<Row> isOfGroup = row -> row.isOnSeveralCpus() == onSeveralCpus;
            List<Row> some = rows.stream().filter(isOfGroup).toList();
            Function<Estimator, double[]> logs = estimator -> values(estimator, false).stream()
                    .filter(isOfGroup)
                    .mapToDouble(row -> row.estimate().logMean())
                    .toArray();
            List<Object> cells = new ArrayList<>(List.of(
                    name,
                    onSeveralCpus ? "several CPUs" : "one CPU",
                    some.size(),
                    some.stream().mapToInt(row -> row.primary().forks().size()).sum(),
                    some.get(0).primary().iterations().get(0)));
            for (boolean areRoundsRemoved : new boolean[] {false, true}) {
                for (Estimator estimator : List.of(Estimator.MEDIAN, Estimator.QUARTER)) {
                    cells.add(
                            areRoundsRemoved && onSeveralCpus
                                    ? ""
                                    : spread(values(estimator, areRoundsRemoved).stream()
                                            .filter(isOfGroup)));
                }
            }
            double[] medians = logs.apply(Estimator.MEDIAN);
            for (Estimator estimator : List.of(Estimator.QUARTER, Estimator.MEAN)) {
                double[] others = logs.apply(estimator);
                Arrays.setAll(others, n -> others[n] - medians[n]);
                cells.add(EstimateText.change(Math.exp(Metric.median(others))));
            }
            return cells;
        }

        private static String spread(Stream<Row> rows) {
            return Numbers.percent(Metric.median(rows.mapToDouble(row -> {
                        double[] values = row.forkValues();
                        return Math.sqrt(StatUtils.variance(values)) / StatUtils.mean(values);
                    })
                    .toArray()));
        }
    }

    /** Comparisons of a run with itself. */
    private record Splits(Run run, Estimator estimator) {
        private static final int COMPARISONS = 300;
        private static final int SLOW = 10;
        private static final int FEWEST = 4;

        /** @param slower by how much every tenth row of head is slower */
        private List<RowVerdict> draw(List<Row> rows, double slower, Random random) {
            Set<Integer> ofBase = deal(rows, random);
            List<Row> base = new ArrayList<>();
            List<Row> head = new ArrayList<>();
            for (Row row : rows) {
                double factor = head.size() % SLOW == 0 ? 1 + slower : 1;
                base.add(of(row, ofBase::contains, 1));
                head.add(of(row, round -> !ofBase.contains(round), factor));
            }
            return FileVerdicts.of(
                            Rows.file("base", base.toArray(Row[]::new)),
                            Rows.file("head", head.toArray(Row[]::new)),
                            VerdictRule.MARGIN)
                    .rows();
        }

        /** Half of the rounds, so that each row has two forks a side. */
        private Set<Integer> deal(List<Row> rows, Random random) {
            List<Integer> all = new ArrayList<>(new TreeSet<>(
                    run.rounds.values().stream().flatMap(List::stream).toList()));
            while (true) {
                Collections.shuffle(all, random);
                Set<Integer> some = Set.copyOf(all.subList(0, all.size() / 2));
                if (rows.stream().map(row -> run.rounds.get(row.key())).allMatch(rounds -> {
                    long ofBase = rounds.stream().filter(some::contains).count();
                    return ofBase > 1 && rounds.size() - ofBase > 1;
                })) {
                    return some;
                }
            }
        }

        private Row of(Row row, Predicate<Integer> rounds, double factor) {
            List<Integer> known = run.rounds.get(row.key());
            return row.with(new Metric(
                    row.primary().unit(),
                    IntStream.range(0, known.size())
                            .filter(fork -> rounds.test(known.get(fork)))
                            .mapToObj(fork -> List.of(
                                    factor * row.primary().forks().get(fork).get(0)))
                            .toList()));
        }

        private List<Object> cells() {
            List<Row> rows = run.rows.stream()
                    .filter(row ->
                            !row.isOnSeveralCpus() && row.primary().forks().size() >= FEWEST)
                    .map(estimator::of)
                    .toList();
            Random random = new Random(Simulated.SEED);
            double any = 0;
            Simulated.Coverage coverage = new Simulated.Coverage();
            double[] found = new double[2];
            for (int n = 0; n < COMPARISONS; n++) {
                List<RowVerdict> same = draw(rows, 0, random);
                any += same.stream().anyMatch(Simulated::isChanged) ? 1 : 0;
                same.forEach(row -> row.slowdown().filter(Estimate::hasInterval).ifPresent(it -> coverage.add(it, 0)));
                found[0] += found(draw(rows, 0.05, random));
                found[1] += found(draw(rows, 0.1, random));
            }
            return List.of(
                    run.name,
                    Simulated.label(estimator),
                    rows.size(),
                    Numbers.percent(any / COMPARISONS),
                    Numbers.percent(coverage.share()),
                    Numbers.percent(found[0] / COMPARISONS, 0),
                    Numbers.percent(found[1] / COMPARISONS, 0));
        }

        private static double found(List<RowVerdict> rows) {
            return IntStream.range(0, rows.size())
                    .filter(n -> n % SLOW == 0)
                    .mapToDouble(n -> rows.get(n).verdict() == Verdict.SLOWER ? 1 : 0)
                    .average()
                    .orElseThrow();
        }
    }

    /**
     * Some iterations of a row take longer.
     *
     * @param factor how many times as long
     * @param share the probability that an iteration is slow
     */
    private record Slow(String kind, double factor, double share) {
        private static final int FORKS = 3000;
        private static final int ITERATIONS = 20;
        private static final double WITHIN = 0.01;

        static Stream<Slow> kinds(double share) {
            return Stream.of(
                    new Slow("slow mode", 1.3, share),
                    new Slow("deoptimizations", 2, share),
                    new Slow("collections", 5, share));
        }

        List<Object> cells() {
            Random random = new Random(Simulated.SEED);
            Row row = Rows.row()
                    .of(Stream.generate(() -> fork(random)).limit(FORKS).toList());
            List<Object> cells =
                    new ArrayList<>(List.of(kind, Numbers.significant(factor) + "x", Numbers.percent(share, 0)));
            for (Estimator estimator : Estimator.values()) {
                cells.add(EstimateText.change(estimator.of(row).estimate().value()));
            }
            return cells;
        }

        private List<Double> fork(Random random) {
            return IntStream.range(0, ITERATIONS)
                    .mapToObj(
                            i -> Math.exp(WITHIN * random.nextGaussian()) * (random.nextDouble() < share ? factor : 1))
                    .toList();
        }
    }

    @Test
    void theTimeOfAFork() throws IOException {
        List<Run> runs = Stream.of(
                        "epyc-vm-jdk17-rungs",
                        "epyc-vm-jdk25-rungs",
                        "xeon-vm-jdk25-ladder",
                        "xeon-vm-jdk17-formats-call",
                        "epyc-vm-jdk17-formats",
                        "examples/quick")
                .map(Run::of)
                .toList();
        Simulated.assertTables(
                "estimators",
                Simulated.table(
                        "<log|<where|rows|forks|iterations|median|quarter|level median|level quarter|+quarter|+mean",
                        runs.stream().flatMap(Run::lines),
                        Function.identity()),
                Simulated.table(
                        "<split|<estimator|rows|any false|intervals hold|+5 % found|+10 % found",
                        Simulated.each(runs.subList(0, 2), List.of(Estimator.MEDIAN, Estimator.QUARTER), Splits::new),
                        Splits::cells),
                Simulated.table(
                        "<slow iterations|each|share|median|quarter|mean",
                        Stream.of(0.1, 0.5).flatMap(Slow::kinds),
                        Slow::cells));
    }
}
