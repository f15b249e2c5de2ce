package dev.callcost.plot;

import dev.callcost.text.Html;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * One side of a picture: values between two ends, in proportion or by their logarithm.
 *
 * @param isLogarithmic whether equal ratios are equally far apart
 * @param ticks the values with a number beside the axis, in ascending order
 */
public record Axis(double low, double high, boolean isLogarithmic, List<Tick> ticks) {
    private static final int[] STEPS = {1, 2, 5};
    private static final int DECADE = 10;
    private static final int MOST_TICKS = 6;

    /** The farthest mark's share of an axis whose marks have values behind them. */
    private static final double INK = 0.74;

    /** Rounding errors of a value that lies on a step. */
    private static final double ROUNDING = 1e-9;

    /** A value and its number. */
    public record Tick(double at, String text) {}

    /** The shortest logarithmic axis that holds positive values and ends at steps. */
    public static Axis logarithmic(DoubleStream values, DoubleFunction<String> text) {
        DoubleSummaryStatistics all = values.summaryStatistics();
        double least = all.getMin() * (1 + ROUNDING);
        double most = all.getMax() * (1 - ROUNDING);
        double low = steps(least, most, STEPS).filter(it -> it <= least).max().orElseThrow();
        double high = steps(least, most, STEPS)
                .filter(it -> it >= most && it > low)
                .findFirst()
                .orElseThrow();
        double[] at = {};
        for (int[] digits : new int[][] {STEPS, {1, 5}, {1}}) {
            if (at.length == 0 || at.length > MOST_TICKS) {
                at = steps(low, high, digits)
                        .filter(it -> it >= low && it <= high)
                        .toArray();
            }
        }
        List<Tick> ticks = new ArrayList<>();
        for (int n = 0; n < at.length; n += (at.length + MOST_TICKS - 1) / MOST_TICKS) {
            ticks.add(new Tick(at[n], text.apply(at[n])));
        }
        return new Axis(low, high, true, ticks);
    }

    /** This logarithmic axis, with room for marks at both ends. The room is a factor. */
    public Axis withRoom(double factor) {
        return new Axis(low / factor, high * factor, true, ticks);
    }

    /**
     * A linear axis between two values, with numbers at the steps between them, and the unit behind the last; an axis
     * around zero has signs.
     */
    public static Axis linear(double low, double high, String unit) {
        double step = step(high - low);
        List<Tick> ticks = new ArrayList<>();
        for (double n = Math.ceil(low / step - ROUNDING); n * step <= high + ROUNDING * step; n++) {
            ticks.add(new Tick(n * step, (low < 0 && n > 0 ? "+" : "") + plain(n * step)));
        }
        Tick last = ticks.remove(ticks.size() - 1);
        ticks.add(new Tick(last.at, (last.text + (unit.equals("%") ? "" : " ") + unit).strip()));
        return new Axis(low, high, false, ticks);
    }

    /**
     * A linear axis from zero that has room for values behind the marks.
     *
     * @param most where the farthest mark ends
     * @param longest the longest of the values
     */
    static Axis withRoom(double most, String unit, String longest) {
        double share = Math.min(INK, 1 - (double) Mark.width(longest) / Picture.NARROWEST);
        return linear(0, most / Math.max(share, 1 - INK), unit);
    }

    private static String plain(double value) {
        return Html.grouped(
                new BigDecimal(value, new MathContext(3)).stripTrailingZeros().toPlainString());
    }

    /** These digits times powers of ten, from the power below one value to the power above another. */
    private static DoubleStream steps(double least, double most, int... digits) {
        return IntStream.rangeClosed((int) Math.floor(Math.log10(least)), (int) Math.floor(Math.log10(most)) + 1)
                .boxed()
                .flatMapToDouble(
                        power -> IntStream.of(digits).mapToDouble(digit -> Double.parseDouble(digit + "e" + power)));
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
