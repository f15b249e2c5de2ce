package dev.callcost.plot;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Where positive values lie on an axis, from 0 at its beginning to 1 at its end: by their logarithm when they span more than a decade or that is
 * asked for, else in proportion, from zero. It begins and ends at a step of 1, 2 or 5 times a power of ten.
 *
 * @param isLogarithmic whether equal ratios are equally far apart
 * @param low the value at its beginning
 * @param high the value at its end
 */
public record Scale(boolean isLogarithmic, double low, double high) {
    private static final int[] STEPS = {1, 2, 5};
    private static final int DECADE = 10;
    private static final int MOST_TICKS = 8;

    /** What a value may be beyond a step that it was meant to be. */
    private static final double ROUNDING = 1e-9;

    /**
     * The shortest that holds some values.
     *
     * @param values at least one
     */
    public static Scale of(DoubleStream values) {
        DoubleSummaryStatistics all = values.summaryStatistics();
        if (all.getMax() > DECADE * all.getMin()) {
            return logarithmic(all);
        }
        double step = step(all.getMax());
        return new Scale(false, 0, step * Math.ceil(all.getMax() / step));
    }

    /**
     * The shortest that holds some values and is logarithmic, whatever they span.
     *
     * @param values at least one
     */
    static Scale logarithmic(DoubleStream values) {
        return logarithmic(values.summaryStatistics());
    }

    private static Scale logarithmic(DoubleSummaryStatistics values) {
        double least = values.getMin() * (1 + ROUNDING);
        double most = values.getMax() * (1 - ROUNDING);
        double low = steps(least, most).filter(it -> it <= least).max().orElseThrow();
        double high =
                steps(least, most).filter(it -> it >= most && it > low).min().orElseThrow();
        return new Scale(true, low, high);
    }

    /** The steps from the power of ten below one value to that above another. */
    private static DoubleStream steps(double least, double most) {
        return IntStream.rangeClosed(floorOfLog(least), floorOfLog(most) + 1)
                .boxed()
                .flatMapToDouble(power -> IntStream.of(STEPS).mapToDouble(step -> step(step, power)));
    }

    private static int floorOfLog(double value) {
        return (int) Math.floor(Math.log10(value));
    }

    /** By the decimal, which a product with a power would miss by the last bit. */
    private static double step(int step, int power) {
        return Double.parseDouble(step + "e" + power);
    }

    /** The shortest step of which few enough make a length. */
    private static double step(double length) {
        return steps(length / DECADE, length)
                .filter(step -> length / step < MOST_TICKS)
                .min()
                .orElseThrow();
    }

    /** Where a value lies. */
    public double at(double value) {
        return isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    }

    /**
     * The numbers beside the axis.
     *
     * @param text of a value that is not zero
     */
    public List<LineChart.Tick> ticks(DoubleFunction<String> text) {
        return ticks().stream()
                .map(value -> new LineChart.Tick(at(value), value == 0 ? "0" : text.apply(value)))
                .toList();
    }

    /** The values that have a number beside the axis. */
    List<Double> ticks() {
        if (!isLogarithmic) {
            double step = step(high);
            return IntStream.rangeClosed(0, (int) Math.round(high / step))
                    .mapToObj(n -> n * step)
                    .toList();
        }
        List<Double> all =
                steps(low, high).filter(it -> it >= low && it <= high).boxed().toList();
        return all.size() <= MOST_TICKS
                ? all
                : all.stream().filter(it -> it == step(1, floorOfLog(it))).toList();
    }
}
