package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.stats.Moderation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rule on one row's runs, without any gap: where the level changes, and whether the newest runs are unlike the newest level.
 *
 * @param values logarithms of times, the oldest first
 * @param candidates cuts before they are tested
 * @param cuts those that hold
 * @param newest the newest value, or the two newest, where they are beyond the bound of those before
 * @param open the last candidate, where it has too few values after it for the test
 */
record Series(
        double[] values,
        double noise,
        List<Integer> candidates,
        List<Tested> cuts,
        Optional<Tested> newest,
        Optional<Tested> open) {
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
        double noise = Math.max(Math.max(floor, LEAST_NOISE), noise(values));
        List<Integer> candidates = Cuts.of(values, noise);
        List<Tested> cuts = held(values, new ArrayList<>(candidates), margin);
        int stretch = cuts.isEmpty() ? 0 : cuts.get(cuts.size() - 1).at();
        int end = values.length;
        Optional<Tested> newest = Stream.of(end - 2, end - 1)
                .filter(at -> at - stretch >= Tested.FEWEST)
                .map(at -> Tested.of(values, Math.max(stretch, at - Tested.NEAREST), at, end))
                .filter(it -> it.isBeyond() && it.reaches(margin))
                .findFirst();
        Optional<Tested> open = candidates.stream()
                .reduce((a, b) -> b)
                .filter(at -> at > stretch)
                .map(at -> Tested.of(values, stretch, at, end))
                .filter(it -> it.reaches(margin) && it.needed() > 0 && it.needed() < Tested.NEAREST);
        return new Series(values, noise, candidates, cuts, newest, open);
    }

    /** The median of the newest stretch. */
    double level() {
        return cuts.isEmpty()
                ? Metric.median(values)
                : cuts.get(cuts.size() - 1).after();
    }

    /** The cut that chance explains best goes first, since its end changes what its neighbours part. */
    private static List<Tested> held(double[] values, List<Integer> cuts, double margin) {
        List<Tested> tested = IntStream.range(0, cuts.size())
                .mapToObj(n -> Tested.of(
                        values,
                        n == 0 ? 0 : cuts.get(n - 1),
                        cuts.get(n),
                        n == cuts.size() - 1 ? values.length : cuts.get(n + 1)))
                .toList();
        Optional<Tested> weakest =
                tested.stream().filter(cut -> !cut.holds(margin)).max(Comparator.comparing(Tested::p));
        if (weakest.isEmpty()) {
            return tested;
        }
        cuts.remove((Integer) weakest.get().at());
        return held(values, cuts, margin);
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
