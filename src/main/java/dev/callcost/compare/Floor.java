package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.text.Numbers;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The least difference of a metric that counts. A metric of something that the benchmark does not do lies around zero: the harness and the JVM leave a trace of it, and ratios of traces
 * mean nothing. src/docs/statistics-appendix.md has the reasons for each floor.
 *
 * @param least in the metric's unit; zero for a metric without a floor
 * @param share of base's mean; it counts where it is more
 */
record Floor(double least, double share) {
    static final Floor BYTES = new Floor(4, 0.005);

    private static final Floor NONE = new Floor(0, 0);

    /** Half of the step of a whole number. */
    private static final Floor WHOLE = new Floor(0.5, 0);

    private static final Map<String, Floor> BY_UNIT = Map.of(
            "B/op", BYTES,
            "#/op", new Floor(0.01, 0),
            "MB/sec", new Floor(0.1, 0),
            "counts", WHOLE,
            "#", WHOLE,
            "ms", WHOLE);

    /** Forks of a side whose bytes differ by this, or by {@link #CONSTANT_SHARE}, allocate the same: an object has a multiple of 8 bytes. */
    private static final double CONSTANT = 0.5;

    private static final double CONSTANT_SHARE = 0.0001;

    /** The floor of a quantity; scores have none. */
    static Floor of(Metric metric) {
        return metric.quantity().isEmpty() ? NONE : BY_UNIT.getOrDefault(metric.unit(), NONE);
    }

    boolean exists() {
        return least > 0;
    }

    /** Whether a value has no ratio. */
    boolean isAroundZero(double value) {
        return !(value > least);
    }

    /** Whether a difference does not count. */
    boolean covers(double base, double head) {
        return Math.abs(head - base) <= Math.max(least, share * Math.abs(base));
    }

    /** The same of a quantity's means over forks; false for a metric without a floor, or with two units. */
    static boolean covers(Metric base, Metric head) {
        Floor floor = of(base);
        return floor.exists()
                && base.unit().equals(head.unit())
                && floor.covers(base.mean().orElse(Double.NaN), head.mean().orElse(Double.NaN));
    }

    /** {@code 4 B/op or 0.5%}. */
    String text(String unit) {
        return BigDecimal.valueOf(least).stripTrailingZeros().toPlainString() + " " + unit
                + (share > 0 ? " or " + Numbers.percent(share) : "");
    }

    /**
     * Whether the bytes of a side are a property of the code, not of its forks: two forks or more, and all the same.
     *
     * @param files the bytes of each fork, by file
     */
    static boolean areConstant(List<double[]> files) {
        double[] forks = RangeTest.values(files, false);
        double least = Arrays.stream(forks).min().orElse(0);
        double most = Arrays.stream(forks).max().orElse(0);
        return forks.length > 1 && most - least <= Math.max(CONSTANT, CONSTANT_SHARE * least);
    }
}
