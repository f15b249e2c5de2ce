package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.compare.judge.Verdicts;
import dev.callcost.data.Row;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.analysis.interpolation.LinearInterpolator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * How often {@code check} errs over whole files, and what it sees: made-up forks from a seeded generator. The rows are
 * as unlike as the 586 JMH benchmarks of a public corpus, whose standard deviations from fork to fork are 0.56, 1.2,
 * 2.4, 4.5, 8, 20 and 174 % at 10, 25, 50, 75, 90, 99 and 100 % of the rows. Where code is slower, it is a tenth of the
 * rows. <em>identical: any</em> is the share of comparisons of identical code in which any row is significant,
 * <em>wrong</em> the mean share of false rows among the significant ones; the last columns have the share of slower
 * rows that are significant. <em>head's noise</em> is how many times as much head's forks scatter as base's.
 */
class FileRuleSimulation {
    private static final long SEED = 20261125;
    private static final int ROWS_SIMULATED = 24_000;

    /** The logarithm of a row's standard deviation by the share of the rows that have less. */
    private static final UnivariateFunction LOG_SD = new LinearInterpolator()
            .interpolate(
                    new double[] {0, 0.10, 0.25, 0.50, 0.75, 0.90, 0.99, 1},
                    DoubleStream.of(0.3, 0.56, 1.2, 2.4, 4.5, 8, 20, 174)
                            .map(percent -> Math.log(percent / 100))
                            .toArray());

    /** Files of one kind. */
    private record Files(ForkShape forks, double headNoise, int rows, int baseCount, int headCount) {
        static Files alike(ForkShape forks, int rows, int count) {
            return new Files(forks, 1, rows, count, count);
        }

        /** A comparison in which the first rows of head are slower. */
        private Verdicts draw(Random random, int slow, double slower) {
            List<Row> base = new ArrayList<>();
            List<Row> head = new ArrayList<>();
            for (int n = 0; n < rows; n++) {
                double sd = sd(random);
                double factor = n < slow ? 1 + slower : 1;
                base.add(Simulated.row(n, baseCount, () -> Math.exp(sd * forks.draw(random))));
                head.add(Simulated.row(n, headCount, () -> factor * Math.exp(headNoise * sd * forks.draw(random))));
            }
            return FileVerdicts.of(
                    Rows.file("base", base.toArray(Row[]::new)),
                    Rows.file("head", head.toArray(Row[]::new)),
                    VerdictRule.MARGIN);
        }

        /** How many of the first rows are significant. */
        private static double significant(Verdicts files, int first) {
            return files.rows().stream()
                    .limit(first)
                    .filter(row -> row.score().orElseThrow().slowdown().probabilityOf(0)
                            <= files.rule().level())
                    .filter(row -> row.fate() != Fate.CANNOT_TELL)
                    .count();
        }

        List<Object> simulate() {
            Random random = new Random(SEED);
            int slow = Math.max(1, rows / 10);
            double[] slower = {0.03, 0.05, 0.10};
            // any, then by how much head is slower: the slower rows that are seen, the wrong share of all significant
            // ones
            double[] means = Simulated.means(Math.max(100, ROWS_SIMULATED / rows), () -> {
                double[] result = new double[1 + 2 * slower.length];
                result[0] = Simulated.one(significant(draw(random, 0, 0), rows) > 0);
                for (int n = 0; n < slower.length; n++) {
                    Verdicts files = draw(random, slow, slower[n]);
                    double right = significant(files, slow);
                    double all = significant(files, rows);
                    result[1 + n] = right;
                    result[1 + slower.length + n] = all == 0 ? 0 : (all - right) / all;
                }
                return result;
            });
            double any = means[0];
            double wrong = (means[4] + means[5] + means[6]) / slower.length;
            double[] seen = {means[1] / slow, means[2] / slow, means[3] / slow};
            assertLimits(any, wrong, seen);
            return List.of(
                    forks.label(),
                    Numbers.significant(headNoise) + "x",
                    rows,
                    baseCount + "+" + headCount,
                    Numbers.percent(any, 1),
                    Numbers.percent(wrong, 1),
                    Numbers.percent(seen[0], 0),
                    Numbers.percent(seen[1], 0),
                    Numbers.percent(seen[2], 0));
        }

        private void assertLimits(double any, double wrong, double[] seen) {
            if (equals(alike(forks, rows, baseCount)) && forks != ForkShape.BIMODAL) {
                assertThat(any).as(toString()).isLessThanOrEqualTo(0.022);
                assertThat(wrong).as(toString()).isLessThanOrEqualTo(baseCount < 3 ? 0.018 : 0.014);
            }
            if (equals(alike(ForkShape.NORMAL, 586, 5))) {
                assertThat(wrong).isLessThanOrEqualTo(0.01);
                assertThat(seen[0]).isGreaterThanOrEqualTo(0.12);
                assertThat(seen[1]).isGreaterThanOrEqualTo(0.28);
                assertThat(seen[2]).isGreaterThanOrEqualTo(0.55);
            }
        }
    }

    /** A row's standard deviation. */
    private static double sd(Random random) {
        return Math.exp(LOG_SD.value(random.nextDouble()));
    }

    @Test
    void errorsAndPower() throws IOException {
        Stream<Files> alike = ForkShape.USUAL.stream()
                .flatMap(forks -> Simulated.each(
                        List.of(4, 8, 12, 30, 100, 586),
                        List.of(2, 3, 5, 10),
                        (rows, count) -> Files.alike(forks, rows, count)));
        Stream<Files> unlike = Simulated.each(
                List.of(30, 200),
                List.of(0.4, 1.0, 2.5),
                (rows, noise) -> new Files(ForkShape.NORMAL, noise, rows, 3, 10));
        Simulated.assertTables(
                "files",
                Simulated.table(
                        "<values|head's noise|rows|forks|identical: any|wrong|+3%|+5%|+10%",
                        Stream.concat(alike, unlike), Files::simulate));
    }

    @ParameterizedTest
    @EnumSource
    void rowsThatAreSlowerByTheMarginAreSeldomTheSame(ForkShape forks) {
        Random random = new Random(SEED);
        Files files = Files.alike(forks, 30, 5);
        double same = Simulated.average(
                ROWS_SIMULATED / files.rows,
                () -> files.draw(random, files.rows, VerdictRule.MARGIN).rows().stream()
                        .filter(row -> row.fate() == Fate.SAME)
                        .count());
        assertThat(same / files.rows).isLessThanOrEqualTo(0.02);
    }
}
