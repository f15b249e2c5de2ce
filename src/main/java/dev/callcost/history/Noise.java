package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.stats.Moderation;
import java.util.Arrays;
import java.util.stream.IntStream;

/** How much a row varies from run to run, by two estimates that steps and outliers hardly change. */
final class Noise {
    /** The running median is of this many runs to each side, fewer at the ends. */
    private static final int SIDE = 5;

    /** Undoes that a run is part of its own running median. */
    private static final double OWN_PART = 1.05;

    private static final double LEAST = 0.001;

    private Noise() {}

    /**
     * @param values logarithms, two at least
     * @return a standard deviation
     */
    static double of(double[] values) {
        double[] steps = IntStream.range(1, values.length)
                .mapToDouble(run -> Math.abs(values[run] - values[run - 1]))
                .toArray();
        double[] deviations = IntStream.range(0, values.length)
                .mapToDouble(run -> Math.abs(values[run]
                        - Metric.median(Arrays.copyOfRange(
                                values, Math.max(0, run - SIDE), Math.min(values.length, run + SIDE + 1)))))
                .toArray();
        return Math.max(
                LEAST,
                Math.max(
                        Moderation.NORMAL * Metric.median(steps) / Math.sqrt(2),
                        OWN_PART * Moderation.NORMAL * Metric.median(deviations)));
    }
}
