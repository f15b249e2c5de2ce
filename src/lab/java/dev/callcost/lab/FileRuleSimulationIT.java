package dev.callcost.lab;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.FileComparison;
import dev.callcost.compare.FileComparison.RowComparison;
import dev.callcost.compare.Rows;
import dev.callcost.compare.Shape;
import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often {@code check} errs over whole files of rows that scatter unlike, and what it sees: made-up forks from a seeded generator. The
 * rows' true standard deviations are log-normal around 2 %, two of three within a factor of 1.65. In the third kind of file half of
 * the rows are slower by 5 %, the others by the margin, which is no row's to be called SAME.
 */
class FileRuleSimulationIT {
    private static final Path TABLE = Path.of("src/test/resources/dev/callcost/lab/file-rule-simulation.md");
    private static final int TRIALS = Integer.getInteger("callcost.trials", 300);
    private static final int FORKS = 4;
    private static final long SEED = 20261122;

    private record Cell(
            Shape shape,
            int rows,
            int forks,
            double anyBlamed,
            double wrongOfBlamed,
            double samesAtMargin,
            double seen,
            double seenByStudent) {
        static Cell simulate(Shape shape, int rows, int forks) {
            Random random = new Random(SEED);
            int anyBlamed = 0;
            int seen = 0;
            int seenByStudent = 0;
            int sames = 0;
            double wrong = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                double[] sds = DoubleStream.generate(() -> 0.02 * Math.exp(0.5 * random.nextGaussian()))
                        .limit(rows)
                        .toArray();
                anyBlamed += blamed(verdicts(files(shape, sds, forks, random, n -> 1))) > 0 ? 1 : 0;
                FileComparison files = files(shape, sds, forks, random, n -> n % 2 == 0 ? 1.05 : 1);
                List<Verdict> half = verdicts(files);
                Rule divided = new Rule(Rule.MARGIN, Rule.ALPHA / rows);
                int right = (int) IntStream.range(0, rows)
                        .filter(n -> n % 2 == 0 && half.get(n) == Verdict.SLOWER)
                        .count();
                seen += right;
                seenByStudent += (int) IntStream.range(0, rows)
                        .filter(n -> n % 2 == 0 && byStudent(files.rows().get(n), divided) == Verdict.SLOWER)
                        .count();
                wrong += blamed(half) == 0 ? 0 : (double) (blamed(half) - right) / blamed(half);
                sames += (int) verdicts(files(shape, sds, forks, random, n -> 1 + Rule.MARGIN)).stream()
                        .filter(verdict -> verdict == Verdict.SAME)
                        .count();
            }
            return new Cell(
                    shape,
                    rows,
                    forks,
                    (double) anyBlamed / TRIALS,
                    wrong / TRIALS,
                    (double) sames / TRIALS / rows,
                    seen / (TRIALS * rows / 2.0),
                    seenByStudent / (TRIALS * rows / 2.0));
        }

        private interface Factor {
            double of(int row);
        }

        private static FileComparison files(Shape shape, double[] sds, int forks, Random random, Factor factor) {
            List<Row> base = new ArrayList<>();
            List<Row> head = new ArrayList<>();
            for (int n = 0; n < sds.length; n++) {
                base.add(made(n, shape, sds[n], forks, random, 1));
                head.add(made(n, shape, sds[n], forks, random, factor.of(n)));
            }
            return FileComparison.of(
                    Rows.file("base", base.toArray(Row[]::new)),
                    Rows.file("head", head.toArray(Row[]::new)),
                    Rule.MARGIN);
        }

        /** What a row would be called by its own forks alone, the level divided by the number of rows. */
        private static Verdict byStudent(RowComparison row, Rule divided) {
            return divided.judge(
                    row.both().slowdown(Metric::estimate, Estimate::ratioTo).orElseThrow(), Rule.FEWEST_FORKS);
        }

        private static Row made(int n, Shape shape, double sd, int forks, Random random, double factor) {
            return row().benchmark("a.B.row" + n)
                    .of(DoubleStream.generate(() -> factor * Math.exp(sd * shape.draw(random)))
                            .limit(forks)
                            .toArray());
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.2f %% | %.2f %% | %.2f %% | %.1f %% | %.1f %% |%n",
                    shape.name().toLowerCase(Locale.ROOT),
                    rows,
                    forks,
                    100 * anyBlamed,
                    100 * wrongOfBlamed,
                    100 * samesAtMargin,
                    100 * seen,
                    100 * seenByStudent);
        }
    }

    private static List<Verdict> verdicts(FileComparison files) {
        return files.rows().stream().map(RowComparison::verdict).toList();
    }

    private static int blamed(List<Verdict> verdicts) {
        return (int) verdicts.stream()
                .filter(verdict -> verdict == Verdict.SLOWER || verdict == Verdict.FASTER)
                .count();
    }

    @Test
    void errorsAndPower() throws IOException {
        List<Cell> cells = List.of(Shape.values()).stream()
                .flatMap(shape -> List.of(10, 40).stream()
                        .flatMap(rows -> List.of(2, 3, 5, 10).stream().map(forks -> Cell.simulate(shape, rows, forks))))
                .toList();
        StringBuilder table = new StringBuilder(
                "| forks' shape | rows | forks a side | identical: any row blamed"
                        + " | half +5 %: wrong of those blamed | +3 %: SAME | +5 %: SLOWER | by Student's t, level divided |\n|---|---|---|---|---|---|---|---|\n");
        cells.forEach(cell -> table.append(cell.line().replace("\r\n", "\n")));
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(TABLE, table);
        }
        assertThat(table.toString()).isEqualTo(Files.readString(TABLE).replace("\r\n", "\n"));
        assertThat(cells).allSatisfy(cell -> {
            boolean fewBimodal = cell.shape() == Shape.BIMODAL && cell.forks() < Rule.FEWEST_FORKS;
            assertThat(cell.anyBlamed()).as(cell.line()).isLessThanOrEqualTo(fewBimodal ? 0.1 : 0.02);
            assertThat(cell.wrongOfBlamed()).as(cell.line()).isLessThanOrEqualTo(fewBimodal ? 0.05 : 0.02);
            assertThat(cell.samesAtMargin()).as(cell.line()).isLessThanOrEqualTo(0.01);
        });
    }

    /** Forks of one run, dealt out to two sides in every way: whatever differs is chance. */
    @Test
    void committedRunsAgainstThemselves() {
        int any = 0;
        int splits = 0;
        for (String folder : List.of("epyc-vm-jdk17-ladder", "epyc-vm-jdk17-rungs")) {
            ResultsFile file = ResultsFile.read(Path.of("results", folder));
            for (int one = 0; one < FORKS; one++) {
                for (int other = one + 1; other < FORKS; other++) {
                    int a = one;
                    int b = other;
                    FileComparison files = FileComparison.of(
                            dealt(file, fork -> fork == a || fork == b),
                            dealt(file, fork -> fork != a && fork != b),
                            Rule.MARGIN);
                    assertThat(files.rows()).hasSizeGreaterThan(5);
                    any += blamed(verdicts(files)) > 0 ? 1 : 0;
                    splits++;
                }
            }
        }
        assertThat(splits).isEqualTo(12);
        assertThat(any).as("of 12 splits, which are not independent").isLessThanOrEqualTo(2);
    }

    private static ResultsFile dealt(ResultsFile file, IntPredicate forks) {
        return new ResultsFile(
                file.path(),
                file.rows().stream()
                        .filter(row -> row.primary().forks().size() >= FORKS)
                        .map(row -> new Row(
                                row.benchmark(),
                                row.mode(),
                                row.threads(),
                                row.params(),
                                new Metric(
                                        row.primary().unit(),
                                        IntStream.range(0, FORKS)
                                                .filter(forks)
                                                .mapToObj(row.primary().forks()::get)
                                                .toList()),
                                Collections.emptySortedMap(),
                                row.settings()))
                        .toList());
    }
}
