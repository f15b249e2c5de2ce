package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.Precision;
import dev.callcost.stats.Estimate;
import dev.callcost.stats.Moderation;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often the 99 % intervals of the ladder hold the truth, when it is known: made-up forks from a seeded generator.
 * Rows have fixed numbers of forks, or go on until they are known to a precision. The columns <em>loud</em> have the
 * row that is ten times as loud as the others.
 *
 * <p>Monte Carlo's own standard error is some 0.1 percentage points for a coverage near 99 %.
 */
class ModerationSimulation {
    private static final int ROWS_SIMULATED = 10_000;

    /** The true standard deviations of the rows of a run, 2 % in the middle. */
    private enum Spread {
        ALIKE,
        /** Log-normal, two rows of three within a factor of 1.65. */
        UNLIKE,
        ONE_LOUD;

        double sd(int row, Random random) {
            return switch (this) {
                case ALIKE -> 0.02;
                case UNLIKE -> 0.02 * Math.exp(0.5 * random.nextGaussian());
                case ONE_LOUD -> row == 0 ? 0.2 : 0.02;
            };
        }
    }

    /** The forks of a row whose truth is 0. */
    private static final class Made {
        private final double sd;
        private final List<Double> forks = new ArrayList<>();
        private boolean isKnown;

        private Made(double sd) {
            this.sd = sd;
        }

        void fork(ForkShape shape, Random random) {
            if (!isKnown) {
                forks.add(sd * shape.draw(random));
            }
        }
    }

    /** Rows that are measured together. */
    private record Rows(ForkShape forks, int count, Spread spread) {
        List<Object> cells() {
            List<Object> cells = new ArrayList<>(List.of(forks.label(), Simulated.label(spread), count));
            for (int number : List.of(2, 3, 5, 10)) {
                cells.add(covered(number, 0).get(0));
            }
            for (double goal : List.of(0.03, 0.05)) {
                cells.addAll(covered(Precision.MOST_FORKS, goal));
            }
            return cells;
        }

        /**
         * The share of the last intervals that hold the truth, of all rows and of the loud one.
         *
         * @param most a row's most forks
         * @param goal at which half width a row is known; 0 for never
         */
        private List<Object> covered(int most, double goal) {
            Random random = new Random(Simulated.SEED);
            Simulated.Coverage all = new Simulated.Coverage();
            Simulated.Coverage loud = new Simulated.Coverage();
            for (int run = 0; run < ROWS_SIMULATED / count; run++) {
                List<Estimate> estimates = measured(most, goal, random);
                estimates.forEach(estimate -> all.add(estimate, 0));
                loud.add(estimates.get(0), 0);
            }
            assertThat(all.share()).as(toString()).isGreaterThanOrEqualTo(least());
            return List.of(percent(all), spread == Spread.ONE_LOUD ? percent(loud) : "");
        }

        private List<Estimate> measured(int most, double goal, Random random) {
            List<Made> rows = IntStream.range(0, count)
                    .mapToObj(row -> new Made(spread.sd(row, random)))
                    .toList();
            List<Estimate> estimates = List.of();
            for (int round = 1; round <= most; round++) {
                rows.forEach(row -> row.fork(forks, random));
                if (round == most || goal > 0 && round >= Precision.FEWEST_FORKS) {
                    estimates = Simulated.moderated(
                            rows.stream().map(row -> Estimate.ofLogs(row.forks)).toList());
                    for (int row = 0; row < count; row++) {
                        rows.get(row).isKnown = Math.expm1(Simulated.halfWidth(estimates.get(row))) <= goal;
                    }
                }
            }
            return estimates;
        }

        /** Bimodal forks without any spread within a mode are only shown. */
        private double least() {
            return switch (forks) {
                case NORMAL, HEAVY -> 0.985;
                case SKEWED -> 0.97;
                default -> 0;
            };
        }
    }

    @Test
    void coverage() throws IOException {
        Simulated.assertTables(
                "moderation",
                Simulated.table(
                        "<forks|<sd of rows|rows|2 forks|3|5|10|to 3%|loud|to 5%|loud",
                        ForkShape.USUAL.stream()
                                .flatMap(forks -> Simulated.each(
                                        List.of(Moderation.FEWEST_ROWS, 8, 12, 30, 100),
                                        List.of(Spread.values()),
                                        (count, spread) -> new Rows(forks, count, spread))),
                        Rows::cells));
    }

    private static String percent(Simulated.Coverage coverage) {
        return Numbers.percent(coverage.share(), 2);
    }
}
