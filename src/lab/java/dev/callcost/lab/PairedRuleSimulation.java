package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.PairedRule;
import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
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
    private static final int RUNS = 200_000;
    private static final int RUNS_THAT_COUNT = 500_000;
    private static final List<Integer> ROWS = List.of(1, 10, 40);

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
        List<Rows> simulate(double level, int times) {
            return run(
                    Simulated.each(
                                    ROWS,
                                    List.of(0.005, 0.01, 0.02, 0.03),
                                    (rows, sd) -> new Rows(this, level, rows, sd))
                            .toList(),
                    times);
        }

        List<Rows> run(List<Rows> all, int times) {
            Random random = new Random(Simulated.SEED);
            List<Noise> noise = List.of(new Noise());
            for (int run = 0; run < times; run++) {
                noise.get(0).fill(pair -> head.draw(random) - base.draw(random));
                all.forEach(rows -> rows.tallies.values().forEach(tally -> tally.add(noise)));
            }
            return all;
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
            List.of(0, 3, 5, 6).forEach(slower -> tallies.put(slower, new Tally(rule, 1 + slower / 100.0, sd)));
        }

        Tally same() {
            return tallies.get(0);
        }

        /** The share of comparisons of identical code in which any row is SLOWER or FASTER. */
        double anyWrong() {
            return Simulated.any(same().share(same().differing), rows);
        }

        /** The share of SAME where code is slower by the margin. */
        double sameAtMargin() {
            return tallies.get(3).share(tallies.get(3).same);
        }

        List<Object> cells() {
            assertThat(anyWrong()).isLessThanOrEqualTo(forks.error);
            assertThat(sameAtMargin()).isLessThanOrEqualTo(0.01);
            assertThat(covered()).isGreaterThanOrEqualTo(1 - forks.error);
            return List.of(
                    Simulated.label(forks),
                    Numbers.percent(sd, 1),
                    rows,
                    percent(same().share(same().differing)),
                    percent(anyWrong()),
                    Numbers.percent(same().share(same().same), 1),
                    percent(sameAtMargin()),
                    tallies.get(3).seen(),
                    tallies.get(5).seen(),
                    tallies.get(6).seen(),
                    same().meanPairs(),
                    tallies.get(3).meanPairs(),
                    tallies.get(5).meanPairs(),
                    percent(covered()));
        }

        /** The lowest share of runs, over the truths, whose last interval holds the truth. */
        double covered() {
            return tallies.values().stream()
                    .mapToDouble(tally -> tally.share(tally.covered))
                    .min()
                    .orElseThrow();
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

    /** How runs end on a row whose truth is known. A run ends at the first interim analysis that decides all quantities of the row, or at the last. */
    private static final class Tally {
        private final PairedRule rule;
        private final double logRatio;
        private final double[] sds;
        private int runs;
        private int slower;
        private int differing;
        private int same;
        private int covered;
        private long pairs;

        /** @param sds the standard deviation of each quantity */
        Tally(PairedRule rule, double ratio, double... sds) {
            this.rule = rule;
            this.logRatio = Math.log(ratio);
            this.sds = sds;
        }

        /** @param noises a noise for each quantity; may be more */
        void add(List<Noise> noises) {
            int look = 0;
            while (look < PairedRule.LOOKS.size() - 1 && !isDecided(noises, look)) {
                look++;
            }
            Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
            boolean holds = true;
            for (int n = 0; n < sds.length; n++) {
                Estimate slowdown = noises.get(n).estimate(look, sds[n], logRatio);
                verdicts.add(rule.judge(slowdown));
                holds &= Math.abs(slowdown.logMean() - logRatio) <= rule.logHalfWidth(slowdown);
            }
            boolean isSlower = verdicts.contains(Verdict.SLOWER);
            runs++;
            slower += isSlower ? 1 : 0;
            differing += isSlower || verdicts.contains(Verdict.FASTER) ? 1 : 0;
            same += verdicts.contains(Verdict.SAME) ? 1 : 0;
            covered += holds ? 1 : 0;
            pairs += PairedRule.LOOKS.get(look);
        }

        private boolean isDecided(List<Noise> noises, int look) {
            for (int n = 0; n < sds.length; n++) {
                if (!rule.judge(noises.get(n).estimate(look, sds[n], logRatio)).isDecided()) {
                    return false;
                }
            }
            return true;
        }

        double share(int count) {
            return (double) count / runs;
        }

        String seen() {
            return Numbers.percent(share(slower), 1);
        }

        String meanPairs() {
            return Simulated.mean((double) pairs / runs);
        }
    }

    /**
     * Rows of identical code with several quantities that share the level of the row.
     *
     * @param quantities how many
     * @param correlation of the quantities of a fork
     * @param last the standard deviation of the last quantity; that of the others is 2 %
     */
    private record Sharing(int quantities, double correlation, double last, int rows, Tally tally) {
        private static final double SD = 0.02;

        static Sharing of(int quantities, double correlation, double last, int rows) {
            double[] sds = DoubleStream.generate(() -> SD).limit(quantities).toArray();
            sds[quantities - 1] = last;
            PairedRule rule = new PairedRule(PairedRule.LEVEL / quantities, rows, Rule.MARGIN);
            return new Sharing(quantities, correlation, last, rows, new Tally(rule, 1, sds));
        }

        /** Quantities of normal forks, all on the same made-up noise. */
        static List<Sharing> simulate(double correlation) {
            List<Sharing> all = Stream.of(1, 2, 4)
                    .flatMap(quantities -> Simulated.each(
                            List.of(SD, 5 * SD), ROWS, (last, rows) -> of(quantities, correlation, last, rows)))
                    .toList();
            Random random = new Random(Simulated.SEED);
            List<Noise> noises = Stream.generate(Noise::new).limit(4).toList();
            for (int run = 0; run < RUNS; run++) {
                double[] common = DoubleStream.generate(() -> difference(random))
                        .limit(PairedRule.MOST_PAIRS)
                        .toArray();
                noises.forEach(noise -> noise.fill(pair ->
                        Math.sqrt(correlation) * common[pair] + Math.sqrt(1 - correlation) * difference(random)));
                all.forEach(rows -> rows.tally.add(noises));
            }
            return all;
        }

        private static double difference(Random random) {
            return ForkShape.NORMAL.draw(random) - ForkShape.NORMAL.draw(random);
        }

        List<Object> cells() {
            double anyDiffers = Simulated.any(tally.share(tally.differing), rows);
            assertThat(anyDiffers).isLessThanOrEqualTo(0.01);
            return List.of(
                    quantities,
                    Simulated.mean(correlation),
                    Numbers.percent(last, 1),
                    rows,
                    percent(Simulated.any(tally.share(tally.slower), rows)),
                    percent(anyDiffers),
                    tally.meanPairs());
        }
    }

    @Test
    void errorsPowerPairsAndCoverage() throws IOException {
        List<List<Rows>> shapes =
                Simulated.all(Stream.of(Forks.values()), forks -> forks.simulate(PairedRule.LEVEL, forks.runs));
        List<List<Rows>> others =
                Simulated.all(Stream.of(0.002, 0.001, 0.0007), level -> Forks.NORMAL.simulate(level, RUNS));
        Stream<List<Rows>> levels = Stream.concat(
                        others.stream(), shapes.stream().limit(1))
                .flatMap(level -> ROWS.stream()
                        .map(count ->
                                level.stream().filter(row -> row.rows == count).toList()));
        List<List<Sharing>> sharing = Simulated.all(Stream.of(0.0, 0.5, 0.9), Sharing::simulate);
        Simulated.assertTables(
                "pairs",
                Simulated.table("level|rows|any differ|+3% SAME|covered|pairs", levels, PairedRuleSimulation::level),
                Simulated.table(
                        "<forks|sd|rows|differ|any differ|same SAME|+3% SAME|+3% seen|+5% seen|+6% seen"
                                + "|same pairs|+3% pairs|+5% pairs|covered",
                        shapes.stream().flatMap(List::stream), Rows::cells),
                Simulated.table(
                        "quantities|correlation|last sd|rows|any SLOWER|any differ|pairs",
                        sharing.stream().flatMap(List::stream),
                        Sharing::cells));
    }

    /** With forks so noisy that nothing is ever SAME, identical code is SLOWER or FASTER when the interval of any interim analysis misses. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 40})
    void hardlyAnyAnalysisMisses(int rows) {
        Rows noisy = new Rows(Forks.NORMAL, PairedRule.LEVEL, rows, 100);
        Forks.NORMAL.run(List.of(noisy), RUNS);
        assertThat(noisy.same().same).isZero();
        assertThat(noisy.anyWrong()).isBetween(0.005, 0.01);
    }

    /** The worst of rows of one level and number, over their standard deviations. */
    private static List<Object> level(List<Rows> rows) {
        return List.of(
                String.format(Locale.ROOT, "%.4f", rows.get(0).level),
                rows.get(0).rows,
                worst(rows, Rows::anyWrong),
                worst(rows, Rows::sameAtMargin),
                percent(rows.stream().mapToDouble(Rows::covered).min().orElseThrow()),
                rows.get(2).same().meanPairs());
    }

    private static String worst(List<Rows> rows, ToDoubleFunction<Rows> error) {
        return percent(rows.stream().mapToDouble(error).max().orElseThrow());
    }

    private static String percent(double share) {
        return Numbers.percent(share, 2);
    }
}
