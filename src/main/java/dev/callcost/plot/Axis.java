package dev.callcost.plot;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One side of a picture: values between two ends, in proportion or by their logarithm.
 *
 * @param low the value at the left or at the bottom
 * @param high the value at the right or at the top
 * @param isLogarithmic whether equal ratios are equally far apart
 * @param ticks the values with a number beside the axis, in ascending order
 */
public record Axis(double low, double high, boolean isLogarithmic, List<Tick> ticks) {
    /** From 0 to 1 without numbers: the height of a chart's lane. */
    public static final Axis UNIT = new Axis(0, 1, false, List.of());

    private static final int[] STEPS = {1, 2, 5};
    private static final int DECADE = 10;
    private static final int MOST_TICKS = 6;

    /** Rounding errors of a value that lies on a step. */
    private static final double ROUNDING = 1e-9;

    /** A value and its number. */
    public record Tick(double at, String text) {}

    /**
     * The shortest axis that holds positive values and ends at steps: logarithmic when they span more than a decade, else linear from zero.
     *
     * @param values at least one
     * @param text the number beside a value that is not zero
     */
    public static Axis of(DoubleStream values, DoubleFunction<String> text) {
        DoubleSummaryStatistics all = values.summaryStatistics();
        if (all.getMax() > DECADE * all.getMin()) {
            return logarithmic(all, text);
        }
        double step = step(all.getMax());
        return linear(0, step * Math.ceil(all.getMax() / step), text);
    }

    /** The same, logarithmic whatever the values span. */
    public static Axis logarithmic(DoubleStream values, DoubleFunction<String> text) {
        return logarithmic(values.summaryStatistics(), text);
    }

    private static Axis logarithmic(DoubleSummaryStatistics values, DoubleFunction<String> text) {
        double least = values.getMin() * (1 + ROUNDING);
        double most = values.getMax() * (1 - ROUNDING);
        double low = steps(least, most, STEPS).filter(it -> it <= least).max().orElseThrow();
        double high = steps(least, most, STEPS)
                .filter(it -> it >= most && it > low)
                .findFirst()
                .orElseThrow();
        List<Double> ticks = List.of();
        for (int[] digits : new int[][] {STEPS, {1, 5}, {1}}) {
            if (ticks.isEmpty() || ticks.size() > MOST_TICKS) {
                ticks = steps(low, high, digits)
                        .filter(it -> it >= low && it <= high)
                        .boxed()
                        .toList();
            }
        }
        int every = (ticks.size() + MOST_TICKS - 1) / MOST_TICKS;
        List<Double> all = ticks;
        return new Axis(
                low,
                high,
                true,
                named(IntStream.range(0, all.size()).filter(n -> n % every == 0).mapToObj(all::get), text));
    }

    /** A linear axis between two values, with numbers at the steps between them. */
    public static Axis linear(double low, double high, DoubleFunction<String> text) {
        double step = step(high - low);
        LongStream steps = LongStream.rangeClosed(
                (long) Math.ceil(low / step - ROUNDING), (long) Math.floor(high / step + ROUNDING));
        return new Axis(low, high, false, named(steps.mapToObj(n -> n * step), text));
    }

    /** A linear axis from zero to a number of things, whose name stands behind the last number. */
    public static Axis counting(double high, String things) {
        List<Tick> ticks = new ArrayList<>(linear(0, high, it -> String.valueOf(Math.round(it))).ticks);
        Tick last = ticks.remove(ticks.size() - 1);
        ticks.add(new Tick(last.at, last.text + " " + things));
        return new Axis(0, high, false, ticks);
    }

    /** A logarithmic axis of ratios with these numbers. */
    public static Axis ratios(double low, double high, String... numbers) {
        return new Axis(
                low,
                high,
                true,
                Stream.of(numbers)
                        .map(it -> new Tick(Double.parseDouble(it), it + "x"))
                        .toList());
    }

    private static List<Tick> named(Stream<Double> values, DoubleFunction<String> text) {
        return values.map(value -> new Tick(value, value == 0 ? "0" : text.apply(value)))
                .toList();
    }

    /** These digits times powers of ten, from the power below one value to the power above another. */
    private static DoubleStream steps(double least, double most, int... digits) {
        return IntStream.rangeClosed(floorOfLog(least), floorOfLog(most) + 1)
                .boxed()
                .flatMapToDouble(
                        power -> IntStream.of(digits).mapToDouble(digit -> Double.parseDouble(digit + "e" + power)));
    }

    private static int floorOfLog(double value) {
        return (int) Math.floor(Math.log10(value));
    }

    /** The shortest step that divides a length into few enough parts. */
    private static double step(double length) {
        return steps(length / DECADE, length, STEPS)
                .filter(step -> length / step < MOST_TICKS)
                .findFirst()
                .orElseThrow();
    }

    /** A value's place, from 0 at the low end to 1 at the high end; values beyond an end are placed on it. */
    public double share(double value) {
        double inside = Math.max(low, Math.min(high, value));
        return isLogarithmic ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
    }
}
