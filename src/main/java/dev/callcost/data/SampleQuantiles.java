package dev.callcost.data;

import dev.callcost.stats.Robust;
import java.util.List;

/**
 * Quantiles of a fork's samples, and how many samples they need. A quantile of few samples is one slow moment, not the
 * row.
 */
public final class SampleQuantiles {
    /** The fewest samples above a quantile that is shown, in a window or in a fork. */
    public static final double SHOWN = 10;

    /** The fewest samples of each fork above a quantile that is judged. */
    public static final double JUDGED = 100;

    private SampleQuantiles() {}

    public static double calls(List<Histogram> fork) {
        return fork.stream().mapToDouble(Histogram::samples).sum();
    }

    /**
     * A fork's value: the median over its windows that have {@value #SHOWN} samples above the quantile; a window is an
     * iteration. Where fewer than half of the windows have so many, it is the quantile of all samples of the fork,
     * because the median would leave out most of them.
     *
     * @param fork the samples of each window
     * @param q between 0 and 1
     */
    public static double ofFork(List<Histogram> fork, double q) {
        double[] windows = fork.stream()
                .filter(window -> isEnough(window.samples(), SHOWN, q))
                .mapToDouble(window -> window.quantile(q))
                .toArray();
        return windows.length > 0 && 2 * windows.length >= fork.size()
                ? Robust.median(windows)
                : Histogram.pooled(fork).quantile(q);
    }

    /**
     * Whether enough samples lie above a quantile. The comparison has a tolerance, because 1 - 0.99 is not exact.
     *
     * @param above the fewest that are enough
     */
    public static boolean isEnough(double samples, double above, double q) {
        return samples * (1 - q) >= above * (1 - 1e-9);
    }
}
