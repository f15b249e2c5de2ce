package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Rows;
import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.VerdictRule;
import dev.callcost.stats.VerdictRule.Verdict;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often {@code check} raises an alarm on identical code, by a verdict or by a mean that is beyond the margin where
 * the row is the same or inconclusive: made-up forks that scatter by 2 %, from a seeded generator. A fork has five
 * iterations. With the probability <em>contended</em> one of them takes twenty times as long. <em>any</em> is the share
 * of comparisons in which any row is SLOWER or FASTER, or has such a mean. <em>seen</em> is the share of rows with such
 * a mean where one iteration of each fork of head takes twenty times as long, and of base none.
 */
class MeanSimulation {
    private static final long SEED = 20261126;
    private static final int ROWS_SIMULATED = 24_000;
    private static final int MOST_COMPARISONS = 8_000;
    private static final int ITERATIONS = 5;
    private static final double BETWEEN_FORKS = 0.02;
    private static final double WITHIN = 0.005;
    private static final double CONTENDED = 20;

    /**
     * Comparisons of one kind.
     *
     * @param contended the probability that a fork has a contended iteration
     */
    private record Files(double contended, int rows, int forks) {
        private ResultsFile file(String name, double isContended, Random random) {
            return Simulated.file(name, rows, n -> made(n, isContended, random));
        }

        private Row made(int n, double isContended, Random random) {
            return Rows.row("B.row" + n)
                    .of(IntStream.range(0, forks)
                            .mapToObj(fork -> {
                                double value = Math.exp(BETWEEN_FORKS * random.nextGaussian());
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
            double any = Simulated.average(
                    Math.min(MOST_COMPARISONS, ROWS_SIMULATED / rows),
                    () -> Simulated.one(draw(contended, contended, random)
                            .anyMatch(it ->
                                    Simulated.isChanged(it) || it.meanBeyond().isDecided())));
            double seen = Simulated.average(
                    Math.max(20, 1000 / rows),
                    () -> draw(0, 1, random)
                            .filter(it -> it.meanBeyond() == Verdict.SLOWER)
                            .count());
            assertThat(any).as(toString()).isLessThanOrEqualTo(0.02);
            return List.of(
                    Numbers.percent(contended, 0),
                    rows,
                    forks + "+" + forks,
                    Numbers.percent(any, 2),
                    Numbers.percent(seen / rows, 0));
        }
    }

    @Test
    void alarmsOnIdenticalCode() throws IOException {
        Stream<Files> files = Stream.of(0.1, 0.3, 0.5)
                .flatMap(contended -> Simulated.each(
                        List.of(1, 4, 12, 40), List.of(5, 10), (rows, forks) -> new Files(contended, rows, forks)));
        Simulated.assertTables("means", Simulated.table("contended|rows|forks|any|seen", files, Files::simulate));
    }
}
