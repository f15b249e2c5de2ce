package dev.callcost.lab;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileComparison;
import dev.callcost.compare.VerdictRow;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often {@code check} raises an alarm on identical code, by a verdict or by a mean that is beyond the margin where the median is the same: made-up forks
 * from a seeded generator. A fork has five iterations. With the probability <em>contended</em> one of them takes twenty times as long. <em>verdict</em> and
 * <em>mean</em> are the shares of comparisons in which any row is SLOWER or FASTER, or the same with such a mean; <em>any</em> has either. The last column
 * has the share of rows with such a mean where one iteration of each fork of head takes twenty times as long, and of base none.
 *
 * <p>The second table is about files with one fork a side, whose rows are as unlike as those of {@link FileRuleSimulation}: the share of comparisons of identical
 * code in which a row's change is called unusual, and the share of rows so called that take twice as long, one in each comparison, also where all rows have the
 * same standard deviation.
 */
class MeanSimulation {
    private static final long SEED = 20261126;
    private static final int ROWS_SIMULATED = 24_000;
    private static final int MOST_COMPARISONS = 8_000;
    private static final int ITERATIONS = 5;
    private static final double WITHIN = 0.005;
    private static final double CONTENDED = 20;
    private static final int SINGLE_ROWS_SIMULATED = 60_000;
    private static final int MOST_SINGLE_COMPARISONS = 2_000;

    /**
     * Comparisons of one kind.
     *
     * @param contended the probability that a fork has a contended iteration
     * @param sd the standard deviation from fork to fork
     */
    private record Files(double sd, double contended, int rows, int forks) {
        private Row made(int n, double isContended, Random random) {
            return row().benchmark("a.B.row" + n)
                    .of(IntStream.range(0, forks)
                            .mapToObj(fork -> {
                                double value = Math.exp(sd * random.nextGaussian());
                                int slow = random.nextDouble() < isContended ? 0 : ITERATIONS;
                                return IntStream.range(0, ITERATIONS)
                                        .mapToObj(i -> value
                                                * Math.exp(WITHIN * random.nextGaussian())
                                                * (i == slow ? CONTENDED : 1))
                                        .toList();
                            })
                            .toList());
        }

        private List<VerdictRow> draw(double ofBase, double ofHead, Random random) {
            return FileComparison.of(
                            Simulated.file("base", rows, n -> made(n, ofBase, random)),
                            Simulated.file("head", rows, n -> made(n, ofHead, random)),
                            Rule.MARGIN)
                    .rows();
        }

        Cell simulate() {
            Random random = new Random(SEED);
            int comparisons = Math.min(MOST_COMPARISONS, ROWS_SIMULATED / rows);
            int verdict = 0;
            int mean = 0;
            int any = 0;
            for (int trial = 0; trial < comparisons; trial++) {
                List<VerdictRow> drawn = draw(contended, contended, random);
                boolean byVerdict = drawn.stream().anyMatch(Simulated::isChanged);
                boolean byMean = drawn.stream().anyMatch(it -> it.meanBeyond().isDecided());
                verdict += byVerdict ? 1 : 0;
                mean += byMean ? 1 : 0;
                any += byVerdict || byMean ? 1 : 0;
            }
            int others = Math.max(20, 1000 / rows);
            long seen = IntStream.range(0, others)
                    .mapToObj(trial -> draw(0, 1, random))
                    .flatMap(List::stream)
                    .filter(it -> it.meanBeyond() == Verdict.SLOWER)
                    .count();
            return new Cell(
                    this,
                    (double) verdict / comparisons,
                    (double) mean / comparisons,
                    (double) any / comparisons,
                    (double) seen / others / rows);
        }
    }

    private record Cell(Files files, double verdict, double mean, double any, double seen) {}

    private static Grid grid(List<Cell> cells) {
        return new Table<Cell>()
                .right("sd", cell -> Numbers.percent(cell.files.sd, 1))
                .right("contended", cell -> Numbers.percent(cell.files.contended, 0))
                .right("rows", cell -> cell.files.rows)
                .right("forks", cell -> cell.files.forks + "+" + cell.files.forks)
                .right("verdict", cell -> Numbers.percent(cell.verdict, 2))
                .right("mean", cell -> Numbers.percent(cell.mean, 2))
                .right("any", cell -> Numbers.percent(cell.any, 2))
                .right("seen", cell -> Numbers.percent(cell.seen, 0))
                .of(cells);
    }

    private record Single(int rows, double unusual, double seen, double seenOfOne, double seenOfTwo) {
        static Single simulate(int rows) {
            Random random = new Random(SEED);
            DoubleSupplier unlike = () -> FileRuleSimulation.sd(random);
            return new Single(
                    rows,
                    share(rows, 1, unlike, random),
                    share(rows, 2, unlike, random),
                    share(rows, 2, () -> 0.01, random),
                    share(rows, 2, () -> 0.02, random));
        }

        /** Of comparisons with an unusual row; where the first row of head takes longer, that row is meant. */
        private static double share(int rows, double first, DoubleSupplier sd, Random random) {
            int comparisons = Math.min(MOST_SINGLE_COMPARISONS, SINGLE_ROWS_SIMULATED / rows);
            return Simulated.share(
                    comparisons,
                    () -> draw(rows, first, sd, random).stream()
                            .limit(first > 1 ? 1 : rows)
                            .anyMatch(it -> it.unusualAmong() > 0));
        }

        private static List<VerdictRow> draw(int rows, double first, DoubleSupplier sd, Random random) {
            double[] sds = DoubleStream.generate(sd).limit(rows).toArray();
            return FileComparison.of(file("base", sds, 1, random), file("head", sds, first, random), Rule.MARGIN)
                    .rows();
        }

        private static ResultsFile file(String name, double[] sds, double first, Random random) {
            return Simulated.file(
                    name,
                    sds.length,
                    n -> Simulated.row(n, 1, () -> (n == 0 ? first : 1) * Math.exp(sds[n] * random.nextGaussian())));
        }
    }

    @Test
    void alarmsOnIdenticalCode() throws IOException {
        List<Cell> cells = Stream.of(0.005, 0.02)
                .flatMap(sd -> Stream.of(0.0, 0.1, 0.3, 0.5)
                        .flatMap(contended -> Stream.of(1, 4, 12, 40)
                                .flatMap(rows -> Stream.of(5, 10).map(forks -> new Files(sd, contended, rows, forks)))))
                .parallel()
                .map(Files::simulate)
                .toList();
        Simulated.assertTables("means", grid(cells));
        assertThat(cells)
                .allSatisfy(cell ->
                        assertThat(cell.any()).as(cell.files().toString()).isLessThanOrEqualTo(0.013));
    }

    @Test
    void unusualRowsOfSingleForks() throws IOException {
        List<Single> single =
                Stream.of(8, 12, 30, 100, 300).parallel().map(Single::simulate).toList();
        Simulated.assertTables(
                "single-forks",
                new Table<Single>()
                        .right("rows", Single::rows)
                        .right("identical: any unusual", it -> Numbers.percent(it.unusual, 1))
                        .right("+100% unusual", it -> Numbers.percent(it.seen, 0))
                        .right("of sd 1%", it -> Numbers.percent(it.seenOfOne, 0))
                        .right("of sd 2%", it -> Numbers.percent(it.seenOfTwo, 0))
                        .of(single));
        assertThat(single)
                .allSatisfy(
                        it -> assertThat(it.unusual()).as(it.rows() + " rows").isLessThanOrEqualTo(0.025));
    }
}
