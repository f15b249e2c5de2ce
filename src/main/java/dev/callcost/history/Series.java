package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.stats.Moderation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rule on one row's runs, without any gap: where the level changes, and whether the newest runs are unlike the newest level.
 *
 * @param values logarithms of times, the oldest first
 * @param candidates cuts before they are tested
 * @param steps cuts that hold, those below the margin too
 * @param cuts steps that reach the margin
 * @param drifts cuts of several steps in one direction, each below the margin, whose sum reaches it
 * @param newest the newest value, or the two newest, where they are beyond the bound of those before
 * @param open the last candidate, where it has too few values after it for the test
 */
record Series(
        double[] values,
        double noise,
        List<Integer> candidates,
        List<CutTest> steps,
        List<CutTest> cuts,
        List<List<CutTest>> drifts,
        Optional<CutTest> newest,
        Optional<CutTest> open) {
    private static final double LEAST_NOISE = 0.001;

    /** The running median is of this many runs to each side, fewer at the ends. */
    private static final int SIDE = 5;

    /** Undoes that a run is part of its own running median. */
    private static final double OWN_PART = 1.05;

    /**
     * @param values two at least
     * @param floor the least noise, as the forks within runs show it
     */
    static Series of(double[] values, double margin, double floor) {
        double noise = noise(values, floor);
        List<Integer> candidates = Cuts.of(values, noise, Set.of());
        List<CutTest> steps = held(values, new ArrayList<>(candidates), margin);
        int stretch = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).at();
        int end = values.length;
        Optional<Integer> last = candidates.stream().reduce((a, b) -> b);
        Optional<CutTest> newest = Stream.of(end - 2, end - 1)
                .filter(at -> at - stretch >= CutTest.FEWEST)
                .map(at -> CutTest.of(values, Math.max(stretch, at - CutTest.NEAREST), at, end))
                .filter(it -> it.isBeyond() && it.reaches(margin))
                .findFirst()
                .filter(it -> last.filter(at -> at > stretch && it.at() - at >= Cuts.SHORTEST)
                        .map(at -> CutTest.of(values, at, it.at(), end).reaches(margin))
                        .orElse(true));
        Optional<CutTest> open = last.filter(at -> at > stretch)
                .map(at -> CutTest.of(values, stretch, at, end))
                .filter(it -> it.reaches(margin) && it.needed() > 0 && it.needed() < CutTest.NEAREST);
        List<List<CutTest>> drifts = drifts(steps, tested(values, candidates), margin);
        List<CutTest> cuts = steps.stream()
                .filter(it -> it.reaches(margin) && drifts.stream().noneMatch(drift -> contains(drift, it.at())))
                .toList();
        return new Series(values, noise, candidates, steps, cuts, drifts, newest, open);
    }

    /**
     * The cuts at updates that hold, of any size: what the machine does to this row.
     *
     * @param updates indices of the first values after an update
     */
    static List<CutTest> jumps(double[] values, double margin, double floor, Set<Integer> updates) {
        if (updates.isEmpty()) {
            return List.of();
        }
        List<Integer> cuts = Cuts.of(values, noise(values, floor), updates);
        return tested(values, cuts).stream()
                .filter(cut -> updates.contains(cut.at()) && cut.holds(margin))
                .toList();
    }

    /**
     * A step that reaches the margin only together with candidates next to it is no step of its own: all of them are.
     *
     * @param candidates each tested against its neighbours
     */
    private static List<List<CutTest>> drifts(List<CutTest> steps, List<CutTest> candidates, double margin) {
        List<CutTest> small =
                candidates.stream().filter(it -> !it.reaches(margin)).toList();
        List<List<CutTest>> drifts = new ArrayList<>();
        for (int n = 0; n < steps.size(); ) {
            double side = Math.signum(steps.get(n).change());
            List<CutTest> stairs = steps.stream()
                    .skip(n)
                    .takeWhile(it -> Math.signum(it.change()) == side && contains(small, it.at()))
                    .toList();
            if (!stairs.isEmpty()) {
                int from = stairs.get(0).from();
                int end = stairs.get(stairs.size() - 1).end();
                List<CutTest> all = small.stream()
                        .filter(it -> it.at() > from && it.at() < end && Math.signum(it.change()) == side)
                        .toList();
                if (all.size() > 1 && Math.abs(sum(all)) >= Math.log1p(margin)) {
                    drifts.add(all);
                }
            }
            n += Math.max(1, stairs.size());
        }
        return drifts;
    }

    private static boolean contains(List<CutTest> cuts, int at) {
        return cuts.stream().anyMatch(it -> it.at() == at);
    }

    /** The change of several steps, as a logarithm. */
    static double sum(List<CutTest> steps) {
        return steps.stream().mapToDouble(CutTest::change).sum();
    }

    /** The median of the newest stretch. */
    double level() {
        return steps.isEmpty()
                ? Metric.median(values)
                : steps.get(steps.size() - 1).after();
    }

    /** The cut that chance explains best goes first, since its end changes what its neighbours part. */
    private static List<CutTest> held(double[] values, List<Integer> cuts, double margin) {
        List<CutTest> tested = tested(values, cuts);
        Optional<CutTest> weakest =
                tested.stream().filter(cut -> !cut.holds(margin)).max(Comparator.comparing(CutTest::p));
        if (weakest.isEmpty()) {
            return tested;
        }
        cuts.remove((Integer) weakest.get().at());
        return held(values, cuts, margin);
    }

    private static List<CutTest> tested(double[] values, List<Integer> cuts) {
        return IntStream.range(0, cuts.size())
                .mapToObj(n -> CutTest.of(
                        values,
                        n == 0 ? 0 : cuts.get(n - 1),
                        cuts.get(n),
                        n == cuts.size() - 1 ? values.length : cuts.get(n + 1)))
                .toList();
    }

    private static double noise(double[] values, double floor) {
        return Math.max(Math.max(floor, LEAST_NOISE), noise(values));
    }

    /** How much values vary from run to run: the larger of two standard deviations that steps and outliers hardly change. */
    private static double noise(double[] values) {
        double[] steps = IntStream.range(1, values.length)
                .mapToDouble(run -> Math.abs(values[run] - values[run - 1]))
                .toArray();
        double[] deviations = IntStream.range(0, values.length)
                .mapToDouble(run -> Math.abs(values[run]
                        - Metric.median(Arrays.copyOfRange(
                                values, Math.max(0, run - SIDE), Math.min(values.length, run + SIDE + 1)))))
                .toArray();
        return Math.max(
                Moderation.NORMAL * Metric.median(steps) / Math.sqrt(2),
                OWN_PART * Moderation.NORMAL * Metric.median(deviations));
    }
}
