package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileVerdicts;
import dev.callcost.compare.RowVerdict;
import dev.callcost.data.ResultsFile;
import dev.callcost.stats.Verdict;
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
 * How often {@code check} errs with several results files a side, and what it sees, next to one file of as many forks: made-up forks from a seeded generator. A
 * fork scatters by 2 %. All rows of a file share an effect whose standard deviation is in the column <em>shared</em>; each row also differs from file to file
 * by 1 to 3 %. <em>together</em>: base and head of a job share the machine, and with it the shared effect. <em>apart</em>: each file has its own. <em>two
 * kinds</em>: as apart, but half of the rows have 0.5 and half 1.5 times the shared effect. <em>any</em> is the share of comparisons of identical code in which
 * any row is slower or faster; the last columns have the share of slower rows that are found, where a tenth of the rows is slower.
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

        double shared(int row, double effect) {
            return this != TWO_KINDS ? effect : row % 2 == 0 ? effect / 2 : 1.5 * effect;
        }
    }

    /**
     * @param base files of base
     * @param head files of head
     * @param forks of a file of base
     * @param headForks of a file of head
     */
    private record Design(int base, int head, int forks, int headForks) {
        static Design alike(int files, int forks) {
            return new Design(files, files, forks, forks);
        }

        /** One file a side with as many forks. */
        Design inOneFile() {
            return new Design(1, 1, base * forks, head * headForks);
        }

        String label() {
            return base + "x" + forks + (base == head && forks == headForks ? "" : " " + head + "x" + headForks);
        }
    }

    private record Case(ForkShape shape, Design design, int rows, double shared, Jobs jobs) {
        private Stream<RowVerdict> draw(Random random, Design files, double slower) {
            double[] own = DoubleStream.generate(() -> 0.01 + 0.02 * random.nextDouble())
                    .limit(rows)
                    .toArray();
            List<ResultsFile> base = new ArrayList<>();
            List<ResultsFile> head = new ArrayList<>();
            for (int job = 0; job < Math.max(files.base, files.head); job++) {
                double effect = shared * shape.draw(random);
                if (job < files.base) {
                    base.add(file("base" + job, random, own, effect, files.forks, 0));
                }
                if (jobs != Jobs.TOGETHER) {
                    effect = shared * shape.draw(random);
                }
                if (job < files.head) {
                    head.add(file("head" + job, random, own, effect, files.headForks, slower));
                }
            }
            return FileVerdicts.of(base, head, VerdictRule.MARGIN, List.of()).rows().stream();
        }

        private ResultsFile file(String name, Random random, double[] own, double effect, int forks, double slower) {
            return Simulated.file(name, rows, n -> {
                double log =
                        jobs.shared(n, effect) + own[n] * shape.draw(random) + (n < slow() ? Math.log1p(slower) : 0);
                return Simulated.row(n, forks, () -> Math.exp(log + FORK * shape.draw(random)));
            });
        }

        private int slow() {
            return Math.max(1, rows / 10);
        }

        private double any(Design files) {
            Random random = new Random(SEED);
            return Simulated.average(
                    TRIALS, () -> Simulated.one(draw(random, files, 0).anyMatch(Simulated::isChanged)));
        }

        private String found(double slower) {
            Random random = new Random(SEED);
            double found = Simulated.average(
                    TRIALS_OF_POWER,
                    () -> draw(random, design, slower)
                            .limit(slow())
                            .filter(row -> row.verdict() == Verdict.SLOWER)
                            .count());
            return Numbers.percent(found / slow(), 0);
        }

        List<Object> simulate() {
            double any = any(design);
            assertThat(any).as(toString()).isLessThanOrEqualTo(0.015);
            return List.of(
                    shape.label(),
                    design.label(),
                    rows,
                    Numbers.percent(shared, 0),
                    shared == 0 ? "" : Simulated.label(jobs),
                    Numbers.percent(any(design.inOneFile()), 1),
                    Numbers.percent(any, 1),
                    found(0.03),
                    found(0.05),
                    found(0.10),
                    found(0.20));
        }

        /** Of equally many files and forks a side. */
        static Stream<Case> alike(ForkShape shape, List<Design> designs, List<Integer> rows) {
            return Simulated.each(
                            designs,
                            rows,
                            (design, count) -> Stream.of(0.0, 0.03, 0.08)
                                    .flatMap(shared -> (shared > 0
                                                    ? Stream.of(Jobs.TOGETHER, Jobs.APART)
                                                    : Stream.of(Jobs.APART))
                                            .map(jobs -> new Case(shape, design, count, shared, jobs))))
                    .flatMap(cases -> cases);
        }

        static Stream<Case> unlike(int rows) {
            return Stream.of(
                    new Case(ForkShape.NORMAL, new Design(1, 3, 5, 1), rows, 0.03, Jobs.APART),
                    new Case(ForkShape.NORMAL, new Design(3, 5, 1, 1), rows, 0.03, Jobs.APART),
                    new Case(ForkShape.NORMAL, new Design(3, 5, 1, 1), rows, 0.03, Jobs.TOGETHER),
                    new Case(ForkShape.NORMAL, Design.alike(3, 1), rows, 0.08, Jobs.TWO_KINDS),
                    new Case(ForkShape.NORMAL, Design.alike(5, 1), rows, 0.08, Jobs.TWO_KINDS));
        }
    }

    @Test
    void errorsAndPower() throws IOException {
        Design two = Design.alike(2, 1);
        Design three = Design.alike(3, 1);
        Design five = Design.alike(5, 1);
        Design ten = Design.alike(10, 1);
        Design threeByThree = Design.alike(3, 3);
        Stream<Case> cases = Stream.of(
                        Case.alike(
                                ForkShape.NORMAL, List.of(two, three, five, ten, threeByThree), List.of(1, 4, 12, 40)),
                        Case.alike(ForkShape.HEAVY, List.of(three, five, threeByThree), List.of(1, 4, 12)),
                        Stream.of(4, 12, 40).flatMap(Case::unlike))
                .flatMap(it -> it);
        Simulated.assertTables(
                "several-files",
                Simulated.table(
                        "<values|<files x forks|rows|shared|<jobs|one file: any|any|+3%|+5%|+10%|+20%",
                        cases, Case::simulate));
    }
}
