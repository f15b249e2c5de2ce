package dev.callcost.stats;

import dev.callcost.compare.FileVerdicts;
import dev.callcost.compare.RowVerdict;
import dev.callcost.compare.Rows;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
import dev.callcost.data.QuietForks;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.lab.Simulated;
import dev.callcost.ladder.Ladder;
import dev.callcost.ladder.Ladder.Step;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;

/**
 * Which {@link Estimator} makes the time of a fork from its iterations. Forks that are contended all the time are left out ({@link QuietForks}) where nothing
 * else is said.
 *
 * <p><em>log</em>: measured forks. Each estimator has the coefficient of variation over the forks of a row, as the median over rows; <em>level</em> is the same
 * without round effects, where these are known; <em>all forks</em> has the fastest quarter with contended forks. Columns with a sign have the distance to the
 * median, as the median over rows. The last column has its range in the middle 80 % of the rows for the fastest quarter. <em>first 5</em> has the first five
 * iterations of each fork on one CPU. Fewer forks are left where some are contended, so compare intervals rather than variation.
 *
 * <p><em>ladder</em>: the same logs as ladders, with several estimators for rows on one CPU. Half of the 99 % interval has its median over rows and its largest
 * value; then follow the rows within 10 %. <em>change</em> counts the orders of rungs that change with any of the estimators. The last columns compare the ratios
 * to the rung below by medians and by fastest quarters. The runs with {@code --precision} (all but the Xeon's) stopped when the intervals of the medians of
 * uncontended iterations were narrow, which does not favour the fastest quarter.
 *
 * <p><em>split</em>: a log as two files of identical code: half of the rounds, at random, are base. The last columns have the share of comparisons in which
 * {@code check} calls any row slower or faster, the share of the 99 % intervals of single rows that hold no change, and, where every tenth row of head is slower, the
 * share of these that are called slower.
 *
 * <p><em>slow iterations</em>: made-up comparisons of eight rows with ten forks a side. Some iterations of head's first row take longer. Each estimator has the
 * change that it shows. The last columns say how often {@code check} calls the row slower by the estimator, how often it is not and the mean is proven to be
 * beyond the margin, and how often the mean is beyond the margin whatever the estimator says.
 */
class EstimatorSimulation {
    private static final Path RESULTS = Path.of("results");
    private static final int FEW = 5;
    private static final double NARROW = 0.1;
    private static final double TAIL = 0.1;
    private static final List<Estimator> CANDIDATES =
            List.of(Estimator.MEDIAN, Estimator.QUARTER, Estimator.TENTH, Estimator.QUANTILE);

    private enum Place {
        LOCAL("local"),
        ONE_CPU("one CPU"),
        FREE("FREE"),
        TWO_CPUS("TWO_CPUS");

        private final String label;

        Place(String label) {
            this.label = label;
        }

        static Place of(Row row) {
            return row.isFree()
                    ? FREE
                    : row.isOnSeveralCpus()
                            ? TWO_CPUS
                            : row.benchmark().matches(".*\\.(inline|local)\\..*") ? LOCAL : ONE_CPU;
        }
    }

    /**
     * A run.
     *
     * @param log all forks
     * @param rows its rows with two forks or more, without contended forks
     * @param rounds the rounds of these
     */
    private record Run(String name, List<Fork> log, List<Row> rows, Map<RowKey, List<Integer>> rounds) {
        static Run of(String name) {
            return of(name.replaceFirst("(/|\\.)log$", ""), RESULTS.resolve(name + ".jsonl.gz"));
        }

        static Run of(String name, Path path) {
            return of(name, Log.forks(path), QuietForks::among);
        }

        private static Run of(String name, List<Fork> log, UnaryOperator<List<Fork>> counting) {
            Map<RowKey, List<Fork>> forks = counting.apply(log).stream()
                    .filter(fork -> fork.row().mode().equals("avgt"))
                    .collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()));
            forks.values().removeIf(some -> some.size() < 2);
            Map<RowKey, List<Integer>> rounds = new LinkedHashMap<>();
            forks.forEach((key, some) ->
                    rounds.put(key, some.stream().map(Fork::round).toList()));
            List<Row> rows = forks.values().stream()
                    .map(some -> Row.merged(some.stream().map(Fork::row).toList()))
                    .toList();
            return new Run(name, log, rows, rounds);
        }

        Run ofAllForks() {
            return of(name, log, UnaryOperator.identity());
        }

        /** The run with few iterations in each fork of its rows on one CPU. */
        Run shortened() {
            List<Row> some = rows.stream()
                    .filter(row -> !row.isOnSeveralCpus() && iterations(row) > 2 * FEW)
                    .map(EstimatorSimulation::shortened)
                    .toList();
            return new Run(name, log, some, rounds);
        }

        /** The rows with one value a fork. */
        RoundEffects values(Estimator estimator, boolean areRoundsRemoved) {
            return RoundEffects.of(rows.stream().map(estimator::of).toList(), areRoundsRemoved ? rounds : Map.of());
        }
    }

    private static int iterations(Row row) {
        return row.primary().iterations().get(0);
    }

    /** The standard deviation of the forks' values over their mean. */
    private static double variation(Row row) {
        double[] values = row.forkValues();
        return Math.sqrt(StatUtils.variance(values)) / StatUtils.mean(values);
    }

    private static Row shortened(Row row) {
        return row.with(new Metric(
                row.primary().unit(),
                row.primary().forks().stream()
                        .map(fork -> fork.subList(0, Math.min(FEW, fork.size())))
                        .toList()));
    }

    /** Rows that run alike. */
    private record Group(String name, String where, List<Run> runs, Predicate<Row> rows) {
        static Stream<Group> of(String name, List<Run> runs) {
            return Stream.of(Place.values())
                    .map(place -> new Group(name, place.label, runs, row -> Place.of(row) == place))
                    .filter(group -> group.all().findAny().isPresent());
        }

        Stream<Row> all() {
            return runs.stream().flatMap(run -> run.rows.stream()).filter(rows);
        }

        List<Object> cells() {
            List<Object> cells = new ArrayList<>(List.of(
                    name,
                    where,
                    all().count(),
                    all().mapToInt(row -> row.primary().forks().size()).sum(),
                    all().mapToInt(EstimatorSimulation::iterations).max().orElseThrow()));
            cells.add(new Group(name, where, runs.stream().map(Run::ofAllForks).toList(), rows)
                    .spread(Estimator.QUARTER, false));
            CANDIDATES.forEach(it -> cells.add(spread(it, false)));
            boolean areKnown = runs.stream()
                    .flatMap(run -> run.values(Estimator.MEDIAN, true).without().stream())
                    .anyMatch(all().map(Row::key).collect(Collectors.toSet())::contains);
            CANDIDATES.forEach(it -> cells.add(areKnown ? spread(it, true) : ""));
            Stream.of(Estimator.QUARTER, Estimator.TENTH, Estimator.QUANTILE, Estimator.MEAN)
                    .forEach(it -> cells.add(change(Metric.median(distances(it)))));
            double[] quarter = distances(Estimator.QUARTER);
            cells.add(
                    change(Estimator.quantile(TAIL, quarter)) + " to " + change(Estimator.quantile(1 - TAIL, quarter)));
            return cells;
        }

        private String spread(Estimator estimator, boolean areRoundsRemoved) {
            return Numbers.percent(Metric.median(runs.stream()
                    .flatMap(run -> run.values(estimator, areRoundsRemoved).rows().stream())
                    .filter(rows)
                    .mapToDouble(EstimatorSimulation::variation)
                    .toArray()));
        }

        /** For each row how far an estimator is from the median, as the logarithm of the ratio of means over forks. */
        private double[] distances(Estimator estimator) {
            return runs.stream()
                    .flatMapToDouble(run -> {
                        Map<RowKey, Row> medians = run.values(Estimator.MEDIAN, false).rows().stream()
                                .collect(Collectors.toMap(Row::key, Function.identity()));
                        return run.values(estimator, false).rows().stream()
                                .filter(rows)
                                .mapToDouble(row -> log(row) - log(medians.get(row.key())));
                    })
                    .toArray();
        }
    }

    private static double log(Row row) {
        return row.estimate().logMean();
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    /** The ladders of a log. */
    private record Ladders(Run run) {
        private static final List<Estimator> SHOWN = List.of(Estimator.MEDIAN, Estimator.QUARTER, Estimator.TENTH);

        private Ladder with(Estimator estimator) {
            List<Row> values = run.rows.stream()
                    .map(row -> (row.isOnSeveralCpus() ? Estimator.MEDIAN : estimator).of(row))
                    .toList();
            return new Ladder(new ResultsFile(RESULTS, values), QuietForks.among(run.log));
        }

        List<Object> cells() {
            Map<Estimator, Ladder> ladders = new LinkedHashMap<>();
            SHOWN.forEach(it -> ladders.put(it, with(it)));
            List<Object> cells = new ArrayList<>(
                    List.of(run.name, run.log.size(), QuietForks.among(run.log).size()));
            ladders.values()
                    .forEach(it ->
                            cells.add(Numbers.percent(Metric.median(widths(it).toArray()))));
            ladders.values()
                    .forEach(it -> cells.add(Numbers.percent(widths(it).max().orElseThrow())));
            ladders.values()
                    .forEach(it -> cells.add(
                            widths(it).filter(width -> width <= NARROW).count()));
            List<Step> ratios = ladders.get(Estimator.MEDIAN).steps().stream()
                    .filter(step -> step.ratio().isPresent())
                    .toList();
            cells.add(ratios.stream().filter(step -> step.order().isPresent()).count());
            cells.add(ratios.stream()
                    .filter(step -> ladders.values().stream()
                            .anyMatch(other ->
                                    !step.order().equals(in(other, step).order())))
                    .count());
            Ladder quarter = ladders.get(Estimator.QUARTER);
            cells.add(Numbers.percent(Metric.median(
                    ratios.stream().mapToDouble(step -> moved(quarter, step)).toArray())));
            Step most = ratios.stream()
                    .max(Comparator.comparingDouble(step -> moved(quarter, step)))
                    .orElseThrow();
            cells.add(
                    most.rung().label() + ": " + EstimateText.ratio(most.ratio().orElseThrow()) + ", then "
                            + EstimateText.ratio(in(quarter, most).ratio().orElseThrow()));
            return cells;
        }

        private static DoubleStream widths(Ladder ladder) {
            return ladder.rows().stream()
                    .filter(row -> !row.isOnSeveralCpus())
                    .map(ladder.estimates()::score)
                    .filter(Estimate::hasInterval)
                    .mapToDouble(Estimate::relativeHalfWidth);
        }

        private static Step in(Ladder ladder, Step step) {
            return ladder.step(step.rung()).orElseThrow();
        }

        private static double moved(Ladder ladder, Step step) {
            return Math.abs(in(ladder, step).ratio().orElseThrow().logMean()
                    - step.ratio().orElseThrow().logMean());
        }
    }

    /** Comparisons of a run with itself. */
    private record Splits(Run run) {
        private static final Set<Verdict> CHANGED = Set.of(Verdict.SLOWER, Verdict.FASTER);
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

        Stream<List<Object>> lines() {
            return Stream.of(Estimator.MEDIAN, Estimator.QUARTER).map(this::cells);
        }

        private List<Object> cells(Estimator estimator) {
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
                any += same.stream().map(RowVerdict::verdict).anyMatch(CHANGED::contains) ? 1 : 0;
                same.forEach(row -> row.slowdown().filter(Estimate::hasInterval).ifPresent(it -> coverage.add(it, 0)));
                found[0] += found(draw(rows, 0.05, random));
                found[1] += found(draw(rows, 0.1, random));
            }
            return List.of(
                    run.name,
                    estimator.label(),
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
    private record Slow(String kind, double factor, double share, int iterations) {
        private static final int ROWS = 8;
        private static final int FORKS = 10;
        private static final int COMPARISONS = 300;
        private static final double BETWEEN_FORKS = 0.01;
        private static final double WITHIN = 0.01;
        private static final List<Estimator> SHOWN =
                List.of(Estimator.MEDIAN, Estimator.QUARTER, Estimator.TENTH, Estimator.QUANTILE, Estimator.MEAN);
        private static final List<Estimator> JUDGED = List.of(Estimator.MEDIAN, Estimator.QUARTER);

        static Stream<Slow> kinds(double share, int iterations) {
            return Stream.of(
                    new Slow("slow mode", 1.3, share, iterations),
                    new Slow("deoptimizations", 2, share, iterations),
                    new Slow("collections", 5, share, iterations));
        }

        private List<Row> rows(boolean isHead, Random random) {
            return IntStream.range(0, ROWS)
                    .mapToObj(n -> Rows.row("B.row" + n)
                            .of(Stream.generate(() -> fork(isHead && n == 0, random))
                                    .limit(FORKS)
                                    .toList()))
                    .toList();
        }

        private List<Double> fork(boolean isSlow, Random random) {
            double value = Math.exp(BETWEEN_FORKS * random.nextGaussian());
            return IntStream.range(0, iterations)
                    .mapToObj(i -> value
                            * Math.exp(WITHIN * random.nextGaussian())
                            * (isSlow && random.nextDouble() < share ? factor : 1))
                    .toList();
        }

        /** The median of a row counts where its threads are on several CPUs. */
        private static ResultsFile file(String name, List<Row> rows, Estimator estimator) {
            String pinning = estimator == Estimator.MEDIAN ? "FREE" : "ONE_CPU";
            return Rows.file(
                    name,
                    rows.stream()
                            .map(row -> Rows.row(row.simpleName())
                                    .param("pinning", pinning)
                                    .of(row.primary().forks()))
                            .toArray(Row[]::new));
        }

        List<Object> cells() {
            Random random = new Random(Simulated.SEED);
            Map<Estimator, Double> changes = new EnumMap<>(Estimator.class);
            Map<Estimator, int[]> verdicts = new EnumMap<>(Estimator.class);
            JUDGED.forEach(it -> verdicts.put(it, new int[3]));
            for (int n = 0; n < COMPARISONS; n++) {
                List<Row> base = rows(false, random);
                List<Row> head = rows(true, random);
                SHOWN.forEach(it -> changes.merge(
                        it, (log(it.of(head.get(0))) - log(it.of(base.get(0)))) / COMPARISONS, Double::sum));
                verdicts.forEach((it, counts) -> {
                    RowVerdict first = FileVerdicts.of(
                                    file("base", base, it), file("head", head, it), VerdictRule.MARGIN)
                            .rows()
                            .get(0);
                    counts[0] += first.verdict() == Verdict.SLOWER ? 1 : 0;
                    counts[1] += first.meanBeyond() == Verdict.SLOWER ? 1 : 0;
                    counts[2] += first.score()
                                    .filter(score -> score.rule().beyondMargin(score.byMean()) == Verdict.SLOWER)
                                    .isPresent()
                            ? 1
                            : 0;
                });
            }
            List<Object> cells = new ArrayList<>(
                    List.of(kind, Numbers.significant(factor) + "x", Numbers.percent(share, 0), iterations));
            SHOWN.forEach(it -> cells.add(change(changes.get(it))));
            verdicts.values().stream()
                    .flatMapToInt(Arrays::stream)
                    .forEach(count -> cells.add(Numbers.percent((double) count / COMPARISONS, 0)));
            return cells;
        }
    }

    private static String names(List<Estimator> estimators, String before) {
        return estimators.stream().map(it -> before + it.label()).collect(Collectors.joining("|"));
    }

    @Test
    void theTimeOfAFork() throws IOException {
        Run rungs = Run.of("epyc-vm-jdk17-rungs/log");
        Run rungs25 = Run.of("epyc-vm-jdk25-rungs/log");
        Run xeon = Run.of("xeon-vm-jdk25-ladder/log");
        Run quick = Run.of("examples/quick/log");
        Run loud = Run.of("quick, loud", Path.of("src/lab/logs/quick-loud.log.jsonl.gz"));
        List<Run> ladders = List.of(rungs, rungs25, xeon, quick, loud);
        List<Run> small = Stream.of(
                        "epyc-vm-jdk17-host/log",
                        "epyc-vm-jdk17-load/forks.log",
                        "epyc-vm-jdk17-forks/log",
                        "epyc-vm-jdk17-forks/batch.log",
                        "epyc-vm-jdk17-forks/limit.log",
                        "epyc-vm-jdk25-aot/nio.log",
                        "epyc-vm-jdk25-aot/nio-cached.log",
                        "epyc-vm-jdk25-aot/rmi.log",
                        "epyc-vm-jdk25-aot/rmi-cached.log")
                .map(Run::of)
                .toList();
        Stream<Group> groups = Stream.concat(
                Stream.concat(
                        Stream.of(
                                        rungs,
                                        rungs25,
                                        xeon,
                                        Run.of("xeon-vm-jdk17-formats-call/log"),
                                        Run.of("epyc-vm-jdk17-formats/log"),
                                        quick,
                                        loud,
                                        Run.of("epyc-vm-jdk17-heap/log"))
                                .flatMap(run -> Group.of(run.name, List.of(run))),
                        Group.of("nine logs of one or two rows", small)),
                Stream.of(rungs, xeon, loud)
                        .map(run -> new Group(run.name, "first " + FEW, List.of(run.shortened()), row -> true)));
        Simulated.assertTables(
                "estimators",
                Simulated.table(
                        "<log|<where|rows|forks|iterations|all forks|" + names(CANDIDATES, "") + "|"
                                + names(CANDIDATES, "level ")
                                + "|+quarter|+tenth|+10%|+mean|quarter, 80 % of rows",
                        groups,
                        Group::cells),
                Simulated.table(
                        "<ladder|forks|left|± " + names(Ladders.SHOWN, "") + "|widest " + names(Ladders.SHOWN, "")
                                + "|in 10 % " + names(Ladders.SHOWN, "") + "|orders|change|ratios move|<most",
                        ladders.stream(),
                        run -> new Ladders(run).cells()),
                Simulated.table(
                        "<split|<estimator|rows|any false|intervals hold|+5 % found|+10 % found",
                        Stream.of(rungs, rungs25).flatMap(run -> new Splits(run).lines()), cells -> cells),
                Simulated.table(
                        "<slow iterations|each|share|iterations|" + names(Slow.SHOWN, "")
                                + "|slower by median|not, mean beyond|mean beyond|slower by quarter|not, mean beyond|mean beyond",
                        Stream.of(Slow.kinds(0.1, 20), Slow.kinds(0.5, 20), Slow.kinds(0.5, 5))
                                .flatMap(Function.identity()),
                        Slow::cells));
    }
}
