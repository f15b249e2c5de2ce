package dev.callcost.lab;

import dev.callcost.data.Estimate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The half widths of many intervals whose degrees of freedom are few: each quantile is computed once. */
public final class HalfWidth {
    /** By degrees of freedom the half width of an interval in standard errors, as estimates have it. */
    private static final Map<Double, Double> QUANTILES = new ConcurrentHashMap<>();

    private HalfWidth() {}

    /** Half of the 99 % interval, on the logarithms. */
    public static double of(Estimate estimate) {
        return Math.sqrt(estimate.variance())
                * QUANTILES.computeIfAbsent(
                        estimate.degrees(), degrees -> Math.log(new Estimate(0, 1, degrees, 2).high()));
    }
}
