package dev.callcost.data;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One value a fork for a metric without raw data. A profiler outside of the JVM, such as perfnorm, has one number a
 * fork, and JMH's JSON keeps only the mean, the error and the percentiles over forks. These values have that mean and
 * that spread: up to two forks they are the true ones, beyond that an interval over them is the true one.
 */
final class SpreadForks {
    /** The confidence of the interval that JMH's error is half of. */
    private static final double CONFIDENCE = 0.999;

    private SpreadForks() {}

    /**
     * @param known JMH's members of the metric: {@code score}, the mean; {@code scoreError}, half of its interval; the
     *     percentiles {@code 0.0} and {@code 100.0}
     * @return a list for each fork, which are empty when a number that is needed is not finite
     */
    static List<List<Double>> of(int forks, Map<String, Double> known) {
        ToDoubleFunction<String> number = name -> known.getOrDefault(name, Double.NaN);
        double mean = number.applyAsDouble("score");
        List<Double> values = forks < 2
                ? Collections.nCopies(forks, mean)
                : forks == 2
                        ? List.of(number.applyAsDouble("0.0"), number.applyAsDouble("100.0"))
                        : values(forks, mean, number.applyAsDouble("scoreError"));
        return values.stream().allMatch(Double::isFinite)
                ? values.stream().map(List::of).toList()
                : Collections.nCopies(forks, List.of());
    }

    /** Half of them below the mean and half above; an odd one is the mean. */
    private static List<Double> values(int forks, double mean, double error) {
        double deviation = error
                * Math.sqrt(forks)
                / TDistribution.of(forks - 1.0).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        int apart = forks - forks % 2;
        double step = deviation * Math.sqrt((forks - 1.0) / apart);
        return IntStream.range(0, forks)
                .mapToObj(fork -> fork == apart ? mean : mean + (fork % 2 == 0 ? -step : step))
                .toList();
    }
}
