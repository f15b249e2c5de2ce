package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileVerdicts;
import dev.callcost.compare.RowVerdict;
import dev.callcost.compare.Rows;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Verdict;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often {@code check} raises an alarm on identical code, by a verdict or by a mean that is beyond the margin where the row is the same or inconclusive:
 * made-up forks from a seeded generator. A fork has five iterations. With the probability <em>contended</em> one of them takes twenty times as long. <em>verdict</em> and
 * <em>mean</em> are the shares of comparisons in which any row is SLOWER or FASTER, or has such a mean; <em>any</em> has either. The last column
 * has the share of rows with such a mean where one iteration of each fork of head takes twenty times as long, and of base none.
 */
class MeanSimulation {
    private static final long SEED = 20261126;
    private static final int ROWS_SIMULATED = 24_000;
    private static final int MOST_COMPARISONS = 8_000;
    private static final int ITERATIONS = 5;
    private static final double WITHIN = 0.005;
    private static final double CONTENDED = 20;

    /**
     * Comparisons of one kind.
     *
     * @param contended the probability that a fork has a contended iteration
     * @param sd the standard deviation from fork to fork
     */
    private record Files(double sd, double contended, int rows, int forks) {
        private ResultsFile file(String name, double isContended, Random random) {
            return Simulated.file(name, rows, n -> made(n, isContended, random));
        }

        private Row made(int n, double isContended, Random random) {
            return Rows.row("B.row" + n)
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

        private Stream<RowVerdict> draw(double ofBase, double ofHead, Random random) {
            return FileVerdicts.of(file("base", ofBase, random), file("head", ofHead, random), VerdictRule.MARGIN)
                    .rows()
                    .stream();
        }

        List<Object> simulate() {
            Random random = new Random(SEED);
            double[] shares = Simulated.means(Math.min(MOST_COMPARISONS, ROWS_SIMULATED / rows), () -> {
                List<RowVerdict> drawn = draw(contended, contended, random).toList();
                double verdict = Simulated.one(drawn.stream().anyMatch(Simulated::isChanged));
                double mean = Simulated.one(
                        drawn.stream().anyMatch(it -> it.meanBeyond().isDecided()));
                return new double[] {verdict, mean, Math.max(verdict, mean)};
            });
            double seen = Simulated.average(
                    Math.max(20, 1000 / rows),
                    () -> draw(0, 1, random)
                            .filter(it -> it.meanBeyond() == Verdict.SLOWER)
                            .count());
            assertThat(shares[2]).as(toString()).isLessThanOrEqualTo(0.02);
            return List.of(
                    Numbers.percent(sd, 1),
                    Numbers.percent(contended, 0),
                    rows,
                    forks + "+" + forks,
                    Numbers.percent(shares[0], 2),
                    Numbers.percent(shares[1], 2),
                    Numbers.percent(shares[2], 2),
                    Numbers.percent(seen / rows, 0));
        }
    }

    @Test
    void alarmsOnIdenticalCode() throws IOException {
        Stream<Files> files = Stream.of(0.005, 0.02)
                .flatMap(sd -> Stream.of(0.0, 0.1, 0.3, 0.5)
                        .flatMap(contended -> Simulated.each(
                                List.of(1, 4, 12, 40),
                                List.of(5, 10),
                                (rows, forks) -> new Files(sd, contended, rows, forks))));
        Simulated.assertTables(
                "means", Simulated.table("sd|contended|rows|forks|verdict|mean|any|seen", files, Files::simulate));
    }
}
