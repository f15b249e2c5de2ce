package dev.callcost.history;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;

/** Where Student's t expects one more run of a stretch, at 99.9 %. */
record Bound(double low, double high) {
    /** With fewer runs there is no bound. */
    static final int FEWEST = 10;

    private static final double LEVEL = 0.001;
    private static final double[] QUANTILES = new double[Tested.NEAREST];

    static {
        for (int degrees = FEWEST - 1; degrees < QUANTILES.length; degrees++) {
            QUANTILES[degrees] = new TDistribution(null, degrees).inverseCumulativeProbability(1 - LEVEL / 2);
        }
    }

    /** @param runs from {@value #FEWEST} to {@value Tested#NEAREST} */
    static Bound of(double[] runs) {
        double mean = Arrays.stream(runs).average().orElseThrow();
        double squares =
                Arrays.stream(runs).map(run -> (run - mean) * (run - mean)).sum();
        double halfWidth =
                QUANTILES[runs.length - 1] * Math.sqrt(squares / (runs.length - 1) * (1 + 1.0 / runs.length));
        return new Bound(mean - halfWidth, mean + halfWidth);
    }

    /** Whether all runs lie above the bound (1), or all below it (-1), or neither (0). */
    int side(double[] runs) {
        return Arrays.stream(runs).allMatch(run -> run > high)
                ? 1
                : Arrays.stream(runs).allMatch(run -> run < low) ? -1 : 0;
    }
}
