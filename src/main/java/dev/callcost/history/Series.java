package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.stats.Moderation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rule on one row's runs, without any gap: where the level changes, and whether the newest runs are unlike the newest level.
 *
 * @param values logarithms of times, the oldest first
 * @param candidates cuts before they are tested
 * @param cuts those that hold
 * @param newest how many of the newest values are beyond the bound of those before: 0, 1 or 2
 * @param direction of these values: 1 slower, -1 faster, 0
 */
record Series(double[] values, double noise, List<Integer> candidates, List<Tested> cuts, int newest, int direction) {
    /** The newest values that count as confirmed together. */
    private static final int CONFIRMED = 2;

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
        List<Tested> cuts = held(values, candidates, margin);
        int stretch = cuts.isEmpty() ? 0 : cuts.get(cuts.size() - 1).at();
        for (int newest = CONFIRMED; newest > 0; newest--) {
            int direction = direction(values, stretch, newest, margin);
            if (direction != 0) {
                return new Series(values, noise, candidates, cuts, newest, direction);
            }
        }
        return new Series(values, noise, candidates, cuts, 0, 0);
    }

    /** The cut that chance explains best goes first, since its end changes what its neighbours part. */
    private static List<Tested> held(double[] values, List<Integer> candidates, double margin) {
        List<Integer> cuts = new ArrayList<>(candidates);
        while (true) {
            List<Tested> tested = tested(values, cuts);
            Optional<Tested> weakest =
                    tested.stream().filter(cut -> !cut.holds(margin)).max(Comparator.comparing(Tested::p));
            if (weakest.isEmpty()) {
                return tested;
            }
            cuts.remove((Integer) weakest.get().at());
        }
    }

    private static List<Tested> tested(double[] values, List<Integer> cuts) {
        List<Tested> tested = new ArrayList<>();
        for (int n = 0; n < cuts.size(); n++) {
            tested.add(Tested.of(
                    values,
                    n == 0 ? 0 : cuts.get(n - 1),
                    cuts.get(n),
                    n == cuts.size() - 1 ? values.length : cuts.get(n + 1)));
        }
        return tested;
    }

    private static int direction(double[] values, int stretch, int newest, double margin) {
        int end = values.length - newest;
        double[] level = Arrays.copyOfRange(values, Math.max(stretch, end - Tested.NEAREST), Math.max(stretch, end));
        double[] runs = Arrays.copyOfRange(values, end, values.length);
        int side = Tested.beyond(level, runs);
        return side != 0 && Math.abs(Metric.median(runs) - Metric.median(level)) >= Math.log1p(margin) ? side : 0;
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
