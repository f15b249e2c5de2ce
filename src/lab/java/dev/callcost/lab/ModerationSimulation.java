package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.launch.Precision;
import dev.callcost.stats.Moderation;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often the 99 % intervals of the ladder hold the truth, and how wide they are, when the truth is known: made-up forks from a seeded
 * generator. The first table has fixed numbers of forks, by Student's t and moderated; width is the median half width of moderated intervals in the row's
 * true standard deviations. The second has rows that go on until they are known to a precision: the share of last intervals that hold the truth, that of the
 * loudest quarter of unlike rows or of the one loud row, and the forks of a row. The third has the same for a row alone, by Student's t.
 *
 * <p>Monte Carlo's own standard error is some 0.1 percentage points for a coverage near 99 %, and twice that for the loudest quarter.
 */
class ModerationSimulation {
    private static final int ROWS_SIMULATED = 10_000;
    private static final String ROWS = "<forks|<sd of rows|rows|";

    /** The true standard deviations of the rows of a run, 2 % in the middle. */
    private enum Spread {
        ALIKE,
        /** Log-normal, two rows of three within a factor of 1.65. */
        UNLIKE,
        /** One row ten times as loud as the others. */
        ONE_LOUD;

        double sd(int row, Random random) {
            return switch (this) {
                case ALIKE -> 0.02;
                case UNLIKE -> 0.02 * Math.exp(0.5 * random.nextGaussian());
                case ONE_LOUD -> row == 0 ? 0.2 : 0.02;
            };
        }
    }

    /** The forks of a row whose truth is 0, in sums. */
    private static final class Made {
        private final double sd;
        private int forks;
        private double sum;
        private double squares;

        private Made(double sd) {
            this.sd = sd;
        }

        void fork(ForkShape shape, Random random) {
            double value = sd * shape.draw(random);
            forks++;
            sum += value;
            squares += value * value;
        }

        Estimate estimate() {
            double mean = sum / forks;
            double variance = Math.max(0, squares - forks * mean * mean) / (forks - 1);
            return new Estimate(mean, variance / forks, forks - 1.0, forks);
        }
    }

    /** The outcome of many runs: intervals of all rows and of the loudest ones, and forks. */
    private static final class Count {
        private final Simulated.Coverage all = new Simulated.Coverage();
        private final Simulated.Coverage loudest = new Simulated.Coverage();
        private final List<Double> widths = new ArrayList<>();
        private long forks;

        /** @param loud the standard deviation from which on a row is one of the loudest */
        void add(Made row, Estimate estimate, double loud) {
            all.add(estimate, 0);
            forks += row.forks;
            widths.add(Simulated.halfWidth(estimate) / row.sd);
            if (row.sd >= loud) {
                loudest.add(estimate, 0);
            }
        }

        String meanForks() {
            return Simulated.mean((double) forks / all.count());
        }

        /** A mean would be the loudest row's. */
        String medianWidth() {
            return Simulated.mean(
                    Metric.median(widths.stream().mapToDouble(width -> width).toArray()));
        }
    }

    /** Rows that are measured together. */
    private record Rows(ForkShape forks, int count, Spread spread) {
        static Stream<Rows> all(List<Integer> counts, Spread... spreads) {
            return ForkShape.USUAL.stream()
                    .flatMap(forks -> Simulated.each(
                            counts, List.of(spreads), (count, spread) -> new Rows(forks, count, spread)));
        }

        private List<Object> cells() {
            return new ArrayList<>(List.of(forks.label(), Simulated.label(spread), count));
        }

        /** By fixed numbers of forks. */
        List<Object> fixed() {
            List<Object> cells = cells();
            for (int forksOfRow : List.of(2, 3, 5, 10)) {
                Count students = fixed(forksOfRow, false);
                Count moderated = fixed(forksOfRow, true);
                assertCovers(moderated, students);
                cells.addAll(List.of(percent(students.all), percent(moderated.all), moderated.medianWidth()));
            }
            return cells;
        }

        private Count fixed(int forksOfRow, boolean moderate) {
            return count(
                    ROWS_SIMULATED / count,
                    moderate,
                    (made, random) ->
                            made.forEach(row -> IntStream.range(0, forksOfRow).forEach(i -> row.fork(forks, random))));
        }

        /** By precisions. */
        List<Object> untilKnown() {
            List<Object> cells = cells();
            for (double goal : List.of(0.03, 0.05)) {
                Count known = untilKnown(goal, true);
                assertCovers(known, known);
                cells.addAll(List.of(
                        percent(known.all), spread == Spread.ALIKE ? "" : percent(known.loudest), known.meanForks()));
            }
            return cells;
        }

        /** By precisions, with Student's t. */
        List<Object> untilKnownAlone() {
            Count three = untilKnown(0.03, false);
            Count five = untilKnown(0.05, false);
            return List.of(forks.label(), percent(three.all), three.meanForks(), percent(five.all), five.meanForks());
        }

        private Count untilKnown(double goal, boolean moderate) {
            return count(ROWS_SIMULATED / 2 / count, moderate, (made, random) -> measure(made, goal, moderate, random));
        }

        private Count count(int runs, boolean moderate, BiConsumer<List<Made>, Random> measure) {
            Random random = new Random(Simulated.SEED);
            Count result = new Count();
            for (int run = 0; run < runs; run++) {
                List<Made> made = IntStream.range(0, count)
                        .mapToObj(row -> new Made(spread.sd(row, random)))
                        .toList();
                measure.accept(made, random);
                double[] sds = made.stream().mapToDouble(row -> row.sd).sorted().toArray();
                double loud = spread == Spread.ONE_LOUD ? sds[sds.length - 1] : sds[sds.length * 3 / 4];
                List<Estimate> estimates = estimates(made, moderate);
                for (int i = 0; i < count; i++) {
                    result.add(made.get(i), estimates.get(i), loud);
                }
            }
            return result;
        }

        /** As rounds do. */
        private void measure(List<Made> made, double goal, boolean moderate, Random random) {
            int fewest = moderate ? Precision.FEWEST_FORKS : Precision.FEWEST_FORKS_ALONE;
            boolean[] done = new boolean[count];
            for (int round = 1; round <= Precision.MOST_FORKS; round++) {
                for (int i = 0; i < count; i++) {
                    if (!done[i]) {
                        made.get(i).fork(forks, random);
                    }
                }
                if (round >= 2) {
                    List<Estimate> estimates = estimates(made, moderate);
                    for (int i = 0; i < count; i++) {
                        Estimate estimate = estimates.get(i);
                        done[i] = estimate.forks() >= fewest && Math.expm1(Simulated.halfWidth(estimate)) <= goal;
                    }
                }
            }
        }

        /** Skewed forks are compared with Student's t, which fails on them as well. Bimodal forks without any spread within a mode are only shown. */
        private void assertCovers(Count ruled, Count students) {
            double least = switch (forks) {
                case NORMAL, HEAVY -> 0.985;
                case SKEWED -> students.all.share() - 0.01;
                default -> 0;
            };
            assertThat(ruled.all.share()).as(toString()).isGreaterThanOrEqualTo(least);
        }
    }

    private static List<Estimate> estimates(List<Made> rows, boolean moderate) {
        List<Estimate> own = rows.stream().map(Made::estimate).toList();
        return moderate ? Simulated.moderated(own) : own;
    }

    @Test
    void coverageAndWidth() throws IOException {
        Simulated.assertTables(
                "moderation",
                Simulated.table(
                        ROWS + "2: t|moderated|width|3: t|moderated|width|5: t|moderated|width|10: t|moderated|width",
                        Rows.all(List.of(Moderation.FEWEST_ROWS, 5, 6, 7, 8, 12, 30, 100), Spread.values()),
                        Rows::fixed),
                Simulated.table(
                        ROWS + "3%: covered|loudest|forks|5%: covered|loudest|forks",
                        Rows.all(List.of(Moderation.FEWEST_ROWS, 12, 40), Spread.values()),
                        Rows::untilKnown),
                Simulated.table(
                        "<one row by Student's t|3%: covered|forks|5%: covered|forks",
                        Rows.all(List.of(1), Spread.ALIKE), Rows::untilKnownAlone));
    }

    private static String percent(Simulated.Coverage coverage) {
        return Numbers.percent(coverage.share(), 2);
    }
}
