package dev.callcost.stats;

import org.apache.commons.statistics.descriptive.Median;

/** Measures that one value far from the others does not move. */
public final class Robust {
    /** From a median absolute deviation to a standard deviation, where values are normal. */
    public static final double NORMAL = 1.4826;

    private Robust() {}

    /** The median of at least one value. */
    public static double median(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }
}
