package dev.callcost.history;

import java.util.Arrays;

/** The sum of the absolute deviations of numbers from their median, kept while numbers are added. */
final class AbsoluteDeviations {
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
