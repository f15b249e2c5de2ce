package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileComparison;
import dev.callcost.compare.Margins;
import dev.callcost.compare.Verdicts;
import dev.callcost.data.ResultsFile;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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
    private static final List<Double> SLOWER = List.of(0.03, 0.05, 0.10, 0.20);

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
        private Verdicts draw(Random random, Design files, double slower) {
            double[] own = DoubleStream.generate(() -> 0.01 + 0.02 * random.nextDouble())
                    .limit(rows)
                    .toArray();
            List<ResultsFile> base = new ArrayList<>();
            List<ResultsFile> head = new ArrayList<>();
            int jobsNeeded = Math.max(files.base, files.head);
            for (int job = 0; job < jobsNeeded; job++) {
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
            return FileComparison.of(base, head, Margins.of(Rule.MARGIN), List.of());
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
            return Simulated.share(
                    TRIALS, () -> draw(random, files, 0).rows().stream().anyMatch(Simulated::isChanged));
        }

        private double found(double slower) {
            Random random = new Random(SEED);
            long found = IntStream.range(0, TRIALS_OF_POWER)
                    .mapToObj(trial -> draw(random, design, slower))
                    .flatMap(verdicts -> verdicts.rows().subList(0, slow()).stream())
                    .filter(row -> row.verdict() == Verdict.SLOWER)
                    .count();
            return (double) found / TRIALS_OF_POWER / slow();
        }

        Cell simulate() {
            return new Cell(
                    this,
                    any(design.inOneFile()),
                    any(design),
                    SLOWER.stream().mapToDouble(this::found).toArray());
        }
    }

    private record Cell(Case made, double anyOfOneFile, double any, double[] found) {}

    private static Stream<Case> cases() {
        Stream<Case> alike = Stream.of(ForkShape.NORMAL, ForkShape.HEAVY)
                .flatMap(shape -> Stream.of(
                                Design.alike(2, 1),
                                Design.alike(3, 1),
                                Design.alike(5, 1),
                                Design.alike(10, 1),
                                Design.alike(3, 3))
                        .filter(design -> shape == ForkShape.NORMAL || design.base == 3 || design.base == 5)
                        .flatMap(design -> Stream.of(1, 4, 12, 40)
                                .filter(rows -> shape == ForkShape.NORMAL || rows < 40)
                                .flatMap(rows -> DoubleStream.of(0, 0.03, 0.08)
                                        .boxed()
                                        .flatMap(shared -> Stream.of(Jobs.TOGETHER, Jobs.APART)
                                                .filter(jobs -> shared > 0 || jobs == Jobs.APART)
                                                .map(jobs -> new Case(shape, design, rows, shared, jobs))))));
        Stream<Case> unlike = Stream.of(4, 12, 40)
                .flatMap(rows -> Stream.of(
                        new Case(ForkShape.NORMAL, new Design(1, 3, 5, 1), rows, 0.03, Jobs.APART),
                        new Case(ForkShape.NORMAL, new Design(3, 5, 1, 1), rows, 0.03, Jobs.APART),
                        new Case(ForkShape.NORMAL, new Design(3, 5, 1, 1), rows, 0.03, Jobs.TOGETHER),
                        new Case(ForkShape.NORMAL, Design.alike(3, 1), rows, 0.08, Jobs.TWO_KINDS),
                        new Case(ForkShape.NORMAL, Design.alike(5, 1), rows, 0.08, Jobs.TWO_KINDS)));
        return Stream.concat(alike, unlike);
    }

    @Test
    void errorsAndPower() throws IOException {
        List<Cell> cells = Simulated.all(cases(), Case::simulate);
        Table<Cell> table = new Table<Cell>()
                .left("values", cell -> cell.made.shape.label())
                .left("files x forks", cell -> cell.made.design.label())
                .right("rows", cell -> cell.made.rows)
                .right("shared", cell -> Numbers.percent(cell.made.shared, 0))
                .left("jobs", cell -> cell.made.shared == 0 ? "" : Simulated.label(cell.made.jobs))
                .right("one file: any", cell -> Numbers.percent(cell.anyOfOneFile, 1))
                .right("any", cell -> Numbers.percent(cell.any, 1));
        for (int n = 0; n < SLOWER.size(); n++) {
            int i = n;
            table.right("+" + Numbers.percent(SLOWER.get(n), 0), cell -> Numbers.percent(cell.found[i], 0));
        }
        Simulated.assertTables("several-files", table.of(cells));
        assertThat(cells)
                .allSatisfy(cell -> assertThat(cell.any())
                        .as(Arrays.toString(cell.found) + cell.made)
                        .isLessThanOrEqualTo(0.015));
    }
}
