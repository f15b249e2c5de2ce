package dev.callcost.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The cuts of a row into stretches for which this sum is least: all absolute deviations from the stretches' medians,
 * and a penalty for each cut. Dynamic programming finds them exactly (Auger and Lawrence, <i>Algorithms for the optimal
 * identification of segment neighborhoods</i>, 1989).
 */
final class Cuts {
    /** The fewest runs of a stretch. */
    static final int SHORTEST = 3;

    /** A cut costs so many times ln(n) times the noise. */
    private static final double PENALTY = 2;

    private Cuts() {}

    /** What a cut costs. */
    static double penalty(int values, double noise) {
        return PENALTY * Math.log(values) * noise;
    }

    /** @return the index of the first value of each stretch but the first */
    static List<Integer> of(double[] values, double noise) {
        double penalty = penalty(values.length, noise);
        double[] least = new double[values.length + 1];
        int[] start = new int[values.length + 1];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        least[0] = -penalty;
        for (int first = 0; first < values.length; first++) {
            double cost = least[first] + penalty;
            AbsoluteDeviations stretch = new AbsoluteDeviations(values.length - first);
            for (int end = first + 1; end <= values.length; end++) {
                stretch.add(values[end - 1]);
                if (end - first >= SHORTEST && cost + stretch.sum() < least[end]) {
                    least[end] = cost + stretch.sum();
                    start[end] = first;
                }
            }
        }
        List<Integer> cuts = new ArrayList<>();
        for (int cut = start[values.length]; cut > 0; cut = start[cut]) {
            cuts.add(0, cut);
        }
        return cuts;
    }

    /** The sum of the absolute deviations of numbers from their median, kept while numbers are added. */
    private static final class AbsoluteDeviations {
        private final double[] sorted;
        private int size;

        /** Sums of the lower and of the upper half; an odd number's median is in neither. */
        private double lower;

        private double upper;

        AbsoluteDeviations(int most) {
            sorted = new double[most];
        }

        void add(double number) {
            int found = Arrays.binarySearch(sorted, 0, size, number);
            int place = found < 0 ? -found - 1 : found;
            System.arraycopy(sorted, place, sorted, place + 1, size - place);
            sorted[place] = number;
            int half = size / 2;
            if (size % 2 == 0) {
                // the number, or what it pushes out of its half, is the median
                lower += place < half ? number - sorted[half] : 0;
                upper += place > half ? number - sorted[half] : 0;
            } else {
                // the old median joins the other half
                boolean isLower = place <= half;
                lower += isLower ? number : sorted[half];
                upper += isLower ? sorted[half + 1] : number;
            }
            size++;
        }

        double sum() {
            return upper - lower;
        }
    }
}
