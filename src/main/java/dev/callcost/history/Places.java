package dev.callcost.history;

import dev.callcost.history.RowHistory.StepRange;
import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * At which run steps begin. Steps of several rows at about one run are one step, which begins at one run: what its rows
 * have in common shows the run more sharply than each row does. A pace would smear a step that most rows make, so the
 * pace of the rows that make it does not count here.
 */
final class Places {
    /** Steps whose runs are no farther apart may be one step. */
    private static final int TOGETHER = 5;

    /** A step begins within so many runs of where a row shows it. */
    static final int REACH = 10;

    /** A step of fewer rows hardly changes the pace. */
    private static final double SHARED = 1 / 3.0;

    /** So many runs on each side show how much the rows of a step scatter together. */
    private static final int AROUND = 30;

    /** Fewer rows that do not make a step show no pace for it. */
    private static final int FEWEST_OTHERS = 3;

    /** The true run is not between good and bad with this probability, at most. */
    private static final double MISS = 0.05;

    /** A row belongs to another step where such a difference of its own would have this probability. */
    private static final double STRANGE = 0.001;

    /** A cut of a row: where its level changes. */
    private record RowStep(RowRule row, CutTest cut) {
        int run() {
            return row.run(cut.at());
        }

        double size() {
            return cut.change();
        }

        /** The second run of the stretch before it. */
        int earliest() {
            return row.run(cut.from()) + 1;
        }

        /** The last run of the stretch after it. */
        int latest() {
            return row.run(cut.end() - 1);
        }
    }

    private final List<RowRule> rows;
    private final int runs;

    /** The number of rows that have enough runs. */
    private final long judged;

    private final Map<RowStep, StepRange> places = new HashMap<>();

    /** Steps that enough rows make to change what all rows have in common. */
    private final Set<RowStep> shared = new HashSet<>();

    private Places(List<RowRule> rows, int runs) {
        this.rows = rows;
        judged = rows.stream().filter(RowRule::isJudged).count();
        this.runs = runs;
    }

    /** @param runs the number of runs of the history */
    static Places of(List<RowRule> rows, int runs) {
        Places places = new Places(rows, runs);
        for (boolean isSlower : new boolean[] {true, false}) {
            List<RowStep> steps = rows.stream()
                    .flatMap(row -> row.steps().stream().map(cut -> new RowStep(row, cut)))
                    .filter(step -> step.size() > 0 == isSlower)
                    .sorted(Comparator.comparing(RowStep::run))
                    .toList();
            places.locateAll(steps);
        }
        return places;
    }

    /** @param steps in one direction, by their runs */
    private void locateAll(List<RowStep> steps) {
        int from = 0;
        for (int n = 1; n <= steps.size(); n++) {
            if (n == steps.size()
                    || steps.get(n).run() - steps.get(n - 1).run() > TOGETHER
                    || steps.get(n).run() - steps.get(from).run() > REACH) {
                locate(steps.subList(from, n));
                from = n;
            }
        }
    }

    /** Whether a step changes what all rows have in common. */
    boolean areShared() {
        return !shared.isEmpty();
    }

    /** Where a row's step begins. */
    StepRange of(RowRule row, CutTest cut) {
        return places.get(new RowStep(row, cut));
    }

    /** By how much the shared steps of a row have changed it up to a run, as a logarithm. */
    double level(RowRule row, int run) {
        return row.steps().stream()
                .filter(cut ->
                        shared.contains(new RowStep(row, cut)) && of(row, cut).first() <= run)
                .mapToDouble(CutTest::change)
                .sum();
    }

    /** @param steps in one direction, by their runs, which are near to each other */
    private void locate(List<RowStep> steps) {
        int middle = steps.get(steps.size() / 2).run();
        int from = Math.max(0, middle - AROUND);
        int to = Math.min(runs, middle + AROUND + 1);
        Set<RowRule> own = new HashSet<>(steps.stream().map(RowStep::row).toList());
        Profile alone = new Profile(steps, from, new double[to - from], middle);
        Profile paced = new Profile(steps, from, others(own, from, to), middle);
        Profile best = paced.noise < alone.noise ? paced : alone;
        StepRange place = best.place();
        Map<Boolean, List<RowStep>> parts = steps.stream()
                .collect(Collectors.partitioningBy(step -> steps.size() > 1
                        && new Profile(List.of(step), from, best.paces, middle).isStrange(place.first())));
        int first = steps.get(0).run();
        if (parts.get(false).isEmpty() && steps.get(steps.size() - 1).run() > first) {
            // two steps, and what both have in common is between them
            parts = steps.stream().collect(Collectors.partitioningBy(step -> step.run() > first));
            locate(parts.get(false));
        } else {
            List<RowStep> alike = parts.get(false).isEmpty() ? steps : parts.get(false);
            alike.forEach(step -> places.put(step, place));
            if (alike.size() >= SHARED * judged) {
                shared.addAll(alike);
            }
        }
        locateAll(parts.get(true).stream()
                .filter(step -> !places.containsKey(step))
                .toList());
    }

    /** The pace of the rows that do not make a step; NaN where it is not known. */
    private double[] others(Set<RowRule> own, int from, int to) {
        List<RowRule> others = rows.stream().filter(row -> !own.contains(row)).toList();
        double[][] values = IntStream.range(from, to)
                .mapToObj(run -> others.stream()
                        .mapToDouble(row -> row.raw(run) - row.level(run))
                        .toArray())
                .toArray(double[][]::new);
        return JudgedRun.paces(values, FEWEST_OTHERS);
    }

    /** What the rows of a step have in common, run by run. */
    private static final class Profile {
        private final int from;
        private final double[] paces;
        private final double noise;

        /** Above zero where a run is nearer to the level after the step; NaN where no row has the run. */
        private final double[] sides;

        private final double size;

        /** Between which runs the step begins. */
        private final int low;

        private final int high;

        Profile(List<RowStep> steps, int from, double[] paces, int middle) {
            this.from = from;
            this.paces = paces;
            int earliest = steps.stream().mapToInt(RowStep::earliest).max().orElseThrow();
            int latest = steps.stream().mapToInt(RowStep::latest).min().orElseThrow();
            low = Math.max(middle - REACH, Math.min(middle, earliest));
            high = Math.min(middle + REACH, Math.max(middle, latest));
            size = Robust.median(
                    steps.stream().mapToDouble(it -> Math.abs(it.size())).toArray());
            double sign = Math.signum(steps.get(0).size());
            sides = common(
                    steps,
                    (step, run) -> sign
                            * (step.row().raw(run)
                                    - paces[run - from]
                                    - (step.cut().before() + step.cut().after()) / 2));
            double[] rest = common(
                    steps,
                    (step, run) ->
                            step.row().raw(run) - paces[run - from] - step.row().level(run));
            double[] known = Arrays.stream(rest).filter(it -> !Double.isNaN(it)).toArray();
            noise = known.length < CutTest.FEWEST_RUNS ? Double.POSITIVE_INFINITY : Series.noise(known);
        }

        private double[] common(List<RowStep> steps, ToDoubleBiFunction<RowStep, Integer> value) {
            return IntStream.range(from, from + paces.length)
                    .mapToDouble(run -> {
                        double[] known = steps.stream()
                                .mapToDouble(step -> value.applyAsDouble(step, run))
                                .filter(it -> !Double.isNaN(it))
                                .toArray();
                        return known.length == 0 ? Double.NaN : Robust.median(known);
                    })
                    .toArray();
        }

        /**
         * How much less likely each run is the first with the step than the likeliest, as a logarithm; NaN for one that
         * is not possible.
         */
        private double[] unlikely() {
            double[] costs = new double[sides.length];
            Arrays.fill(costs, Double.NaN);
            double cost = 0;
            for (int n = Math.max(0, low - from); n <= Math.min(sides.length - 1, high - from); n++) {
                if (Double.isNaN(sides[n])) {
                    continue;
                }
                costs[n] = cost;
                cost += Math.max(-size, Math.min(size, 2 * sides[n])) / noise;
            }
            double least =
                    DoubleStream.of(costs).filter(it -> !Double.isNaN(it)).min().orElse(0);
            return DoubleStream.of(costs).map(it -> it - least).toArray();
        }

        StepRange place() {
            double[] unlikely = unlikely();
            int[] possible = IntStream.range(0, unlikely.length)
                    .filter(n -> unlikely[n] <= Math.log(2 / MISS))
                    .toArray();
            int first = IntStream.of(possible)
                    .boxed()
                    .min(Comparator.comparing(n -> unlikely[n]))
                    .orElse(low - from);
            int good = possible.length == 0 ? first - 1 : possible[0] - 1;
            while (good > 0 && Double.isNaN(sides[good])) {
                good--;
            }
            return new StepRange(
                    from + good, from + first, from + (possible.length == 0 ? first : possible[possible.length - 1]));
        }

        /** Whether the step cannot begin at a run, or at the next one that its row has. */
        boolean isStrange(int run) {
            double[] unlikely = unlikely();
            int next = run;
            while (next < high && Double.isNaN(unlikely[next - from])) {
                next++;
            }
            return run < low || next > high || !(unlikely[next - from] <= Math.log(2 / STRANGE));
        }
    }
}
