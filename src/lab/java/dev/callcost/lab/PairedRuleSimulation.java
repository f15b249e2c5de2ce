package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.PairedRule;
import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often the rule for pairs errs, what it detects and what it costs, when the truth is known: made-up pairs from a seeded generator. The first table
 * has each level with the worst over the standard deviations, the second the rule as it is, the third rows with several quantities.
 *
 * <p>Monte Carlo's own standard error is below 0.02 percentage points for an error near 0.5 % in one row, 0.08 for any of 40 normal
 * rows near 0.9 %, and 0.13 for any of 40 rows of the other shapes.
 */
class PairedRuleSimulation {
    private static final List<Double> OTHER_LEVELS = List.of(0.002, 0.001, 0.0007);
    private static final int RUNS = 200_000;
    private static final int RUNS_THAT_COUNT = 500_000;

    /** How the forks of the two sides are spread, and the error that any of the rows may make. */
    private enum Forks {
        NORMAL(ForkShape.NORMAL, ForkShape.NORMAL, RUNS_THAT_COUNT, 0.01),
        SKEWED(ForkShape.EXPONENTIAL, ForkShape.EXPONENTIAL, RUNS, 0.01),
        BIMODAL(ForkShape.BIMODAL, ForkShape.BIMODAL, RUNS, 0.01),
        /** A difference of forks spread alike is symmetric; this one is not. */
        BIMODAL_HEAD(ForkShape.NORMAL, ForkShape.BIMODAL, RUNS, 0.03);

        private final ForkShape base;
        private final ForkShape head;
        private final int runs;
        private final double error;

        Forks(ForkShape base, ForkShape head, int runs, double error) {
            this.base = base;
            this.head = head;
            this.runs = runs;
            this.error = error;
        }

        /** Rows of several numbers and standard deviations, all on the same made-up noise. */
        List<Rows> simulate(double level, int runs) {
            List<Rows> all = Stream.of(1, 10, 40)
                    .flatMap(rows ->
                            DoubleStream.of(0.005, 0.01, 0.02, 0.03).mapToObj(sd -> new Rows(this, level, rows, sd)))
                    .toList();
            run(all, runs);
            return all;
        }

        void run(List<Rows> all, int runs) {
            Random random = new Random(Simulated.SEED);
            Noise noise = new Noise();
            for (int run = 0; run < runs; run++) {
                noise.fill(pair -> head.draw(random) - base.draw(random));
                all.forEach(rows -> rows.tallies.values().forEach(tally -> tally.add(noise)));
            }
        }
    }

    /**
     * Rows of one noise that are judged together.
     *
     * @param tallies by how many percent head is slower: 0, 3, 5 and 6
     */
    private record Rows(Forks forks, double level, int rows, double sd, Map<Integer, Tally> tallies) {
        Rows(Forks forks, double level, int rows, double sd) {
            this(forks, level, rows, sd, new TreeMap<>());
            PairedRule rule = new PairedRule(level, rows, Rule.MARGIN);
            List.of(0, 3, 5, 6).forEach(slower -> tallies.put(slower, new Tally(rule, sd, 1 + slower / 100.0)));
        }

        Tally same() {
            return tallies.get(0);
        }

        /** The share of comparisons of identical code in which any row is SLOWER or FASTER; rows are independent. */
        double anyWrong() {
            return 1 - Math.pow(1 - same().differing(), rows);
        }

        /** The share of SAME where code is slower by the margin. */
        double sameAtMargin() {
            return tallies.get(3).share(Verdict.SAME);
        }

        /** The lowest share of runs, over the truths, whose last interval holds the truth. */
        double coverage() {
            return tallies.values().stream().mapToDouble(Tally::coverage).min().orElseThrow();
        }
    }

    /** The differences of a run's pairs, in sums up to each interim analysis. Every run fills the same arrays, so that many runs take little time. */
    private static final class Noise {
        private final double[] means = new double[PairedRule.LOOKS.size()];
        private final double[] variances = new double[PairedRule.LOOKS.size()];

        /** @param differences of each pair, from 0 on */
        void fill(IntToDoubleFunction differences) {
            double mean = 0;
            double squares = 0;
            int look = 0;
            for (int pair = 1; pair <= PairedRule.MOST_PAIRS; pair++) {
                double value = differences.applyAsDouble(pair - 1);
                double deviation = value - mean;
                mean += deviation / pair;
                squares += deviation * (value - mean);
                if (pair == PairedRule.LOOKS.get(look)) {
                    means[look] = mean;
                    variances[look] = squares / (pair - 1) / pair;
                    look++;
                }
            }
        }

        Estimate estimate(int look, double scale, double logRatio) {
            int pairs = PairedRule.LOOKS.get(look);
            return new Estimate(logRatio + scale * means[look], scale * scale * variances[look], pairs - 1.0, pairs);
        }
    }

    /** A run ends at the first interim analysis that decides, or at the last. */
    private static int lastLook(IntPredicate isDecided) {
        int last = PairedRule.LOOKS.size() - 1;
        return IntStream.range(0, last).filter(isDecided).findFirst().orElse(last);
    }

    /** How runs end on a row whose truth is known. */
    private static final class Tally {
        private final PairedRule rule;
        private final double sd;
        private final double logRatio;
        private final long[] verdicts = new long[Verdict.values().length];
        private long runs;
        private long pairs;
        private long covered;

        Tally(PairedRule rule, double sd, double ratio) {
            this.rule = rule;
            this.sd = sd;
            this.logRatio = Math.log(ratio);
        }

        void add(Noise noise) {
            int last = lastLook(
                    look -> rule.judge(noise.estimate(look, sd, logRatio)).isDecided());
            Estimate slowdown = noise.estimate(last, sd, logRatio);
            Verdict verdict = rule.judge(slowdown);
            runs++;
            verdicts[verdict.ordinal()]++;
            pairs += slowdown.forks();
            covered += Math.abs(slowdown.logMean() - logRatio) <= rule.logHalfWidth(slowdown) ? 1 : 0;
        }

        /** The share of runs that end with the verdict. */
        double share(Verdict verdict) {
            return (double) verdicts[verdict.ordinal()] / runs;
        }

        double differing() {
            return share(Verdict.SLOWER) + share(Verdict.FASTER);
        }

        double coverage() {
            return (double) covered / runs;
        }

        String seen() {
            return Numbers.percent(share(Verdict.SLOWER), 1);
        }

        String meanPairs() {
            return Simulated.mean((double) pairs / runs);
        }
    }

    /**
     * Rows of identical code with several quantities that share the level of the row. A row is measured until all its quantities are decided at one interim
     * analysis.
     *
     * @param quantities how many
     * @param correlation of the quantities of a fork
     * @param last the standard deviation of the last quantity; that of the others is 2 %
     * @param slower how many runs end with a quantity that is SLOWER
     * @param differing the same with one that is SLOWER or FASTER
     * @param pairs the sum over all runs
     */
    private record Sharing(
            int quantities,
            double correlation,
            double last,
            int rows,
            PairedRule rule,
            LongAdder slower,
            LongAdder differing,
            LongAdder pairs) {
        private static final double SD = 0.02;

        Sharing(int quantities, double correlation, double last, int rows) {
            this(
                    quantities,
                    correlation,
                    last,
                    rows,
                    new PairedRule(PairedRule.LEVEL / quantities, rows, Rule.MARGIN),
                    new LongAdder(),
                    new LongAdder(),
                    new LongAdder());
        }

        /** Quantities of normal forks, all on the same made-up noise. */
        static List<Sharing> simulate(double correlation) {
            List<Sharing> all = IntStream.of(1, 2, 4)
                    .boxed()
                    .flatMap(quantities -> DoubleStream.of(SD, 5 * SD)
                            .boxed()
                            .flatMap(last ->
                                    Stream.of(1, 10, 40).map(rows -> new Sharing(quantities, correlation, last, rows))))
                    .toList();
            Random random = new Random(Simulated.SEED);
            List<Noise> noises = Stream.generate(Noise::new).limit(4).toList();
            for (int run = 0; run < RUNS; run++) {
                double[] common = DoubleStream.generate(() -> difference(random))
                        .limit(PairedRule.MOST_PAIRS)
                        .toArray();
                noises.forEach(noise -> noise.fill(pair ->
                        Math.sqrt(correlation) * common[pair] + Math.sqrt(1 - correlation) * difference(random)));
                all.forEach(rows -> rows.add(noises));
            }
            return all;
        }

        private static double difference(Random random) {
            return ForkShape.NORMAL.draw(random) - ForkShape.NORMAL.draw(random);
        }

        private void add(List<Noise> noises) {
            int last = lastLook(look -> verdicts(noises, look).stream().allMatch(Verdict::isDecided));
            List<Verdict> verdicts = verdicts(noises, last);
            boolean isSlower = verdicts.contains(Verdict.SLOWER);
            slower.add(isSlower ? 1 : 0);
            differing.add(isSlower || verdicts.contains(Verdict.FASTER) ? 1 : 0);
            pairs.add(PairedRule.LOOKS.get(last));
        }

        private List<Verdict> verdicts(List<Noise> noises, int look) {
            return IntStream.range(0, quantities)
                    .mapToObj(n -> rule.judge(noises.get(n).estimate(look, n == quantities - 1 ? last : SD, 0)))
                    .toList();
        }

        /** The share of comparisons in which any quantity of any row is so; rows are independent. */
        double any(LongAdder count) {
            return 1 - Math.pow(1 - count.doubleValue() / RUNS, rows);
        }
    }

    @Test
    void errorsPowerPairsAndCoverage() throws IOException {
        List<List<Rows>> shapes = Stream.of(Forks.values())
                .parallel()
                .map(forks -> forks.simulate(PairedRule.LEVEL, forks.runs))
                .toList();
        List<List<Rows>> levels = Stream.concat(
                        OTHER_LEVELS.stream().parallel().map(level -> Forks.NORMAL.simulate(level, RUNS)),
                        shapes.stream().limit(1))
                .toList();
        List<Rows> all = shapes.stream().flatMap(List::stream).toList();
        List<Sharing> sharing = Stream.of(0.0, 0.5, 0.9)
                .parallel()
                .flatMap(correlation -> Sharing.simulate(correlation).stream())
                .toList();
        Simulated.assertTables("pairs", levels(levels), shapes(all), sharing(sharing));
        assertThat(sharing)
                .allSatisfy(rows -> assertThat(rows.any(rows.differing)).isLessThanOrEqualTo(0.01));
        assertThat(all).allSatisfy(rows -> {
            assertThat(rows.anyWrong()).isLessThanOrEqualTo(rows.forks.error);
            assertThat(rows.sameAtMargin()).isLessThanOrEqualTo(0.01);
            assertThat(rows.coverage()).isGreaterThanOrEqualTo(1 - rows.forks.error);
        });
    }

    /** With forks so noisy that nothing is ever SAME, identical code is SLOWER or FASTER when the interval of any interim analysis misses. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 40})
    void hardlyAnyAnalysisMisses(int rows) {
        Rows noisy = new Rows(Forks.NORMAL, PairedRule.LEVEL, rows, 100);
        Forks.NORMAL.run(List.of(noisy), RUNS);
        assertThat(noisy.same().share(Verdict.SAME)).isZero();
        assertThat(noisy.anyWrong()).isBetween(0.005, 0.01);
    }

    /** A line for each level and number of rows. */
    private static Grid levels(List<List<Rows>> levels) {
        return new Table<List<Rows>>()
                .right("level", rows -> String.format(Locale.ROOT, "%.4f", rows.get(0).level))
                .right("rows", rows -> rows.get(0).rows)
                .right("any differ", rows -> worst(rows, Rows::anyWrong))
                .right("+3% SAME", rows -> worst(rows, Rows::sameAtMargin))
                .right(
                        "covered",
                        rows -> percent(
                                rows.stream().mapToDouble(Rows::coverage).min().orElseThrow()))
                .right(
                        "pairs",
                        rows -> rows.stream()
                                .filter(row -> row.sd == 0.02)
                                .findFirst()
                                .map(row -> row.same().meanPairs()))
                .of(levels.stream()
                        .flatMap(level -> Stream.of(1, 10, 40)
                                .map(count -> level.stream()
                                        .filter(row -> row.rows == count)
                                        .toList()))
                        .toList());
    }

    private static String worst(List<Rows> rows, ToDoubleFunction<Rows> error) {
        return percent(rows.stream().mapToDouble(error).max().orElseThrow());
    }

    private static Grid shapes(List<Rows> all) {
        return new Table<Rows>()
                .left("forks", rows -> Simulated.label(rows.forks))
                .right("sd", rows -> Numbers.percent(rows.sd, 1))
                .right("rows", Rows::rows)
                .right("differ", rows -> percent(rows.same().differing()))
                .right("any differ", rows -> percent(rows.anyWrong()))
                .right("same SAME", rows -> Numbers.percent(rows.same().share(Verdict.SAME), 1))
                .right("+3% SAME", rows -> percent(rows.sameAtMargin()))
                .right("+3% seen", rows -> rows.tallies.get(3).seen())
                .right("+5% seen", rows -> rows.tallies.get(5).seen())
                .right("+6% seen", rows -> rows.tallies.get(6).seen())
                .right("same pairs", rows -> rows.same().meanPairs())
                .right("+3% pairs", rows -> rows.tallies.get(3).meanPairs())
                .right("+5% pairs", rows -> rows.tallies.get(5).meanPairs())
                .right("covered", rows -> percent(rows.coverage()))
                .of(all);
    }

    private static Grid sharing(List<Sharing> all) {
        return new Table<Sharing>()
                .right("quantities", Sharing::quantities)
                .right("correlation", rows -> Simulated.mean(rows.correlation))
                .right("last sd", rows -> Numbers.percent(rows.last, 1))
                .right("rows", Sharing::rows)
                .right("any SLOWER", rows -> percent(rows.any(rows.slower)))
                .right("any differ", rows -> percent(rows.any(rows.differing)))
                .right("pairs", rows -> Simulated.mean(rows.pairs.doubleValue() / RUNS))
                .of(all);
    }

    private static String percent(double share) {
        return Numbers.percent(share, 2);
    }
}
