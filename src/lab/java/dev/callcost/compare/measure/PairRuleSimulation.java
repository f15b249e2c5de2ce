package dev.callcost.compare.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Together;
import dev.callcost.compare.measure.SimulatedSuite.Kind;
import dev.callcost.compare.measure.SimulatedSuite.Noise;
import dev.callcost.compare.measure.SimulatedSuite.SimulatedRow;
import dev.callcost.lab.Simulated;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * How often the procedure for pairs errs, what it finds and what it costs, when the truth is known: made-up pairs from
 * a seeded generator. The columns are
 *
 * <ul>
 *   <li><em>budget</em>: how many pairs of each row it has;
 *   <li><em>any</em>: the share of comparisons of identical code with any SLOWER or FASTER row, and its standard error
 *       <em>+-</em>;
 *   <li><em>same</em>: the share of identical rows that are SAME;
 *   <li><em>+3% same</em> to <em>+20%</em>: where 3 % of the rows are slower, the share of these that are SAME, or
 *       SLOWER;
 *   <li><em>wrong</em>: the mean share of wrong ones among the SLOWER and FASTER rows of these comparisons, zero where
 *       none is;
 *   <li><em>covered</em>: the share of last intervals that hold the truth, in the worst of these cases;
 *   <li><em>pairs</em>: of a row, where all code is identical, and where 3 % of the rows are 10 % slower.
 * </ul>
 */
class PairRuleSimulation {
    private static final int PLENTY = 100;
    private static final double SCARCE = 1.75;

    /** Which rows a kind simulates, times the number of its comparisons. */
    private static final int ROWS_OF_IDENTICAL_CODE = 120_000;

    private static final int ROWS_OF_IDENTICAL_CODE_WITH_PLENTY = 60_000;
    private static final int MOST_COMPARISONS = 10_000;
    private static final int SLOWER_ROWS = 1_000;
    private static final int SLOWER_ROWS_WITH_PLENTY = 400;

    private static final int COMPARISONS_TOGETHER = 40_000;
    private static final int COMPARISONS_OF_HALF = 200;

    /** About five pairs a row are a budget that not all rows are decided with. */
    private static final int PAIRS_OF_HALF = 5;

    /** Twice the Monte Carlo error is within the limits. All are checked after the table is written. */
    private final SoftAssertions limits = new SoftAssertions();

    /** What comparisons of one kind end with. */
    private static final class Tally {
        private int comparisons;
        private int any;
        private double wrong;
        private long rows;
        private long pairs;
        private long same;
        private long judged;
        private long covered;
        private long slower;
        private long found;
        private long foundPairs;
        private long slowerSame;

        static Tally of(Kind kind, int comparisons, int slower, double slowdown) {
            Random random = new Random(Simulated.SEED);
            Tally tally = new Tally();
            for (int n = 0; n < comparisons; n++) {
                SimulatedSuite suite = new SimulatedSuite(kind, slower, slowdown, random);
                suite.measure();
                tally.add(suite.rows());
            }
            return tally;
        }

        private void add(List<SimulatedRow> measured) {
            int called = 0;
            int right = 0;
            for (SimulatedRow row : measured) {
                Verdict verdict = row.verdict();
                boolean isFound = row.isSlower() && verdict == Verdict.SLOWER;
                called += verdict == Verdict.SLOWER || verdict == Verdict.FASTER ? 1 : 0;
                right += isFound ? 1 : 0;
                same += verdict == Verdict.SAME && !row.isSlower() ? 1 : 0;
                slower += row.isSlower() ? 1 : 0;
                slowerSame += verdict == Verdict.SAME && row.isSlower() ? 1 : 0;
                pairs += 1 + row.pairs();
                foundPairs += isFound ? row.pairs() : 0;
                if (row.isJudged()) {
                    judged++;
                    covered += row.isCovered() ? 1 : 0;
                }
            }
            comparisons++;
            rows += measured.size();
            found += right;
            any += called > 0 ? 1 : 0;
            wrong += called > 0 ? (double) (called - right) / called : 0;
        }

        double any() {
            return share(any, comparisons);
        }

        double standardError() {
            return Math.sqrt(any() * (1 - any()) / comparisons);
        }

        double found() {
            return share(found, slower);
        }

        double covered() {
            return share(covered, judged);
        }

        String meanPairs() {
            return hundredths(share(pairs, rows));
        }
    }

    private static double share(long part, long all) {
        return (double) part / all;
    }

    private static String hundredths(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private List<Object> cells(Kind kind) {
        boolean isPlenty = kind.budget() == PLENTY * kind.rows();
        int identicalRows = isPlenty ? ROWS_OF_IDENTICAL_CODE_WITH_PLENTY : ROWS_OF_IDENTICAL_CODE;
        int comparisons = Math.min(MOST_COMPARISONS, identicalRows / kind.rows());
        int slowerRows = isPlenty ? SLOWER_ROWS_WITH_PLENTY : SLOWER_ROWS;
        Tally identical = Tally.of(kind, comparisons, 0, 0);
        List<Tally> slower = Stream.of(0.03, 0.05, 0.1, 0.2)
                .map(slowdown ->
                        Tally.of(kind, Math.min(comparisons, slowerRows / kind.slower()), kind.slower(), slowdown))
                .toList();
        double sameAtMargin = share(slower.get(0).slowerSame, slower.get(0).slower);
        double wrong = slower.stream()
                .mapToDouble(it -> it.wrong / it.comparisons)
                .average()
                .orElseThrow();
        double covered = Stream.concat(Stream.of(identical), slower.stream())
                .mapToDouble(Tally::covered)
                .min()
                .orElseThrow();
        boolean isWorst = kind.noise() == Noise.BIMODAL || kind.noise() == Noise.BIMODAL_HEAD;
        double any = identical.any() - 2 * identical.standardError();
        limits.assertThat(any).as("any of %s", kind).isLessThanOrEqualTo(isWorst ? 0.03 : 0.01);
        limits.assertThat(wrong).as("wrong of %s", kind).isLessThanOrEqualTo(isWorst ? 0.03 : 0.015);
        limits.assertThat(sameAtMargin).as("+3%% same of %s", kind).isLessThanOrEqualTo(0.01);
        limits.assertThat(covered).as("covered of %s", kind).isGreaterThanOrEqualTo(isWorst ? 0.98 : 0.985);
        limits.assertThat(slower.get(2).found()).as("+10%% of %s", kind).isGreaterThanOrEqualTo(isWorst ? 0.8 : 0.91);
        limits.assertThat(slower.get(3).found())
                .as("+20%% of %s", kind)
                .isGreaterThanOrEqualTo(isWorst ? 0.975 : 0.985);
        return List.of(
                Simulated.label(kind.noise()),
                kind.rows(),
                isPlenty ? "plenty" : hundredths(share(kind.budget(), kind.rows())),
                Numbers.percent(identical.any(), 2),
                Numbers.percent(identical.standardError(), 2),
                Numbers.percent(share(identical.same, identical.rows), 1),
                Numbers.percent(sameAtMargin, 1),
                Numbers.percent(slower.get(1).found(), 1),
                Numbers.percent(slower.get(2).found(), 1),
                Numbers.percent(slower.get(3).found(), 1),
                Numbers.percent(wrong, 2),
                Numbers.percent(covered, 1),
                identical.meanPairs(),
                slower.get(2).meanPairs());
    }

    private static Kind plenty(Noise noise, int rows) {
        return new Kind(noise, rows, PLENTY * rows);
    }

    private static Kind scarce(Noise noise, int rows) {
        return new Kind(noise, rows, (int) (SCARCE * rows));
    }

    @Test
    void errorsPowerPairsAndCoverage() throws IOException {
        Stream<Kind> kinds = Stream.of(Noise.values())
                .flatMap(
                        noise -> Stream.of(plenty(noise, 1), plenty(noise, 30), scarce(noise, 30), scarce(noise, 261)));
        Simulated.assertTables(
                "pairs",
                Simulated.table(
                        "<noise|rows|budget|any|+-|same|+3% same|+5%|+10%|+20%|wrong|covered|pairs|+10% pairs",
                        kinds, this::cells));
        limits.assertAll();
    }

    /**
     * What the first pairs of all rows show together: the share of comparisons of identical code where they are SLOWER
     * or FASTER, and of those in which all rows are slower the share where they are SLOWER. Drift is not simulated.
     */
    private static List<Object> together(Noise noise, int rows) {
        List<Object> cells = new ArrayList<>(List.of(Simulated.label(noise), rows));
        for (double slowdown : new double[] {0, 0.03, 0.05, 0.1}) {
            Random random = new Random(Simulated.SEED);
            int comparisons = slowdown == 0 ? COMPARISONS_TOGETHER : COMPARISONS_TOGETHER / 10;
            int called = 0;
            for (int n = 0; n < comparisons; n++) {
                SimulatedSuite suite =
                        new SimulatedSuite(scarce(noise, rows), slowdown == 0 ? 0 : rows, slowdown, random);
                Estimate mean = Estimate.ofLogs(
                        suite.rows().stream().map(SimulatedRow::first).toList());
                Verdict verdict = new VerdictRule(VerdictRule.MARGIN, Together.LEVEL).judge(mean, Together.FEWEST_ROWS);
                called += verdict == Verdict.SLOWER || slowdown == 0 && verdict == Verdict.FASTER ? 1 : 0;
            }
            cells.add(Numbers.percent(share(called, comparisons), slowdown == 0 ? 2 : 1));
        }
        return cells;
    }

    @Test
    void firstPairsOfAllRowsTogether() throws IOException {
        Simulated.assertTables(
                "together",
                Simulated.table(
                        "<noise|rows|any|+3%|+5%|+10%",
                        Stream.of(Noise.values())
                                .flatMap(noise -> Stream.of(8, 12, 24, 94).map(rows -> Map.entry(noise, rows))),
                        it -> together(it.getKey(), it.getValue())));
    }

    /**
     * Half of the rows are slower, so that first pairs lie far apart: the share that is found, and with how many
     * deciding pairs.
     */
    private static List<Object> half(double slowdown, int rows) {
        Kind kind = new Kind(Noise.RECORDED, rows, PAIRS_OF_HALF * rows);
        Tally tally = Tally.of(kind, COMPARISONS_OF_HALF, rows / 2, slowdown);
        return List.of(
                rows,
                Numbers.percent(slowdown, 0),
                Numbers.percent(tally.found(), 1),
                Numbers.percent(tally.wrong / tally.comparisons, 2),
                hundredths(share(tally.foundPairs, tally.found)));
    }

    @Test
    void halfOfTheRowsAreSlower() throws IOException {
        Simulated.assertTables(
                "half",
                Simulated.table(
                        "rows|slower by|found|wrong|pairs of these",
                        Stream.of(10, 20, 64)
                                .flatMap(rows -> Stream.of(0.1, 0.18).map(slowdown -> Map.entry(slowdown, rows))),
                        it -> half(it.getKey(), it.getValue())));
    }

    /** The loop of the simulation and the classes that measure give the same pairs and verdicts. */
    @Test
    void compareMeasuresAlike() {
        for (Kind kind : List.of(scarce(Noise.RECORDED, 30), scarce(Noise.NORMAL, 100), plenty(Noise.RECORDED, 10))) {
            for (long seed = 0; seed < 10; seed++) {
                SimulatedSuite simulated = new SimulatedSuite(kind, kind.slower(), 0.1, new Random(seed));
                simulated.measure();
                List<RowVerdict> compared = new SimulatedSuite(kind, kind.slower(), 0.1, new Random(seed)).compare();
                assertThat(compared.stream().map(row -> row.pairs() + " " + decided(row.fate())))
                        .as("seed " + seed + " of " + kind)
                        .containsExactlyElementsOf(simulated.rows().stream()
                                .map(row -> row.pairs() + " " + decided(row.verdict()))
                                .toList());
            }
        }
    }

    private static Verdict decided(Fate fate) {
        return fate.isDecided() ? Verdict.valueOf(fate.name()) : Verdict.UNDECIDED;
    }

    private static Verdict decided(Verdict verdict) {
        return verdict.isDecided() ? verdict : Verdict.UNDECIDED;
    }
}
