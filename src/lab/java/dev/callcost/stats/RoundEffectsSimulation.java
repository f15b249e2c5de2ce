package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Estimate;
import dev.callcost.lab.ForkShape;
import dev.callcost.lab.Simulated;
import dev.callcost.launch.Precision;
import dev.callcost.stats.RoundEffects.Level;
import dev.callcost.text.Numbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How often 99 % intervals hold the truth, and how wide they are, with what rounds do to all rows and without it ({@link RoundEffects}): made-up runs from
 * a seeded generator, whose rows all take the same time. A tenth of the forks is missing. The first table has ratios after a fixed number of rounds, the
 * second times, of rows that go on until they are known to 3 %.
 *
 * <p>Monte Carlo's own standard error is some 0.08 percentage points.
 */
class RoundEffectsSimulation {
    private static final int COUNTED = 16_000;
    private static final double MISSING = 0.1;
    private static final double SD = 0.02;
    private static final double GOAL = 0.03;
    private static final int MANY_ROWS = 36;

    /** How a run is made: its rows, and the standard deviation of what rounds do, in those of a fork. */
    private record Made(ForkShape forks, int rows, double roundSd) {
        /** A run whose rows have all rounds. */
        Run whole(int rounds, Random random) {
            Run run = new Run(this, random);
            IntStream.range(0, rounds).forEach(round -> run.round());
            return run;
        }

        /** A run whose rows sit out when they are known, within rounds or with what these do. */
        Run untilKnown(boolean within, Random random) {
            Run run = new Run(this, random);
            while (run.effects.size() < Precision.MOST_FORKS && !run.going.isEmpty()) {
                run.round();
                if (run.effects.size() >= Precision.FEWEST_FORKS) {
                    run.look(within);
                }
            }
            return run;
        }

        List<Object> ratios(int rounds) {
            Random random = new Random(Simulated.SEED);
            Count with = new Count();
            Count within = new Count();
            while (with.coverage.count() < COUNTED) {
                Run run = whole(rounds, random);
                with.addRatios(run.estimates(false));
                within.addRatios(run.estimates(true));
            }
            assertCovers(within);
            return List.of(
                    forks.label(),
                    rows,
                    rounds,
                    Numbers.percent(SD * roundSd, 0),
                    with.covered(),
                    within.covered(),
                    String.format(Locale.ROOT, "%.2f", within.standardErrors / with.standardErrors));
        }

        List<Object> times() {
            Random random = new Random(Simulated.SEED);
            Count with = new Count();
            Count within = new Count();
            while (with.coverage.count() < COUNTED) {
                with.addTimes(untilKnown(false, random), false);
                within.addTimes(untilKnown(true, random), true);
            }
            assertCovers(within);
            return List.of(
                    forks.label(),
                    rows,
                    Numbers.percent(SD * roundSd, 0),
                    with.covered(),
                    with.forksOfRow(rows),
                    within.covered(),
                    within.forksOfRow(rows));
        }

        private void assertCovers(Count within) {
            assertThat(within.coverage.share())
                    .as(toString())
                    .isGreaterThanOrEqualTo(forks == ForkShape.NORMAL ? 0.983 : 0.95);
        }
    }

    /** A run as it goes on: what each round does, and the logarithms of each row's forks by round. Rows have their forks in one order on every JDK. */
    private static final class Run {
        private final Made made;
        private final Random random;
        private final List<Double> effects = new ArrayList<>();
        private final List<Map<Integer, Double>> rows;
        private SortedSet<Integer> going;

        Run(Made made, Random random) {
            this.made = made;
            this.random = random;
            rows = Stream.<Map<Integer, Double>>generate(TreeMap::new)
                    .limit(made.rows)
                    .toList();
            going = IntStream.range(0, made.rows).boxed().collect(Collectors.toCollection(TreeSet::new));
        }

        /** A fork of each row that goes on; but for the first two, which make a variance, one in ten is missing. */
        void round() {
            int round = effects.size();
            effects.add(SD * made.roundSd * random.nextGaussian());
            for (int row : going) {
                double log = effects.get(round) + SD * made.forks.draw(random);
                if (round < 2 || random.nextDouble() >= MISSING) {
                    rows.get(row).put(round, log);
                }
            }
        }

        List<Estimate> estimates(boolean within) {
            return Simulated.moderated((within ? Level.of(rows).rows() : rows)
                    .stream()
                            .map(row -> Estimate.ofLogs(List.copyOf(row.values())))
                            .toList());
        }

        /** Who goes on, as {@link Precision} has it. */
        void look(boolean within) {
            List<Double> halfWidths =
                    estimates(within).stream().map(Simulated::halfWidth).toList();
            List<Integer> widestFirst = IntStream.range(0, rows.size())
                    .boxed()
                    .sorted(Comparator.comparing(row -> -halfWidths.get(row)))
                    .toList();
            int wanting = (int)
                    halfWidths.stream().filter(it -> Math.expm1(it) > GOAL).count();
            going = new TreeSet<>(widestFirst.subList(0, wanting + (within ? RoundEffects.company(wanting) : 0)));
        }

        /** What its times are to be known at: the mean over forks of what their rounds did. */
        double pace() {
            Set<Integer> known = Level.of(rows).effects().keySet();
            return rows.stream()
                    .flatMap(row -> row.keySet().stream())
                    .filter(known::contains)
                    .mapToDouble(effects::get)
                    .average()
                    .orElseThrow();
        }

        double meanForks() {
            return rows.stream().mapToInt(Map::size).average().orElseThrow();
        }
    }

    /** The outcome of many estimates. */
    private static final class Count {
        private final Simulated.Coverage coverage = new Simulated.Coverage();
        private double standardErrors;
        private double forks;

        void add(Estimate estimate, double truth) {
            coverage.add(estimate, truth);
            standardErrors += Math.sqrt(estimate.variance());
        }

        /** Rows in pairs, each of them once, so that the ratios are independent of each other but for their rounds. */
        void addRatios(List<Estimate> estimates) {
            for (int n = 0; n + 1 < estimates.size(); n += 2) {
                add(estimates.get(n).ratioTo(estimates.get(n + 1)), 0);
            }
        }

        void addTimes(Run run, boolean within) {
            double pace = within ? run.pace() : 0;
            run.estimates(within).forEach(time -> add(time, pace));
            forks += run.meanForks();
        }

        String covered() {
            return Numbers.percent(coverage.share(), 2);
        }

        String forksOfRow(int rows) {
            return Simulated.mean(forks * rows / coverage.count());
        }
    }

    private static Stream<Made> made() {
        return Stream.of(ForkShape.NORMAL, ForkShape.EXPONENTIAL)
                .flatMap(forks -> Simulated.each(
                        List.of(RoundEffects.FEWEST_ROWS, MANY_ROWS),
                        List.of(0.0, 1.0, 2.0),
                        (rows, roundSd) -> new Made(forks, rows, roundSd)));
    }

    @Test
    void coverageOfRatiosAndOfTimes() throws IOException {
        Simulated.assertTables(
                "rounds",
                Simulated.table(
                        "<forks|rows|rounds|sd of rounds|with rounds|within rounds|width",
                        Simulated.each(made().toList(), List.of(2, 4, 11), Map::entry),
                        it -> it.getKey().ratios(it.getValue())),
                Simulated.table("<forks|rows|sd of rounds|with rounds|forks|within rounds|forks", made(), Made::times));
    }
}
