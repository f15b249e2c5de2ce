package dev.callcost.data;

import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Sampled values in ascending order, with the number of samples up to each: 16 bytes a value. HdrHistogram would round
 * the values, which JMH's files have in full. A quantile of few samples is one slow moment, not the row.
 */
public final class Histogram {
    /** The fewest samples above a quantile that is shown, in a window or in a fork. */
    public static final double FEWEST_SHOWN = 10;

    /** The fewest samples of each fork above a quantile that is judged. */
    public static final double FEWEST_JUDGED = 100;

    private final double[] values;
    private final double[] upTo;

    private Histogram(double[] values, double[] upTo) {
        this.values = values;
        this.upTo = upTo;
    }

    /** From values in any order, which may come again, and how often each was sampled. */
    public static Histogram of(double[] values, double[] counts) {
        Histogram given = new Histogram(values.clone(), sums(DoubleStream.of(counts)));
        boolean isAscending = IntStream.range(1, values.length).allMatch(i -> values[i - 1] < values[i]);
        return isAscending ? given : pooled(List.of(given));
    }

    /** All samples together. */
    public static Histogram pooled(Collection<Histogram> parts) {
        SortedMap<Double, Double> counts = new TreeMap<>();
        parts.forEach(part -> IntStream.range(0, part.size())
                .forEach(n -> counts.merge(part.value(n) + 0.0, part.count(n), Double::sum))); // 0 for -0
        return new Histogram(
                counts.keySet().stream().mapToDouble(value -> value).toArray(),
                sums(counts.values().stream().mapToDouble(count -> count)));
    }

    private static double[] sums(DoubleStream counts) {
        double[] sums = counts.toArray();
        for (int n = 1; n < sums.length; n++) {
            sums[n] += sums[n - 1];
        }
        return sums;
    }

    /** How many values differ. */
    public int size() {
        return values.length;
    }

    public double value(int index) {
        return values[index];
    }

    double mean() {
        return IntStream.range(0, size()).mapToDouble(n -> values[n] * count(n)).sum() / samples();
    }

    /** How often a value was sampled. */
    public double count(int index) {
        return upTo[index] - (index == 0 ? 0 : upTo[index - 1]);
    }

    public double samples() {
        return upTo.length == 0 ? 0 : upTo[upTo.length - 1];
    }

    /**
     * A quantile of at least one sample as JMH calculates it: the value at the place q (n + 1) of n samples, where a
     * place between two samples takes a share of both.
     *
     * @param q between 0 and 1
     */
    public double quantile(double q) {
        double place = 100 * q * (samples() + 1) / 100;
        double before = at(Math.floor(place));
        return before + (at(Math.floor(place) + 1) - before) * (place - Math.floor(place));
    }

    /** The sample at a place, which counts from 1; the first or last one beyond them. */
    private double at(double place) {
        int index = Arrays.binarySearch(upTo, place);
        return values[Math.min(index < 0 ? -index - 1 : index, values.length - 1)];
    }

    /** How many samples a fork has; a sample is a call. */
    public static double calls(List<Histogram> fork) {
        return fork.stream().mapToDouble(Histogram::samples).sum();
    }

    /**
     * A fork's quantile: the median over its windows that have {@value #FEWEST_SHOWN} samples above the quantile; a
     * window is an iteration. Where fewer than half of the windows have so many, it is the quantile of all samples of
     * the fork, because the median would leave out most of them.
     *
     * @param fork the samples of each window
     * @param q between 0 and 1
     */
    public static double quantileOfFork(List<Histogram> fork, double q) {
        double[] windows = fork.stream()
                .filter(window -> isEnough(window.samples(), FEWEST_SHOWN, q))
                .mapToDouble(window -> window.quantile(q))
                .toArray();
        return windows.length > 0 && 2 * windows.length >= fork.size()
                ? Robust.median(windows)
                : pooled(fork).quantile(q);
    }

    /**
     * Whether enough samples lie above a quantile. The comparison has a tolerance, because 1 - 0.99 is not exact.
     *
     * @param above the fewest that are enough
     */
    public static boolean isEnough(double samples, double above, double q) {
        return samples * (1 - q) >= above * (1 - 1e-9);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Histogram that && Arrays.equals(values, that.values) && Arrays.equals(upTo, that.upTo);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(values) + Arrays.hashCode(upTo);
    }
}
