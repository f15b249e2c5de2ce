package dev.callcost.stats;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/** Measures that one value, or one row, far from the others does not move. */
public final class Robust {
    /** From a median absolute deviation to a standard deviation, where values are normal. */
    public static final double NORMAL = 1.4826;

    /** The last of them change nothing that is shown. */
    private static final int SWEEPS = 20;

    private Robust() {}

    /** The median of at least one value. */
    public static double median(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }

    /**
     * What the rows of a column share: rounds of a run, or results files. A value is the sum of its row's part, its
     * column's effect and its own part. A column's effect is the median over rows of what is left without the row's
     * mean, repeated until both agree: Tukey's median polish (<i>Exploratory Data Analysis</i>, 1977) with means for
     * rows, because estimates are means.
     *
     * @param rows each row's values by column; a column need not have all rows
     * @param sizes the columns to estimate, with the number of their values
     * @return each column's effect, with mean 0 over values
     */
    public static <C> Map<C, Double> medianPolish(List<Map<C, Double>> rows, Map<C, Long> sizes) {
        Map<C, Double> effects = new LinkedHashMap<>();
        sizes.keySet().forEach(column -> effects.put(column, 0.0));
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            polish(rows, effects, sizes);
        }
        return effects;
    }

    private static <C> void polish(List<Map<C, Double>> rows, Map<C, Double> effects, Map<C, Long> sizes) {
        double[] means = rows.stream()
                .map(row -> effects.keySet().stream()
                        .filter(row::containsKey)
                        .mapToDouble(column -> row.get(column) - effects.get(column))
                        .toArray())
                .mapToDouble(left -> sum(Arrays.stream(left)) / left.length)
                .toArray();
        effects.replaceAll((column, effect) -> median(IntStream.range(0, means.length)
                .filter(row -> rows.get(row).containsKey(column))
                .mapToDouble(row -> rows.get(row).get(column) - means[row])
                .toArray()));
        // over values: over columns, the small last rounds of a run with --precision would dominate
        double mean = sum(effects.keySet().stream().mapToDouble(column -> sizes.get(column) * effects.get(column)))
                / sum(sizes.values().stream().mapToDouble(size -> size));
        effects.replaceAll((column, effect) -> effect - mean);
    }

    private static double sum(DoubleStream values) {
        return values.reduce(0, Double::sum);
    }
}
