package dev.callcost.picture;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A logarithmic axis from one power of ten to another.
 *
 * @param lowest the exponent at its left end
 * @param highest the exponent at its right end
 * @param left where it begins, in pixels
 * @param length in pixels
 */
record LogAxis(int lowest, int highest, double left, double length) {

    /** The shortest axis that holds positive values. */
    static LogAxis of(DoubleStream values, double left, double length) {
        DoubleSummaryStatistics all = values.summaryStatistics();
        int lowest = (int) Math.floor(Math.log10(all.getMin()));
        int highest = (int) Math.ceil(Math.log10(all.getMax()));
        return new LogAxis(lowest, Math.max(highest, lowest + 1), left, length);
    }

    double x(double value) {
        return left + length * (Math.log10(value) - lowest) / (highest - lowest);
    }

    List<Double> ticks() {
        return IntStream.rangeClosed(lowest, highest)
                .mapToObj(power -> Math.pow(10, power))
                .toList();
    }
}
