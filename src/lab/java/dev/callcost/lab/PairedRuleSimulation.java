package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.PairedRule;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often the rule for pairs errs, what it sees and what it costs, when the truth is known: made-up pairs from a seeded generator.
 * The tables stand in {@code paired-rule-simulation.md} among the test's resources, and what matters most of them in
 * {@code src/docs/statistics-appendix.md}; {@code -Dcallcost.tables=write} rewrites both.
 *
 * <p>Monte Carlo's own standard error is below 0.02 percentage points for an error near 0.5 % in one row, 0.08 for any of 40 normal
 * rows near 0.9 %, and 0.13 for any of 40 rows of the other shapes.
 */
class PairedRuleSimulation {
    private static final Path TABLES = Path.of("src/test/resources/dev/callcost/lab/paired-rule-simulation.md");
    private static final List<Double> OTHER_LEVELS = List.of(0.002, 0.001, 0.0007);
    private static final int RUNS = 200_000;
    private static final int RUNS_THAT_COUNT = 500_000;
    private static final long SEED = 20240229;

    /** How the forks of the two sides are spread, and the error that any of the rows may make. */
    private enum Forks {
        NORMAL(ForkShape.NORMAL, ForkShape.NORMAL, RUNS_THAT_COUNT, 0.01),
        SKEWED(ForkShape.EXPONENTIAL, ForkShape.EXPONENTIAL, RUNS, 0.01),
        BIMODAL(ForkShape.BIMODAL, ForkShape.BIMODAL, RUNS, 0.01),
        /** A difference of forks spread alike is symmetric; this one is not. */
        BIMODAL_HEAD(ForkShape.NORMAL, ForkShape.BIMODAL, RUNS, 0.03);

        private final ForkShape base;
        private final ForkShape head;
        private final int runs;
        private final double error;

        Forks(ForkShape base, ForkShape head, int runs, double error) {
            this.base = base;
            this.head = head;
            this.runs = runs;
            this.error = error;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private record Part(double level, Forks forks, List<SimulatedRows> cells) {
        static Part simulate(double level, Forks forks, int runs) {
            List<SimulatedRows> cells = Stream.of(1, 10, 40)
                    .flatMap(rows ->
                            DoubleStream.of(0.005, 0.01, 0.02, 0.03).mapToObj(sd -> SimulatedRows.of(level, rows, sd)))
                    .toList();
            SimulatedRows.run(cells, forks.base, forks.head, runs, SEED);
            return new Part(level, forks, cells);
        }
    }

    @Test
    void errorsPowerPairsAndCoverage() throws IOException {
        List<Part> shapes = Stream.of(Forks.values())
                .parallel()
                .map(forks -> Part.simulate(PairedRule.LEVEL, forks, forks.runs))
                .toList();
        List<Part> levels = Stream.concat(
                        OTHER_LEVELS.stream().parallel().map(level -> Part.simulate(level, Forks.NORMAL, RUNS)),
                        shapes.stream().limit(1))
                .toList();
        String markdown = levels(levels).markdown() + "\n" + shapes(shapes).markdown();
        String text =
                levels(levels).text() + "\n" + shapes(shapes.subList(0, 1)).text();
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.writeString(TABLES, markdown);
        }

        assertThat(markdown).isEqualTo(read(TABLES));
        StatisticsPage.assertHolds("rule", text);
        shapes.forEach(PairedRuleSimulation::assertKeepsWhatIsAsked);
    }

    private static void assertKeepsWhatIsAsked(Part part) {
        assertThat(part.cells()).allSatisfy(cell -> {
            String where = part.forks() + " sd " + cell.sd() + " rows " + cell.rows();
            double error = part.forks().error;
            assertThat(cell.anyBlamed()).as(where).isLessThanOrEqualTo(error);
            assertThat(cell.atMargin().share(Verdict.SAME)).as(where).isLessThanOrEqualTo(0.01);
            assertThat(cell.coverage()).as(where).isGreaterThanOrEqualTo(1 - error);
        });
    }

    /** With forks so noisy that nothing is ever SAME, identical code is SLOWER or FASTER when the interval of any interim analysis misses. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 40})
    void hardlyAnyLooksIntervalMisses(int rows) {
        SimulatedRows noisy = SimulatedRows.of(PairedRule.LEVEL, rows, 100);
        SimulatedRows.run(List.of(noisy), ForkShape.NORMAL, ForkShape.NORMAL, RUNS, SEED);
        assertThat(noisy.identical().share(Verdict.SAME)).isZero();
        assertThat(noisy.anyBlamed()).isBetween(0.005, 0.01);
    }

    /** The worst over the forks' spreads. */
    private static Grid levels(List<Part> parts) {
        Grid grid = new Grid().right("level", "rows", "any blamed", "+3% SAME", "covered", "pairs");
        for (Part part : parts) {
            part.cells().stream().mapToInt(SimulatedRows::rows).distinct().forEach(rows -> {
                List<SimulatedRows> cells = part.cells().stream()
                        .filter(cell -> cell.rows() == rows)
                        .toList();
                grid.row(
                        String.format(Locale.ROOT, "%.4f", part.level()),
                        String.valueOf(rows),
                        error(worst(cells, SimulatedRows::anyBlamed)),
                        error(worst(cells, cell -> cell.atMargin().share(Verdict.SAME))),
                        error(1 - worst(cells, cell -> 1 - cell.coverage())),
                        pairs(cells.stream()
                                .filter(cell -> cell.sd() == 0.02)
                                .findFirst()
                                .orElseThrow()
                                .identical()));
            });
        }
        return grid;
    }

    private static double worst(List<SimulatedRows> cells, ToDoubleFunction<SimulatedRows> error) {
        return cells.stream().mapToDouble(error).max().orElseThrow();
    }

    private static Grid shapes(List<Part> parts) {
        Grid grid = new Grid()
                .left("forks")
                .right("sd", "rows", "blamed", "any blamed", "same SAME", "+3% SAME", "+3% seen", "+5% seen")
                .right("+6% seen", "same pairs", "+3% pairs", "+5% pairs", "covered");
        for (Part part : parts) {
            part.cells()
                    .forEach(cell -> grid.row(
                            part.forks().label(),
                            Numbers.percent(cell.sd(), 1),
                            String.valueOf(cell.rows()),
                            error(cell.identical().differing()),
                            error(cell.anyBlamed()),
                            Numbers.percent(cell.identical().share(Verdict.SAME), 1),
                            error(cell.atMargin().share(Verdict.SAME)),
                            seen(cell.atMargin()),
                            seen(cell.fivePercent()),
                            seen(cell.twiceMargin()),
                            pairs(cell.identical()),
                            pairs(cell.atMargin()),
                            pairs(cell.fivePercent()),
                            error(cell.coverage())));
        }
        return grid;
    }

    private static String error(double share) {
        return Numbers.percent(share, 2);
    }

    private static String seen(SimulatedRows.Tally tally) {
        return Numbers.percent(tally.share(Verdict.SLOWER), 1);
    }

    private static String pairs(SimulatedRows.Tally tally) {
        return String.format(Locale.ROOT, "%.1f", tally.meanPairs());
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).replace("\r\n", "\n");
    }
}
