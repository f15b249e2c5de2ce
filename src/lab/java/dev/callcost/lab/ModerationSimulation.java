package dev.callcost.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.launch.Precision;
import dev.callcost.stats.Moderation;
import dev.callcost.text.Grid;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often the 99 % intervals of the ladder hold the truth, and how wide they are, when the truth is known: made-up forks from a seeded
 * generator, at fixed numbers of forks and when rows go on until they are known well enough. The tables stand in
 * {@code src/docs/statistics-appendix.md}; {@code -Dcallcost.tables=write} rewrites them.
 *
 * <p>Monte Carlo's own standard error is some 0.1 percentage points for a coverage near 99 %, and twice that for the loudest quarter.
 */
class ModerationSimulation {
    private static final long SEED = 20240229;
    private static final int ROWS_SIMULATED = 10_000;
    private static final int MOST_FORKS = Precision.MOST_FORKS;
    private static final List<Integer> FIXED = List.of(2, 3, 5, 10);
    private static final List<Double> GOALS = List.of(0.03, 0.05);

    /** How rows that are measured together get their intervals. */
    private static final UnaryOperator<List<Estimate>> STUDENT = UnaryOperator.identity();

    private static final UnaryOperator<List<Estimate>> MODERATED = Moderated::of;

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

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
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

    /** What came of the rows of many runs. */
    private static final class Count {
        private int rows;
        private int covered;
        private int loudest;
        private int loudestCovered;
        private long forks;
        private final List<Double> widths = new ArrayList<>();

        /** @param loud the standard deviation from which on a row is one of the loudest */
        void add(Made row, Estimate estimate, double loud) {
            double halfWidth = HalfWidth.of(estimate);
            boolean holdsTruth = Math.abs(estimate.logMean()) <= halfWidth;
            rows++;
            covered += holdsTruth ? 1 : 0;
            forks += row.forks;
            widths.add(halfWidth / row.sd);
            if (row.sd >= loud) {
                loudest++;
                loudestCovered += holdsTruth ? 1 : 0;
            }
        }

        double coverage() {
            return (double) covered / rows;
        }

        double coverageOfLoudest() {
            return (double) loudestCovered / loudest;
        }

        String meanForks() {
            return String.format(Locale.ROOT, "%.1f", (double) forks / rows);
        }

        /** A mean would be the loudest row's. */
        String medianWidth() {
            return String.format(
                    Locale.ROOT,
                    "%.1f",
                    Metric.median(widths.stream().mapToDouble(width -> width).toArray()));
        }
    }

    /** Rows that are measured together, without an end or until each is known to a goal. */
    private record Part(ForkShape forks, int rows, Spread spread, List<Count> students, List<Count> moderated) {
        static Part of(ForkShape forks, int rows, Spread spread) {
            return new Part(forks, rows, spread, new ArrayList<>(), new ArrayList<>());
        }
    }

    private static List<Estimate> estimates(List<Made> rows, UnaryOperator<List<Estimate>> method) {
        return method.apply(rows.stream().map(Made::estimate).toList());
    }

    private static List<Made> rows(int count, Spread spread, Random random) {
        return IntStream.range(0, count)
                .mapToObj(row -> new Made(spread.sd(row, random)))
                .toList();
    }

    private static void count(Count count, List<Made> rows, Spread spread, UnaryOperator<List<Estimate>> method) {
        double[] sds = rows.stream().mapToDouble(row -> row.sd).sorted().toArray();
        double loud = spread == Spread.ONE_LOUD ? sds[sds.length - 1] : sds[sds.length * 3 / 4];
        List<Estimate> estimates = estimates(rows, method);
        for (int i = 0; i < rows.size(); i++) {
            count.add(rows.get(i), estimates.get(i), loud);
        }
    }

    private static Part fixed(ForkShape forks, int rows, Spread spread) {
        Part part = Part.of(forks, rows, spread);
        for (int forksOfRow : FIXED) {
            Random random = new Random(SEED);
            Count students = new Count();
            Count moderated = new Count();
            for (int run = 0; run < ROWS_SIMULATED / rows; run++) {
                List<Made> made = rows(rows, spread, random);
                made.forEach(row -> IntStream.range(0, forksOfRow).forEach(i -> row.fork(forks, random)));
                count(students, made, spread, STUDENT);
                count(moderated, made, spread, MODERATED);
            }
            part.students().add(students);
            part.moderated().add(moderated);
        }
        return part;
    }

    private static Part untilKnown(ForkShape forks, int rows, Spread spread) {
        Part part = Part.of(forks, rows, spread);
        boolean moderate = rows >= Moderation.FEWEST_ROWS;
        UnaryOperator<List<Estimate>> method = moderate ? MODERATED : STUDENT;
        int fewest = moderate ? Precision.FEWEST_FORKS : Precision.FEWEST_FORKS_ALONE;
        for (double goal : GOALS) {
            Random random = new Random(SEED);
            Count count = new Count();
            for (int run = 0; run < ROWS_SIMULATED / 2 / rows; run++) {
                List<Made> made = rows(rows, spread, random);
                measure(made, forks, goal, method, fewest, random);
                count(count, made, spread, method);
            }
            (moderate ? part.moderated() : part.students()).add(count);
        }
        return part;
    }

    /** As rounds do. */
    private static void measure(
            List<Made> rows,
            ForkShape forks,
            double goal,
            UnaryOperator<List<Estimate>> method,
            int fewest,
            Random random) {
        boolean[] done = new boolean[rows.size()];
        for (int round = 1; round <= MOST_FORKS; round++) {
            for (int i = 0; i < done.length; i++) {
                if (!done[i]) {
                    rows.get(i).fork(forks, random);
                }
            }
            if (round < 2) {
                continue;
            }
            List<Estimate> estimates = estimates(rows, method);
            for (int i = 0; i < done.length; i++) {
                done[i] = estimates.get(i).forks() >= fewest && Math.expm1(HalfWidth.of(estimates.get(i))) <= goal;
            }
        }
    }

    @Test
    void coverageAndWidth() throws IOException {
        List<Part> fixed =
                parts(List.of(4, 5, 6, 7, 8, 12, 30, 100), List.of(Spread.values()), ModerationSimulation::fixed);
        List<Part> known = parts(List.of(4, 12, 40), List.of(Spread.values()), ModerationSimulation::untilKnown);
        List<Part> alone = parts(List.of(1), List.of(Spread.ALIKE), ModerationSimulation::untilKnown);
        String text = fixed(fixed).text() + "\n" + known(known).text() + "\n"
                + alone(alone).text();
        StatisticsPage.assertHolds("moderation", text);
        Stream.concat(fixed.stream(), known.stream()).forEach(ModerationSimulation::assertCovers);
    }

    /** Skewed forks are compared with Student's t, which fails on them as well. Bimodal forks without any spread within a mode are only shown. */
    private static void assertCovers(Part part) {
        if (part.forks() == ForkShape.NORMAL || part.forks() == ForkShape.HEAVY) {
            assertThat(part.moderated())
                    .as(part.forks() + " " + part.rows() + " " + part.spread())
                    .allSatisfy(count -> assertThat(count.coverage()).isGreaterThanOrEqualTo(0.985));
        }
        if (part.forks() == ForkShape.SKEWED) {
            for (int i = 0; i < part.students().size(); i++) {
                assertThat(part.moderated().get(i).coverage())
                        .isGreaterThanOrEqualTo(part.students().get(i).coverage() - 0.01);
            }
        }
    }

    private interface Simulation {
        Part of(ForkShape forks, int rows, Spread spread);
    }

    private static List<Part> parts(List<Integer> rows, List<Spread> spreads, Simulation simulation) {
        return ForkShape.USUAL.parallelStream()
                .flatMap(forks -> rows.stream()
                        .flatMap(count -> spreads.stream().map(spread -> simulation.of(forks, count, spread))))
                .toList();
    }

    private static Grid fixed(List<Part> parts) {
        Grid grid = new Grid().left("forks", "sd of rows").right("rows");
        FIXED.forEach(forks -> grid.right(forks + ": t", "moderated", "width"));
        parts.forEach(part -> {
            List<String> cells = start(part);
            IntStream.range(0, FIXED.size())
                    .forEach(i -> cells.addAll(List.of(
                            share(part.students().get(i).coverage()),
                            share(part.moderated().get(i).coverage()),
                            part.moderated().get(i).medianWidth())));
            grid.row(cells.toArray(String[]::new));
        });
        return grid;
    }

    private static Grid known(List<Part> parts) {
        Grid grid = new Grid().left("forks", "sd of rows").right("rows");
        GOALS.forEach(goal -> grid.right(Numbers.percent(goal, 0) + ": covered", "loudest", "forks"));
        parts.forEach(part -> {
            List<String> cells = start(part);
            part.moderated()
                    .forEach(count -> cells.addAll(List.of(
                            share(count.coverage()),
                            part.spread() == Spread.ALIKE ? "" : share(count.coverageOfLoudest()),
                            count.meanForks())));
            grid.row(cells.toArray(String[]::new));
        });
        return grid;
    }

    private static Grid alone(List<Part> parts) {
        Grid grid = new Grid().left("one row by Student's t");
        GOALS.forEach(goal -> grid.right(Numbers.percent(goal, 0) + ": covered", "forks"));
        parts.forEach(part -> {
            List<String> cells = new ArrayList<>(List.of(part.forks().label()));
            part.students().forEach(count -> cells.addAll(List.of(share(count.coverage()), count.meanForks())));
            grid.row(cells.toArray(String[]::new));
        });
        return grid;
    }

    private static List<String> start(Part part) {
        return new ArrayList<>(List.of(part.forks().label(), part.spread().label(), String.valueOf(part.rows())));
    }

    private static String share(double share) {
        return Numbers.percent(share, 2);
    }
}
