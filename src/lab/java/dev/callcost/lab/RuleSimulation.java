package dev.callcost.lab;

import static dev.callcost.compare.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.compare.Shape;
import dev.callcost.data.Estimate;
import dev.callcost.stats.Rule;
import dev.callcost.stats.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/**
 * How often the rule for two files errs, and what it sees, when the truth is known: made-up forks from a seeded generator. The
 * table stands in {@code rule-simulation.md} among the test's resources; {@code -Dcallcost.tables=write} writes it anew.
 */
class RuleSimulation {
    private static final Path TABLE = Path.of("src/test/resources/dev/callcost/lab/rule-simulation.md");
    private static final int TRIALS = 4000;
    private static final long SEED = 20240229;

    private record Cell(
            Shape shape, double sd, int forks, double alarms, double samesAtMargin, double seen, double covered) {
        static Cell simulate(Shape shape, double sd, int forks) {
            Random random = new Random(SEED);
            Rule rule = new Rule(Rule.MARGIN, Rule.ALPHA);
            int alarms = 0;
            int sames = 0;
            int seen = 0;
            int covered = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                Estimate base = side(shape, sd, forks, random);
                Estimate head = side(shape, sd, forks, random);
                Estimate identical = head.ratioTo(base);
                Verdict verdict = rule.judge(identical, Rule.FEWEST_FORKS);
                alarms += verdict == Verdict.SLOWER || verdict == Verdict.FASTER ? 1 : 0;
                sames += rule.judge(head.times(1 + Rule.MARGIN).ratioTo(base), Rule.FEWEST_FORKS) == Verdict.SAME
                        ? 1
                        : 0;
                seen += rule.judge(head.times(1.05).ratioTo(base), Rule.FEWEST_FORKS) == Verdict.SLOWER ? 1 : 0;
                covered += identical.low() <= 1 && identical.high() >= 1 ? 1 : 0;
            }
            return new Cell(shape, sd, forks, share(alarms), share(sames), share(seen), share(covered));
        }

        private static Estimate side(Shape shape, double sd, int forks, Random random) {
            double[] values = DoubleStream.generate(() -> Math.exp(sd * shape.draw(random)))
                    .limit(forks)
                    .toArray();
            return row().of(values).primary().estimate();
        }

        private static double share(int count) {
            return (double) count / TRIALS;
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %.1f %% | %d | %.2f %% | %.2f %% | %.1f %% | %.2f %% |%n",
                    shape.name().toLowerCase(Locale.ROOT),
                    100 * sd,
                    forks,
                    100 * alarms,
                    100 * samesAtMargin,
                    100 * seen,
                    100 * covered);
        }
    }

    @Test
    void errorsPowerAndCoverage() throws IOException {
        List<Cell> cells = List.of(Shape.values()).stream()
                .flatMap(shape -> DoubleStream.of(0.005, 0.01, 0.02, 0.03, 0.05)
                        .boxed()
                        .flatMap(sd -> List.of(5, 10, 20).stream().map(forks -> Cell.simulate(shape, sd, forks))))
                .toList();
        StringBuilder table = new StringBuilder("| forks' shape | fork sd | forks a side | identical: SLOWER or FASTER"
                + " | +3 %: SAME | +5 %: SLOWER | 99 % interval covers |\n|---|---|---|---|---|---|---|\n");
        cells.forEach(cell -> table.append(cell.line().replace("\r\n", "\n")));
        if ("write".equals(System.getProperty("callcost.tables"))) {
            Files.createDirectories(TABLE.getParent());
            Files.writeString(TABLE, table);
        }

        assertThat(table.toString()).isEqualTo(Files.readString(TABLE).replace("\r\n", "\n"));
        assertThat(cells).allSatisfy(cell -> {
            assertThat(cell.alarms()).as(cell.line()).isLessThanOrEqualTo(cell.shape() == Shape.NORMAL ? 0.015 : 0.03);
            assertThat(cell.samesAtMargin())
                    .as(cell.line())
                    .isLessThanOrEqualTo(cell.shape() == Shape.NORMAL ? 0.01 : 0.02);
            assertThat(cell.covered())
                    .as(cell.line())
                    .isGreaterThanOrEqualTo(cell.shape() == Shape.NORMAL ? 0.985 : 0.97);
        });
    }
}
