package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.judge.FileVerdicts;
import dev.callcost.compare.judge.RowVerdict;
import dev.callcost.compare.judge.RowVerdict.Fate;
import dev.callcost.data.ResultsFile;
import dev.callcost.stats.VerdictRule;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often {@code check} errs with several results files a side, and what it sees, next to one file of as many forks:
 * made-up forks from a seeded generator. A fork scatters by 2 %, and each row by 1 to 3 % from file to file. All rows
 * of a file also share an effect with a standard deviation of 3 %. <em>together</em>: base and head of a job share the
 * machine, and with it the effect. <em>apart</em>: each file has its own. <em>two kinds</em>: as apart, but half of the
 * rows have an effect of 4 %, and half of 12 %. <em>any</em> is the share of comparisons of identical code in which any
 * row is slower or faster; the last columns have the share of slower rows that are found, where a tenth of the rows is
 * slower.
 */
class SeveralFilesSimulation {
    private static final long SEED = 20261125;
    private static final int TRIALS = 1000;
    private static final int TRIALS_OF_POWER = 50;
    private static final double FORK = 0.02;

    private enum Jobs {
        TOGETHER,
        APART,
        TWO_KINDS;

        /** @param drawn has the standard deviation 1 */
        double effect(int row, double drawn) {
            return drawn * (this != TWO_KINDS ? 0.03 : row % 2 == 0 ? 0.04 : 0.12);
        }
    }

    private record Case(int files, int rows, Jobs jobs) {
        private Stream<RowVerdict> draw(Random random, int ofSide, double slower) {
            double[] own = DoubleStream.generate(() -> 0.01 + 0.02 * random.nextDouble())
                    .limit(rows)
                    .toArray();
            List<ResultsFile> base = new ArrayList<>();
            List<ResultsFile> head = new ArrayList<>();
            for (int job = 0; job < ofSide; job++) {
                double effect = random.nextGaussian();
                base.add(file("base" + job, random, own, effect, files / ofSide, 0));
                double ofHead = jobs == Jobs.TOGETHER ? effect : random.nextGaussian();
                head.add(file("head" + job, random, own, ofHead, files / ofSide, slower));
            }
            return FileVerdicts.of(base, head, VerdictRule.MARGIN, List.of()).rows().stream();
        }

        private ResultsFile file(String name, Random random, double[] own, double effect, int forks, double slower) {
            return Simulated.file(name, rows, n -> {
                double log =
                        jobs.effect(n, effect) + own[n] * random.nextGaussian() + (n < slow() ? Math.log1p(slower) : 0);
                return Simulated.row(n, forks, () -> Math.exp(log + FORK * random.nextGaussian()));
            });
        }

        private int slow() {
            return Math.max(1, rows / 10);
        }

        private double any(int ofSide) {
            Random random = new Random(SEED);
            return Simulated.average(
                    TRIALS, () -> Simulated.one(draw(random, ofSide, 0).anyMatch(Simulated::isChanged)));
        }

        private String found(double slower) {
            Random random = new Random(SEED);
            double found = Simulated.average(
                    TRIALS_OF_POWER,
                    () -> draw(random, files, slower)
                            .limit(slow())
                            .filter(row -> row.fate() == Fate.SLOWER)
                            .count());
            return Numbers.percent(found / slow(), 0);
        }

        List<Object> simulate() {
            double any = any(files);
            assertThat(any).as(toString()).isLessThanOrEqualTo(0.015);
            return List.of(
                    files,
                    rows,
                    Simulated.label(jobs),
                    Numbers.percent(any(1), 1),
                    Numbers.percent(any, 1),
                    found(0.10),
                    found(0.20));
        }
    }

    @Test
    void errorsAndPower() throws IOException {
        Stream<Case> cases = Stream.of(3, 5, 10)
                .flatMap(files -> Simulated.each(
                        List.of(1, 4, 12, 40), List.of(Jobs.values()), (rows, jobs) -> new Case(files, rows, jobs)));
        Simulated.assertTables(
                "several-files",
                Simulated.table("files|rows|<jobs|one file: any|any|+10%|+20%", cases, Case::simulate));
    }
}
