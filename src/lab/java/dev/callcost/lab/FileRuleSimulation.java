package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileComparison;
import dev.callcost.compare.Rows;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.interpolation.LinearInterpolator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often {@code check} errs over whole files, and what it sees: made-up forks from a seeded generator. The rows are as unlike as the 586 JMH benchmarks of
 * a public corpus, whose standard deviations from fork to fork are 0.56, 1.2, 2.4, 4.5, 8, 20 and 174 % at 10, 25, 50, 75, 90, 99 and 100 % of the rows. Where
 * code is slower, it is a tenth of the rows. <em>identical: any</em> is the share of comparisons of identical code in which any row is significant, <em>wrong</em>
 * the mean share of false rows among the significant ones; the last columns have the share of slower rows that are significant. In the second table head's
 * forks scatter by a factor more.
 */
class FileRuleSimulation {
    private static final long SEED = 20261125;
    private static final int ROWS_SIMULATED = 24_000;
    private static final List<Double> SLOWER = List.of(0.03, 0.05, 0.10);

    /** The logarithm of a row's standard deviation by the share of the rows that have less. */
    private static final UnivariateFunction LOG_SD = new LinearInterpolator()
            .interpolate(
                    new double[] {0, 0.10, 0.25, 0.50, 0.75, 0.90, 0.99, 1},
                    DoubleStream.of(0.3, 0.56, 1.2, 2.4, 4.5, 8, 20, 174)
                            .map(percent -> Math.log(percent / 100))
                            .toArray());

    /**
     * Files of one kind.
     *
     * @param headForkShape how head's forks are spread
     * @param headNoise head's standard deviations over base's
     */
    private record Files(
            ForkShape forks, ForkShape headForks, double headNoise, int rows, int baseCount, int headCount) {
        static Files alike(ForkShape forks, int rows, int count) {
            return new Files(forks, forks, 1, rows, count, count);
        }

        /** A comparison in which some rows of head are slower. */
        private Verdicts draw(Random random, IntPredicate isSlower, double slower) {
            List<Row> base = new ArrayList<>();
            List<Row> head = new ArrayList<>();
            for (int n = 0; n < rows; n++) {
                double sd = sd(random);
                double factor = isSlower.test(n) ? 1 + slower : 1;
                base.add(Simulated.row(n, baseCount, () -> Math.exp(sd * forks.draw(random))));
                head.add(Simulated.row(n, headCount, () -> factor * Math.exp(headNoise * sd * headForks.draw(random))));
            }
            return FileComparison.of(
                    Rows.file("base", base.toArray(Row[]::new)),
                    Rows.file("head", head.toArray(Row[]::new)),
                    Rule.MARGIN);
        }

        String headLabel() {
            return headForks.label() + (headNoise == 1 ? "" : " x " + Numbers.significant(headNoise));
        }

        Cell simulate() {
            Random random = new Random(SEED);
            int trials = Math.max(100, ROWS_SIMULATED / rows);
            int slow = Math.max(1, rows / 10);
            double any = 0;
            double[] seen = new double[SLOWER.size()];
            double[] wrong = new double[SLOWER.size()];
            for (int trial = 0; trial < trials; trial++) {
                any += significant(draw(random, row -> false, 0), row -> true) > 0 ? 1 : 0;
                for (int n = 0; n < seen.length; n++) {
                    Verdicts files = draw(random, row -> row < slow, SLOWER.get(n));
                    int right = significant(files, row -> row < slow);
                    int all = significant(files, row -> true);
                    seen[n] += right;
                    wrong[n] += all == 0 ? 0 : (double) (all - right) / all;
                }
            }
            return new Cell(
                    this,
                    any / trials,
                    Arrays.stream(seen).map(sum -> sum / trials / slow).toArray(),
                    Arrays.stream(wrong).map(sum -> sum / trials).average().orElseThrow());
        }
    }

    /**
     * What came of them.
     *
     * @param any the share of comparisons of identical code with a significant row
     * @param seen the share of slower rows that are significant, by how much slower they are
     * @param wrong the mean share of false rows among the significant ones where others are slower
     */
    private record Cell(Files files, double any, double[] seen, double wrong) {}

    /** A row's standard deviation. */
    static double sd(Random random) {
        return Math.exp(LOG_SD.value(random.nextDouble()));
    }

    private static int significant(Verdicts files, IntPredicate rows) {
        return (int) IntStream.range(0, files.rows().size())
                .filter(rows)
                .mapToObj(files.rows()::get)
                .filter(row -> row.score().orElseThrow().slowdown().probabilityOf(0)
                        <= files.rule().level())
                .filter(row -> row.verdict() != Verdict.CANNOT_TELL)
                .count();
    }

    private static Grid grid(List<Cell> cells) {
        Table<Cell> table = new Table<Cell>()
                .left("base's forks", cell -> cell.files.forks.label())
                .left("head's", cell -> cell.files.headLabel())
                .right("rows", cell -> cell.files.rows)
                .right("forks", cell -> cell.files.baseCount + "+" + cell.files.headCount)
                .right("identical: any", cell -> Numbers.percent(cell.any, 1))
                .right("wrong", cell -> Numbers.percent(cell.wrong, 1));
        for (int n = 0; n < SLOWER.size(); n++) {
            int i = n;
            table.right("+" + Numbers.percent(SLOWER.get(n), 0), cell -> Numbers.percent(cell.seen[i], 0));
        }
        return table.of(cells);
    }

    @Test
    void errorsAndPower() throws IOException {
        List<Cell> alike = ForkShape.USUAL.stream()
                .flatMap(forks -> List.of(4, 6, 8, 12, 20, 30, 100, 586).stream()
                        .flatMap(rows -> List.of(2, 3, 5, 10).stream().map(count -> Files.alike(forks, rows, count))))
                .parallel()
                .map(Files::simulate)
                .toList();
        List<Cell> unlike = List.of(30, 200).stream()
                .flatMap(rows -> List.of(
                        new Files(ForkShape.NORMAL, ForkShape.NORMAL, 1, rows, 3, 10),
                        new Files(ForkShape.NORMAL, ForkShape.NORMAL, 0.4, rows, 3, 10),
                        new Files(ForkShape.NORMAL, ForkShape.NORMAL, 2.5, rows, 3, 10),
                        new Files(ForkShape.NORMAL, ForkShape.NORMAL, 3, rows, 5, 5),
                        new Files(ForkShape.NORMAL, ForkShape.SKEWED, 1, rows, 5, 5),
                        new Files(ForkShape.NORMAL, ForkShape.BIMODAL, 1, rows, 5, 5))
                        .stream())
                .parallel()
                .map(Files::simulate)
                .toList();
        Simulated.assertTables("files", grid(alike), grid(unlike));
        assertThat(alike)
                .filteredOn(cell -> cell.files().forks() != ForkShape.BIMODAL)
                .allSatisfy(cell -> {
                    assertThat(cell.any()).as(cell.files().toString()).isLessThanOrEqualTo(0.022);
                    assertThat(cell.wrong())
                            .as(cell.files().toString())
                            .isLessThanOrEqualTo(cell.files().baseCount() < 3 ? 0.018 : 0.014);
                });
        assertThat(alike)
                .filteredOn(cell -> cell.files().equals(Files.alike(ForkShape.NORMAL, 586, 5)))
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.wrong()).isLessThanOrEqualTo(0.01);
                    assertThat(cell.seen()[0]).isGreaterThanOrEqualTo(0.12);
                    assertThat(cell.seen()[1]).isGreaterThanOrEqualTo(0.28);
                    assertThat(cell.seen()[2]).isGreaterThanOrEqualTo(0.55);
                });
    }

    @ParameterizedTest
    @EnumSource
    void rowsThatAreSlowerByTheMarginAreSeldomTheSame(ForkShape forks) {
        Random random = new Random(SEED);
        Files files = Files.alike(forks, 30, 5);
        long same = IntStream.range(0, ROWS_SIMULATED / files.rows())
                .mapToObj(trial -> files.draw(random, row -> true, Rule.MARGIN))
                .flatMap(comparison -> comparison.rows().stream())
                .filter(row -> row.verdict() == Verdict.SAME)
                .count();
        assertThat((double) same / ROWS_SIMULATED).isLessThanOrEqualTo(0.02);
    }
}
