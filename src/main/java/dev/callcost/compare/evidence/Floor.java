package dev.callcost.compare.evidence;

import dev.callcost.data.Metric;
import java.util.Arrays;
import java.util.Map;

/**
 * The least difference of a metric that counts. A metric of something that the benchmark does not do lies around zero:
 * the harness and the JVM leave a trace of it, and ratios of traces mean nothing. src/docs/statistics-appendix.md has
 * the reasons for each floor.
 *
 * @param least in the metric's unit; zero for a metric without a floor
 * @param share of base's mean; it counts where it is more
 */
public record Floor(double least, double share) {
    public static final Floor BYTES = new Floor(4, 0.005);

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

    /** The floor of a quantity; scores have none. */
    public static Floor of(Metric metric) {
        return metric.quantity().isEmpty() ? NONE : BY_UNIT.getOrDefault(metric.unit(), NONE);
    }

    /** Whether values have ratios: each fork's value is above the floor of a quantity. */
    public static boolean hasRatio(Metric metric) {
        return metric.quantity().isEmpty()
                || Arrays.stream(metric.forkMedians()).allMatch(value -> value > of(metric).least);
    }

    /** Whether a difference does not count. */
    public boolean covers(double base, double head) {
        return Math.abs(head - base) <= Math.max(least, share * Math.abs(base));
    }

    /** The same of a quantity's means over forks; false for a metric without a floor, or with two units. */
    public static boolean covers(Metric base, Metric head) {
        Floor floor = of(base);
        return floor.least > 0
                && base.unit().equals(head.unit())
                && floor.covers(base.mean().orElse(Double.NaN), head.mean().orElse(Double.NaN));
    }
}
