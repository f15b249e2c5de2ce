package dev.callcost.stats;

import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** How the time of a fork can be made from the times of its iterations. */
enum Estimator {
    MEDIAN("median", Excluded.NOTHING, Metric::median),
    CANARY("canary", Excluded.ITERATIONS, Metric::median),
    QUARTER("quarter", Excluded.NOTHING, times -> meanOfFastest(0.25, times)),
    TENTH("tenth", Excluded.NOTHING, times -> meanOfFastest(0.1, times)),
    QUANTILE("10%", Excluded.NOTHING, times -> quantile(0.1, times)),
    BOTH("both", Excluded.ITERATIONS, times -> meanOfFastest(0.25, times)),
    QUARTER_OF_QUIET("quarter q", Excluded.FORKS, times -> meanOfFastest(0.25, times)),
    TENTH_OF_QUIET("tenth q", Excluded.FORKS, times -> meanOfFastest(0.1, times)),
    MEAN("mean", Excluded.NOTHING, times -> mean(Arrays.stream(times)));

    /** What the canary excludes from rows that have one. */
    enum Excluded {
        NOTHING,

        /** Contended iterations, as {@link Uncontended} does. */
        ITERATIONS,

        /** Forks whose fastest quarter of iterations is contended, because something else used the core all the time. */
        FORKS
    }

    /** The fewest iterations whose mean is a value. */
    private static final int FEWEST = 2;

    private final String label;
    private final Excluded excluded;
    private final ToDoubleFunction<double[]> ofTimes;

    Estimator(String label, Excluded excluded, ToDoubleFunction<double[]> ofTimes) {
        this.label = label;
        this.excluded = excluded;
        this.ofTimes = ofTimes;
    }

    String label() {
        return label;
    }

    Excluded excluded() {
        return excluded;
    }

    double of(List<Double> times) {
        return ofTimes.applyAsDouble(times.stream().mapToDouble(it -> it).toArray());
    }

    /** The row with one value a fork, and without other metrics. */
    Row of(Row row) {
        return new Row(
                row.benchmark(),
                row.mode(),
                row.threads(),
                row.params(),
                new Metric(
                        row.primary().unit(),
                        row.primary().forks().stream()
                                .map(fork -> List.of(of(fork)))
                                .toList()),
                new TreeMap<>(),
                row.settings());
    }

    private static double meanOfFastest(double share, double[] times) {
        return mean(Arrays.stream(times).sorted().limit(fastest(share, times.length)));
    }

    /** The number of iterations that a share of the fastest has. */
    static int fastest(double share, int iterations) {
        return (int) Math.max(FEWEST, Math.round(share * iterations));
    }

    /** Interpolates between the two times next to it, Hyndman and Fan's type 7. */
    static double quantile(double share, double[] times) {
        double[] sorted = Arrays.stream(times).sorted().toArray();
        double place = share * (sorted.length - 1);
        int before = (int) place;
        double after = sorted[Math.min(before + 1, sorted.length - 1)];
        return sorted[before] + (place - before) * (after - sorted[before]);
    }

    private static double mean(DoubleStream times) {
        return times.average().orElseThrow();
    }
}
