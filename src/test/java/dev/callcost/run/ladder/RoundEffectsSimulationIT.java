package dev.callcost.run.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.lab.StatisticsPage;
import dev.callcost.results.Estimate;
import dev.callcost.results.RowEstimates;
import dev.callcost.results.verdict.Shape;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often the 99 % interval of a ratio holds the truth, and how wide it is, with what rounds do to all rows and without it ({@link RoundEffects}): made-up
 * runs from a seeded generator, whose rows all take the same time. A tenth of the forks is missing.
 *
 * <p>Monte Carlo's own standard error is some 0.08 percentage points.
 */
class RoundEffectsSimulationIT {
    private static final long SEED = 20240229;
    private static final int RATIOS = 16_000;
    private static final double MISSING = 0.1;
    private static final double SD = 0.02;

    /** How a simulated run is made: its rows, its rounds, and the standard deviation of what these do, in those of a fork. */
    private record Made(Shape forks, int rows, int rounds, double roundSd) {

        List<Map<Integer, Double>> run(Random random) {
            double[] effects = DoubleStream.generate(random::nextGaussian)
                    .limit(rounds)
                    .map(effect -> SD * roundSd * effect)
                    .toArray();
            return Stream.generate(() -> row(effects, random)).limit(rows).toList();
        }

        private Map<Integer, Double> row(double[] effects, Random random) {
            Map<Integer, Double> row = new TreeMap<>();
            for (int round = 0; round < rounds; round++) {
                double log = effects[round] + SD * forks.draw(random);
                if (random.nextDouble() >= MISSING || round >= rounds - 2 && row.size() < 2) {
                    row.put(round, log);
                }
            }
            return row;
        }
    }

    /** What came of the ratios of many runs. */
    private static final class Count {
        private int ratios;
        private int covered;
        private double widths;

        void add(Estimate ratio) {
            ratios++;
            covered += ratio.probabilityOfOne() >= 1 - Estimate.CONFIDENCE ? 1 : 0;
            widths += Math.sqrt(ratio.variance());
        }

        double coverage() {
            return (double) covered / ratios;
        }
    }

    private record Part(Made made, Count plain, Count within) {
        static Part of(Made made) {
            Random random = new Random(SEED);
            Part part = new Part(made, new Count(), new Count());
            while (part.plain.ratios < RATIOS) {
                List<Map<Integer, Double>> run = made.run(random);
                count(part.plain, run);
                count(part.within, RoundEffects.level(run));
            }
            return part;
        }

        /** Rows in pairs, each of them once, so that the ratios are independent of each other but for their rounds. */
        private static void count(Count count, List<Map<Integer, Double>> rows) {
            List<Estimate> estimates = RowEstimates.moderated(rows.stream()
                    .map(row -> Estimate.ofLogs(List.copyOf(row.values())))
                    .toList());
            for (int n = 0; n + 1 < estimates.size(); n += 2) {
                count.add(estimates.get(n).ratioTo(estimates.get(n + 1)));
            }
        }

        String width() {
            return String.format(Locale.ROOT, "%.2f", within.widths / plain.widths);
        }
    }

    @Test
    void coverageAndWidthOfRatios() throws IOException {
        List<Part> parts = Stream.of(Shape.NORMAL, Shape.SKEWED)
                .parallel()
                .flatMap(forks -> Stream.of(RowEstimates.FEWEST_ROWS, 36)
                        .flatMap(rows -> Stream.of(2, 4, 11)
                                .flatMap(rounds -> Stream.of(0.0, 1.0, 2.0)
                                        .map(roundSd -> Part.of(new Made(forks, rows, rounds, roundSd))))))
                .toList();
        Grid grid = new Grid()
                .left("forks")
                .right("rows", "rounds", "sd of rounds", "with rounds", "within rounds", "width");
        parts.forEach(part -> grid.row(
                part.made.forks.name().toLowerCase(Locale.ROOT),
                String.valueOf(part.made.rows),
                String.valueOf(part.made.rounds),
                Numbers.percent(SD * part.made.roundSd, 0),
                Numbers.percent(part.plain.coverage(), 2),
                Numbers.percent(part.within.coverage(), 2),
                part.width()));
        StatisticsPage.assertHolds("rounds", grid.text());
        assertThat(parts)
                .allSatisfy(part -> assertThat(part.within.coverage())
                        .as(part.made.toString())
                        .isGreaterThanOrEqualTo(part.made.forks == Shape.NORMAL ? 0.99 : 0.983));
    }
}
