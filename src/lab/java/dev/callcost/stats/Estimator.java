package dev.callcost.stats;

import dev.callcost.data.ForkValue;
import dev.callcost.data.Metric;
import dev.callcost.data.Row;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** How the time of a fork can be made from the times of its iterations. */
enum Estimator {
    MEDIAN("median", Metric::median),
    QUARTER("quarter", times -> ForkValue.FASTEST_QUARTER.of(times, false)),
    TENTH("tenth", times -> meanOfFastest(0.1, times)),
    QUANTILE("10%", times -> quantile(0.1, times)),
    MEAN("mean", times -> mean(Arrays.stream(times)));

    /** The fewest iterations whose mean is a value. */
    private static final int FEWEST = 2;

    private final String label;
    private final ToDoubleFunction<double[]> ofTimes;

    Estimator(String label, ToDoubleFunction<double[]> ofTimes) {
        this.label = label;
        this.ofTimes = ofTimes;
    }

    String label() {
        return label;
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
        return mean(Arrays.stream(times).sorted().limit(Math.max(FEWEST, Math.round(share * times.length))));
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
