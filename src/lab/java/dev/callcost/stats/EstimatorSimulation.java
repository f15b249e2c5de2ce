package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Canary;
import dev.callcost.compare.FileComparison;
import dev.callcost.compare.Rows;
import dev.callcost.compare.VerdictRow;
import dev.callcost.data.Estimate;
import dev.callcost.data.Fork;
import dev.callcost.data.Log;
import dev.callcost.data.Metric;
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
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which {@link Estimator} makes the time of a fork from its iterations. <em>q</em> is one of quiet forks: without forks that are contended all the time.
 *
 * <p><em>log</em>: measured forks. <em>contended</em> is the share of iterations that the ladder excludes. Each estimator has the coefficient of variation over
 * the forks of a row, as the median over rows; <em>level</em> is the same without round effects, where these are known. Columns with a sign have the distance
 * to the median, as the median over rows. The last column has its range in the middle 80 % of the rows for the fastest quarter. <em>first 5</em> has the first
 * five iterations of each fork on one CPU. Fewer forks are left where the canary excludes some, so compare intervals rather than variation.
 *
 * <p><em>ladder</em>: the same logs as the ladder shows them today, by canary and median, and with other estimators for rows on one CPU. Half of the 99 %
 * interval has its median over rows and its largest value; then follow the rows within 10 %. <em>change</em> counts the orders of rungs that change with any of
 * these estimators. The last columns have the ratios to the rung below with the fastest quarter of quiet forks. The runs with {@code --precision} (all but the
 * Xeon's) stopped when today's intervals were narrow, which favours today's estimator.
 *
 * <p><em>slow iterations</em>: made-up comparisons of eight rows with ten forks a side. Some iterations of head's first row take longer. Each estimator has the
 * change that it shows. The last columns say how often {@code check} calls the row slower by the estimator, how often it is the same with a mean proven to be
 * beyond the margin, and how often the mean is beyond the margin whatever the estimator says.
 */
class EstimatorSimulation {
    private static final Path RESULTS = Path.of("results");
    private static final int FEW = 5;
    private static final double NARROW = 0.1;
    private static final double TAIL = 0.1;
    private static final List<Estimator> CANDIDATES = List.of(
            Estimator.MEDIAN,
            Estimator.CANARY,
            Estimator.QUARTER,
            Estimator.TENTH,
            Estimator.QUANTILE,
            Estimator.QUARTER_OF_QUIET);

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
            return Scatter.isFree(row)
                    ? FREE
                    : Scatter.of(row).onSeveralCpus()
                            ? TWO_CPUS
                            : row.benchmark().matches(".*\\.(inline|local)\\..*") ? LOCAL : ONE_CPU;
        }
    }

    /** A run: its rows with two forks or more, and the rounds of these. */
    private record Run(
            String name, ResultsFile file, List<Fork> log, List<Row> rows, Map<RowKey, List<Integer>> rounds) {
        static Run of(String name) {
            return of(name.replaceFirst("(/|\\.)log$", ""), RESULTS.resolve(name + ".jsonl.gz"));
        }

        static Run of(String name, Path path) {
            ResultsFile file = ResultsFile.read(path);
            List<Fork> log = Log.forks(path);
            List<Row> rows = file.rows().stream()
                    .filter(row ->
                            row.mode().equals("avgt") && row.primary().forks().size() > 1)
                    .toList();
            Map<RowKey, List<Integer>> rounds = log.stream()
                    .collect(Collectors.groupingBy(Fork::key, Collectors.mapping(Fork::round, Collectors.toList())));
            rows.forEach(row -> assertThat(rounds.get(row.key()))
                    .doesNotHaveDuplicates()
                    .hasSameSizeAs(row.primary().forks()));
            return new Run(name, file, log, rows, rounds);
        }

        /** The run with few iterations in each fork of its rows on one CPU. */
        Run shortened() {
            List<Row> some = rows.stream()
                    .filter(row -> !Scatter.of(row).onSeveralCpus() && iterations(row) > 2 * FEW)
                    .map(EstimatorSimulation::shortened)
                    .toList();
            return new Run(name, file, log, some, rounds);
        }

        /** The rows with one value a fork. */
        RoundEffects values(Estimator estimator, boolean areRoundsRemoved) {
            Counting counting = Counting.of(rows, estimator);
            Map<RowKey, List<Integer>> known = new LinkedHashMap<>();
            if (areRoundsRemoved) {
                rows.forEach(row -> known.put(row.key(), counting.left(row, rounds.get(row.key()))));
            }
            return RoundEffects.of(Uncontended.of(counting.values(estimator)), known);
        }

        String contended() {
            return rows.stream().anyMatch(Uncontended::hasCanary)
                    ? Uncontended.of(rows).caption().replaceAll("; (\\d+) %.*", "$1%")
                    : "";
        }
    }

    /**
     * The iterations of a run that count.
     *
     * @param rows the rows without what is excluded
     * @param forks for each row the places of the forks that are left
     */
    private record Counting(List<Row> rows, Map<RowKey, List<Integer>> forks) {
        static Counting of(List<Row> rows, Estimator estimator) {
            Map<RowKey, List<Integer>> all = new LinkedHashMap<>();
            rows.forEach(row -> all.put(
                    row.key(),
                    IntStream.range(0, row.primary().forks().size()).boxed().toList()));
            switch (estimator.excluded()) {
                case ITERATIONS -> {
                    Uncontended uncontended = Uncontended.of(rows);
                    all.replaceAll(uncontended::left);
                    return new Counting(uncontended.rows(), all);
                }
                case FORKS -> {
                    Contention contention = Contention.of(rows.stream()
                            .filter(Uncontended::hasCanary)
                            .flatMap(row -> canary(row).stream().flatMap(List::stream))
                            .mapToDouble(it -> it));
                    rows.stream()
                            .filter(Uncontended::hasCanary)
                            .forEach(row -> all.compute(row.key(), (key, places) -> quiet(row, places, contention)));
                    return new Counting(
                            rows.stream()
                                    .map(row -> row.with(new Metric(
                                            row.primary().unit(),
                                            at(all.get(row.key()), row.primary().forks()))))
                                    .toList(),
                            all);
                }
                default -> {
                    return new Counting(rows, all);
                }
            }
        }

        private static List<Integer> quiet(Row row, List<Integer> forks, Contention contention) {
            List<Integer> quiet = forks.stream()
                    .filter(fork -> canaryOfFastest(
                                    row.primary().forks().get(fork), canary(row).get(fork))
                            <= contention.limitNanos())
                    .toList();
            return Contention.isEnough(quiet.size(), forks.size()) ? quiet : forks;
        }

        /** The canary's median time in the fastest quarter of the iterations of a fork. */
        private static double canaryOfFastest(List<Double> times, List<Double> canary) {
            return Metric.median(IntStream.range(0, times.size())
                    .boxed()
                    .sorted(Comparator.comparing(times::get))
                    .limit(Estimator.fastest(0.25, times.size()))
                    .mapToDouble(canary::get)
                    .toArray());
        }

        private static List<List<Double>> canary(Row row) {
            return row.secondary().get(Canary.METRIC).forks();
        }

        private static <T> List<T> at(List<Integer> places, List<T> list) {
            return places.stream().map(list::get).toList();
        }

        <T> List<T> left(Row row, List<T> ofForks) {
            return at(forks.get(row.key()), ofForks);
        }

        List<Row> values(Estimator estimator) {
            return rows.stream().map(estimator::of).toList();
        }
    }

    private static int iterations(Row row) {
        return row.primary().iterations().get(0);
    }

    private static Row shortened(Row row) {
        TreeMap<String, Metric> metrics = new TreeMap<>(row.secondary());
        metrics.replaceAll((name, metric) -> shortened(metric));
        return new Row(
                row.benchmark(),
                row.mode(),
                row.threads(),
                row.params(),
                shortened(row.primary()),
                metrics,
                row.settings());
    }

    private static Metric shortened(Metric metric) {
        return new Metric(
                metric.unit(),
                metric.forks().stream()
                        .map(fork -> fork.subList(0, Math.min(FEW, fork.size())))
                        .toList());
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
                    runs.size() == 1 ? runs.get(0).contended() : "",
                    all().count(),
                    all().mapToInt(row -> row.primary().forks().size()).sum(),
                    all().mapToInt(EstimatorSimulation::iterations).max().orElseThrow()));
            CANDIDATES.forEach(it -> cells.add(spread(it, false)));
            boolean areKnown = runs.stream()
                    .flatMap(run -> run.values(Estimator.MEDIAN, true).without().stream())
                    .anyMatch(all().map(Row::key).collect(Collectors.toSet())::contains);
            CANDIDATES.forEach(it -> cells.add(areKnown ? spread(it, true) : ""));
            Stream.of(Estimator.CANARY, Estimator.QUARTER, Estimator.TENTH, Estimator.QUANTILE, Estimator.MEAN)
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
                    .mapToDouble(row -> row.primary().coefficientOfVariation())
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
        return row.primary().estimate().logMean();
    }

    private static String change(double log) {
        return EstimateText.change(Math.exp(log));
    }

    /** The ladders of a log: as it is today, and with other estimators. */
    private record Ladders(Run run) {
        private static final List<Estimator> OTHERS = List.of(
                Estimator.QUARTER,
                Estimator.TENTH,
                Estimator.BOTH,
                Estimator.QUARTER_OF_QUIET,
                Estimator.TENTH_OF_QUIET);

        private Ladder with(Estimator estimator) {
            Counting counting = Counting.of(run.file.rows(), estimator);
            List<Row> values = counting.rows.stream()
                    .map(row -> (Scatter.of(row).onSeveralCpus() ? Estimator.MEDIAN : estimator).of(row))
                    .toList();
            return new Ladder(new ResultsFile(run.file.path(), values), left(counting));
        }

        /** The log without forks that have no value. */
        private List<Fork> left(Counting counting) {
            return run.file.rows().stream()
                    .flatMap(row ->
                            counting
                                    .left(
                                            row,
                                            run.log.stream()
                                                    .filter(fork -> fork.key().equals(row.key()))
                                                    .toList())
                                    .stream())
                    .toList();
        }

        List<Object> cells() {
            Ladder today = new Ladder(run.file, run.log);
            Map<Estimator, Ladder> others = new LinkedHashMap<>();
            OTHERS.forEach(it -> others.put(it, with(it)));
            List<Ladder> all =
                    Stream.concat(Stream.of(today), others.values().stream()).toList();
            List<Object> cells = new ArrayList<>(List.of(run.name));
            Stream.of(Estimator.MEDIAN, Estimator.CANARY, Estimator.QUARTER_OF_QUIET)
                    .map(it -> Counting.of(run.file.rows(), it))
                    .forEach(counting -> cells.add(counting.forks.values().stream()
                            .mapToInt(List::size)
                            .sum()));
            all.forEach(it -> cells.add(Numbers.percent(Metric.median(widths(it).toArray()))));
            all.forEach(it -> cells.add(Numbers.percent(widths(it).max().orElseThrow())));
            all.forEach(
                    it -> cells.add(widths(it).filter(width -> width <= NARROW).count()));
            List<Step> ratios = today.steps().stream()
                    .filter(step -> step.ratio().isPresent())
                    .toList();
            cells.add(ratios.stream().filter(step -> step.order().isPresent()).count());
            cells.add(ratios.stream()
                    .filter(step -> others.values().stream()
                            .anyMatch(other ->
                                    !step.order().equals(in(other, step).order())))
                    .count());
            Ladder quarter = others.get(Estimator.QUARTER_OF_QUIET);
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
                    .filter(row -> !Scatter.of(row).onSeveralCpus())
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

        /** The file that {@code check} would have to read for its medians to be the estimator's values and its means the true ones. */
        private static ResultsFile file(String name, List<Row> rows, Estimator estimator) {
            return Rows.file(
                    name,
                    rows.stream()
                            .map(row -> estimator == Estimator.MEDIAN ? row : withMedians(row, estimator))
                            .toArray(Row[]::new));
        }

        private static Row withMedians(Row row, Estimator estimator) {
            return row.with(new Metric(
                    row.primary().unit(),
                    row.primary().forks().stream()
                            .map(fork -> {
                                double value = estimator.of(fork);
                                return List.of(value, value, 3 * Estimator.MEAN.of(fork) - 2 * value);
                            })
                            .toList()));
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
                    VerdictRow first = FileComparison.of(file("base", base, it), file("head", head, it), Rule.MARGIN)
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
                        "<log|<where|contended|rows|forks|iterations|" + names(CANDIDATES, "") + "|"
                                + names(CANDIDATES, "level ")
                                + "|+canary|+quarter|+tenth|+10%|+mean|quarter, 80 % of rows",
                        groups,
                        Group::cells),
                Simulated.table(
                        "<ladder|forks|left today|left q|± today|" + names(Ladders.OTHERS, "") + "|widest today|"
                                + names(Ladders.OTHERS, "")
                                + "|in 10 % today|" + names(Ladders.OTHERS, "")
                                + "|orders|change|ratios move|<most",
                        ladders.stream(),
                        run -> new Ladders(run).cells()),
                Simulated.table(
                        "<slow iterations|each|share|iterations|" + names(Slow.SHOWN, "")
                                + "|slower by median|same, mean beyond|mean beyond|slower by quarter|same, mean beyond|mean beyond",
                        Stream.of(Slow.kinds(0.1, 20), Slow.kinds(0.5, 20), Slow.kinds(0.5, 5))
                                .flatMap(Function.identity()),
                        Slow::cells));
    }
}
