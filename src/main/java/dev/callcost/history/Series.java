package dev.callcost.history;

import dev.callcost.stats.Robust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rule on one row's runs, without any gap: where the level changes, and whether the newest runs are unlike the
 * newest level.
 *
 * @param values logarithms of times, the oldest first
 * @param steps cuts that hold, those below the margin too
 * @param newest the newest value, or the two newest, where they are beyond the bound of those before
 */
record Series(double[] values, double noise, List<CutTest> steps, Optional<CutTest> newest) {
    private static final double LEAST_NOISE = 0.001;

    /** The running median is of this many runs to each side, fewer at the ends. */
    private static final int SIDE = 5;

    /** Undoes that a run is part of its own running median. */
    private static final double OWN_PART = 1.05;

    /** @param values two at least */
    static Series of(double[] values, double margin) {
        double noise = noise(values);
        List<Integer> candidates = Cuts.of(values, noise);
        List<CutTest> steps = held(values, new ArrayList<>(candidates), margin);
        int stretch = steps.isEmpty() ? 0 : steps.get(steps.size() - 1).at();
        int end = values.length;
        Optional<Integer> last = candidates.stream().filter(at -> at > stretch).reduce((a, b) -> b);
        Optional<CutTest> newest = Stream.of(end - 2, end - 1)
                .filter(at -> at - stretch >= CutTest.FEWEST)
                .map(at -> CutTest.of(values, Math.max(stretch, at - CutTest.NEAREST), at, end))
                .filter(it -> it.isBeyond() && it.reaches(margin))
                .findFirst()
                .filter(it -> last.filter(at -> it.at() - at >= Cuts.SHORTEST)
                        .map(at -> CutTest.of(values, at, it.at(), end).reaches(margin))
                        .orElse(true));
        return new Series(values, noise, steps, newest);
    }

    /** Steps that reach the margin: alone, or several in one direction, one after the other, together. */
    static List<List<CutTest>> changes(List<CutTest> steps, double margin) {
        List<List<CutTest>> changes = new ArrayList<>();
        CutTest before = null;
        for (CutTest step : steps) {
            boolean isMore = before != null
                    && !before.reaches(margin)
                    && !step.reaches(margin)
                    && step.change() > 0 == before.change() > 0;
            if (!isMore) {
                changes.add(new ArrayList<>());
            }
            changes.get(changes.size() - 1).add(step);
            before = step;
        }
        changes.removeIf(some -> Math.abs(size(some)) < Math.log1p(margin));
        return changes;
    }

    /** The size of a change as a logarithm. */
    static double size(List<CutTest> steps) {
        return steps.stream().mapToDouble(CutTest::change).sum();
    }

    /** The median of the newest stretch. */
    double level() {
        return steps.isEmpty()
                ? Robust.median(values)
                : steps.get(steps.size() - 1).after();
    }

    /** The cut that chance explains best goes first, since its end changes what its neighbours part. */
    private static List<CutTest> held(double[] values, List<Integer> cuts, double margin) {
        List<CutTest> tested = IntStream.range(0, cuts.size())
                .mapToObj(n -> CutTest.of(
                        values,
                        n == 0 ? 0 : cuts.get(n - 1),
                        cuts.get(n),
                        n == cuts.size() - 1 ? values.length : cuts.get(n + 1)))
                .toList();
        Optional<CutTest> weakest =
                tested.stream().filter(cut -> !cut.holds(margin)).max(Comparator.comparing(CutTest::p));
        if (weakest.isEmpty()) {
            return tested;
        }
        cuts.remove((Integer) weakest.get().at());
        return held(values, cuts, margin);
    }

    /**
     * How much values vary from run to run: the larger of two standard deviations that steps and outliers hardly
     * change.
     */
    static double noise(double[] values) {
        double[] steps = IntStream.range(1, values.length)
                .mapToDouble(run -> Math.abs(values[run] - values[run - 1]))
                .toArray();
        double[] deviations = IntStream.range(0, values.length)
                .mapToDouble(run -> Math.abs(values[run]
                        - Robust.median(Arrays.copyOfRange(
                                values, Math.max(0, run - SIDE), Math.min(values.length, run + SIDE + 1)))))
                .toArray();
        double ofSteps = Robust.NORMAL * Robust.median(steps) / Math.sqrt(2);
        double ofDeviations = OWN_PART * Robust.NORMAL * Robust.median(deviations);
        return Math.max(LEAST_NOISE, Math.max(ofSteps, ofDeviations));
    }
}
