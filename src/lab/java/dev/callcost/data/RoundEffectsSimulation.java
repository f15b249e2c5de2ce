package dev.callcost.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.RoundEffects.Level;
import dev.callcost.lab.ForkShape;
import dev.callcost.lab.Simulated;
import dev.callcost.stats.Estimate;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often the 99 % intervals of ratios hold the truth, and how wide they are, with the drift between rounds and
 * without it ({@link RoundEffects}): made-up runs from a seeded generator, whose rows all take the same time. A tenth
 * of the forks is missing.
 *
 * <p>Monte Carlo's own standard error is some 0.08 percentage points.
 */
class RoundEffectsSimulation {
    private static final int COUNTED = 16_000;
    private static final double MISSING = 0.1;
    private static final double SD = 0.02;
    private static final int MANY_ROWS = 36;

    /**
     * How runs are made.
     *
     * @param driftSd the standard deviation of the drift, in those of a fork
     */
    private record Made(ForkShape forks, int rows, double driftSd, int rounds) {
        List<Object> ratios() {
            Random random = new Random(Simulated.SEED);
            Count with = new Count();
            Count without = new Count();
            while (with.coverage.count() < COUNTED) {
                List<Map<Integer, Double>> run = run(random);
                with.add(run);
                without.add(Level.of(run).rows());
            }
            assertThat(without.coverage.share())
                    .as(toString())
                    .isGreaterThanOrEqualTo(forks == ForkShape.NORMAL ? 0.983 : 0.95);
            return List.of(
                    forks.label(),
                    rows,
                    rounds,
                    Numbers.percent(SD * driftSd, 0),
                    with.covered(),
                    without.covered(),
                    String.format(Locale.ROOT, "%.2f", without.standardErrors / with.standardErrors));
        }

        /** The logarithms of each row's forks by round. The first two rounds, which make a variance, have all forks. */
        private List<Map<Integer, Double>> run(Random random) {
            List<Map<Integer, Double>> run = Stream.<Map<Integer, Double>>generate(TreeMap::new)
                    .limit(rows)
                    .toList();
            for (int round = 0; round < rounds; round++) {
                double drift = SD * driftSd * random.nextGaussian();
                for (Map<Integer, Double> row : run) {
                    double log = drift + SD * forks.draw(random);
                    if (round < 2 || random.nextDouble() >= MISSING) {
                        row.put(round, log);
                    }
                }
            }
            return run;
        }
    }

    /** The ratios of many runs. */
    private static final class Count {
        private final Simulated.Coverage coverage = new Simulated.Coverage();
        private double standardErrors;

        /** Each row is in one pair, so that the ratios are independent of each other but for the drift. */
        void add(List<Map<Integer, Double>> run) {
            List<Estimate> rows = Simulated.moderated(run.stream()
                    .map(row -> Estimate.ofLogs(List.copyOf(row.values())))
                    .toList());
            for (int n = 0; n + 1 < rows.size(); n += 2) {
                Estimate ratio = rows.get(n).ratioTo(rows.get(n + 1));
                coverage.add(ratio, 0);
                standardErrors += Math.sqrt(ratio.variance());
            }
        }

        String covered() {
            return Numbers.percent(coverage.share(), 2);
        }
    }

    @Test
    void coverageOfRatios() throws IOException {
        Stream<Made> made = Stream.of(ForkShape.NORMAL, ForkShape.EXPONENTIAL)
                .flatMap(forks -> Stream.of(RoundEffects.FEWEST_ROWS, MANY_ROWS)
                        .flatMap(rows -> Simulated.each(
                                List.of(0.0, 1.0, 2.0),
                                List.of(2, 4, 11),
                                (driftSd, rounds) -> new Made(forks, rows, driftSd, rounds))));
        Simulated.assertTables(
                "rounds",
                Simulated.table("<forks|rows|rounds|sd of drift|with drift|without|width", made, Made::ratios));
    }
}
