package dev.callcost.report;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * Rows that differ in one parameter, along which they lie, and what sets their curves apart.
 *
 * @param label the benchmark, and what all the rows have in common but others of it have not
 * @param axis the parameter
 * @param values the parameter's values: numbers by size, others in the order of the file
 * @param curves at most {@link Sweeps#MOST_CURVES}, each with three values or more
 * @param unit of the estimates, such as {@code ops/ms}; empty when they are times of an operation in nanoseconds
 */
record Sweep(String label, String axis, List<String> values, List<Curve> curves, String unit) {
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,15}(\\.\\d{1,15})?([eE][-+]?\\d{1,2})?");
    private static final double DECADE = 10;

    /**
     * A curve.
     *
     * @param label what sets it apart
     * @param estimates by value of the parameter, at least three
     */
    record Curve(String label, Map<String, Estimate> estimates) {}

    /** Whether a parameter's value is a number. */
    static boolean isNumber(String value) {
        return NUMBER.matcher(value).matches();
    }

    /**
     * Where each value lies, from 0 to 1: numbers in proportion, or by their logarithm when they span more than a decade and crowd at its lower end, zero then a
     * decade below the smallest; what is no number side by side.
     */
    Map<String, Double> places() {
        Map<String, Double> places = new LinkedHashMap<>();
        double[] numbers = values.stream()
                .filter(Sweep::isNumber)
                .mapToDouble(Double::parseDouble)
                .toArray();
        double most = Arrays.stream(numbers).max().orElse(0);
        double least = Arrays.stream(numbers).filter(number -> number > 0).min().orElse(most);
        if (numbers.length < values.size() || numbers[0] == most) {
            values.forEach(value -> places.put(value, (places.size() + 0.5) / values.size()));
            return places;
        }
        boolean isLogarithmic = numbers[0] >= 0 && most > DECADE * least && 2 * Metric.median(numbers) < most;
        DoubleUnaryOperator along =
                isLogarithmic ? number -> Math.log(Math.max(number, least / DECADE)) : DoubleUnaryOperator.identity();
        double first = along.applyAsDouble(numbers[0]);
        double length = along.applyAsDouble(most) - first;
        for (int n = 0; n < numbers.length; n++) {
            places.put(values.get(n), (along.applyAsDouble(numbers[n]) - first) / length);
        }
        return places;
    }
}
