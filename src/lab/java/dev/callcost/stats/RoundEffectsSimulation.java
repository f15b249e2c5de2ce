package dev.callcost.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.Estimate;
import dev.callcost.lab.ForkShape;
import dev.callcost.lab.Simulated;
import dev.callcost.lab.Table;
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

    /** What came of many estimates. */
    private static final class Count {
        private final Simulated.Coverage coverage = new Simulated.Coverage();
        private double standardErrors;
        private double forks;

        void add(Estimate estimate, double truth) {
            coverage.add(estimate, truth);
            standardErrors += Math.sqrt(estimate.variance());
        }

        String covered() {
            return Numbers.percent(coverage.share(), 2);
        }

        String forksOfRow(int rows) {
            return Simulated.mean(forks * rows / coverage.count());
        }
    }

    /** The same runs, with what rounds do and within rounds. */
    private record Part(Made made, int rounds, Count with, Count within) {
        static Part ofRatios(Made made, int rounds) {
            Random random = new Random(Simulated.SEED);
            Part part = new Part(made, rounds, new Count(), new Count());
            while (part.with.coverage.count() < COUNTED) {
                Run run = made.whole(rounds, random);
                ratios(part.with, run.estimates(false));
                ratios(part.within, run.estimates(true));
            }
            return part;
        }

        /** Rows in pairs, each of them once, so that the ratios are independent of each other but for their rounds. */
        private static void ratios(Count count, List<Estimate> estimates) {
            for (int n = 0; n + 1 < estimates.size(); n += 2) {
                count.add(estimates.get(n).ratioTo(estimates.get(n + 1)), 0);
            }
        }

        static Part ofTimes(Made made) {
            Random random = new Random(Simulated.SEED);
            Part part = new Part(made, 0, new Count(), new Count());
            while (part.with.coverage.count() < COUNTED) {
                Run with = made.untilKnown(false, random);
                with.estimates(false).forEach(time -> part.with.add(time, 0));
                part.with.forks += with.meanForks();
                Run within = made.untilKnown(true, random);
                within.estimates(true).forEach(time -> part.within.add(time, within.pace()));
                part.within.forks += within.meanForks();
            }
            return part;
        }

        String roundSd() {
            return Numbers.percent(SD * made.roundSd, 0);
        }

        String width() {
            return String.format(Locale.ROOT, "%.2f", within.standardErrors / with.standardErrors);
        }
    }

    @Test
    void coverageOfRatiosAndOfTimes() throws IOException {
        List<Made> made = Stream.of(ForkShape.NORMAL, ForkShape.EXPONENTIAL)
                .flatMap(forks -> Stream.of(RoundEffects.FEWEST_ROWS, MANY_ROWS)
                        .flatMap(rows -> Stream.of(0.0, 1.0, 2.0).map(roundSd -> new Made(forks, rows, roundSd))))
                .toList();
        List<Part> ratios = made.parallelStream()
                .flatMap(it -> Stream.of(2, 4, 11).map(rounds -> Part.ofRatios(it, rounds)))
                .toList();
        List<Part> times = Simulated.all(made.stream(), Part::ofTimes);
        Simulated.assertTables(
                "rounds",
                ofMade().right("rounds", Part::rounds)
                        .right("sd of rounds", Part::roundSd)
                        .right("with rounds", part -> part.with.covered())
                        .right("within rounds", part -> part.within.covered())
                        .right("width", Part::width)
                        .of(ratios),
                ofMade().right("sd of rounds", Part::roundSd)
                        .right("with rounds", part -> part.with.covered())
                        .right("forks", part -> part.with.forksOfRow(part.made.rows))
                        .right("within rounds", part -> part.within.covered())
                        .right("forks", part -> part.within.forksOfRow(part.made.rows))
                        .of(times));
        assertThat(Stream.concat(ratios.stream(), times.stream()))
                .allSatisfy(part -> assertThat(part.within.coverage.share())
                        .as(part.made + ", rounds: " + part.rounds)
                        .isGreaterThanOrEqualTo(part.made.forks == ForkShape.NORMAL ? 0.983 : 0.95));
    }

    private static Table<Part> ofMade() {
        return new Table<Part>().left("forks", part -> part.made.forks.label()).right("rows", part -> part.made.rows);
    }
}
