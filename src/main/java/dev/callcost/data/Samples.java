package dev.callcost.data;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.stream.Stream;

/** How often each value was sampled, in an iteration of mode SampleTime or in several. The values ascend. */
public final class Samples {
    private static final Samples NONE = new Samples(new double[0], new double[0]);

    private final double[] values;
    private final double[] times;

    private Samples(double[] values, double[] times) {
        this.values = values;
        this.times = times;
    }

    /** @param times how often each value was sampled */
    public static Samples of(SortedMap<Double, Double> times) {
        return new Samples(Scores.array(times.keySet()), Scores.array(times.values()));
    }

    /** @param pairs a value, its count, the next value and so on, in any order; only so many numbers count */
    static Samples ofPairs(double[] pairs, int numbers) {
        Samples samples = new Samples(new double[numbers / 2], new double[numbers / 2]);
        boolean ascend = true;
        for (int n = 0; n < samples.size(); n++) {
            samples.values[n] = pairs[2 * n];
            samples.times[n] = pairs[2 * n + 1];
            ascend &= n == 0 || samples.values[n] > samples.values[n - 1];
        }
        return ascend ? samples : merged(samples.each());
    }

    private Stream<Samples> each() {
        return Stream.iterate(0, n -> n < size(), n -> n + 1)
                .map(n -> new Samples(new double[] {values[n]}, new double[] {times[n]}));
    }

    /** All samples together. */
    public static Samples merged(Stream<Samples> parts) {
        return parts.reduce(NONE, Samples::plus);
    }

    private Samples plus(Samples other) {
        double[] sumOfValues = new double[size() + other.size()];
        double[] sumOfTimes = new double[sumOfValues.length];
        int size = 0;
        for (int n = 0, m = 0; n < size() || m < other.size(); size++) {
            double value =
                    m == other.size() || n < size() && values[n] <= other.values[m] ? values[n] : other.values[m];
            sumOfValues[size] = value;
            if (n < size() && values[n] == value) {
                sumOfTimes[size] += times[n++];
            }
            if (m < other.size() && other.values[m] == value) {
                sumOfTimes[size] += other.times[m++];
            }
        }
        return new Samples(Arrays.copyOf(sumOfValues, size), Arrays.copyOf(sumOfTimes, size));
    }

    /** The number of different values. */
    public int size() {
        return values.length;
    }

    /** @param n from 0 on */
    public double value(int n) {
        return values[n];
    }

    public double times(int n) {
        return times[n];
    }

    public double count() {
        return Arrays.stream(times).sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Samples samples
                && Arrays.equals(values, samples.values)
                && Arrays.equals(times, samples.times);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(values) + Arrays.hashCode(times);
    }

    @Override
    public String toString() {
        return Arrays.toString(values) + " times " + Arrays.toString(times);
    }
}
