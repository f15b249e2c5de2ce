package dev.callcost.stats;

import java.util.Arrays;

/**
 * Which of many tests to believe. Where each of forty rows is asked with a test that errs once in a hundred times, a third of all runs
 * would be warned for nothing. Benjamini and Hochberg's procedure (J. R. Statist. Soc. B 57, 1995) holds the share of
 * false ones among those believed, and where nothing is wrong the probability that any is, at {@link #ALPHA}.
 */
public final class BenjaminiHochberg {
    /** At most this share of what is believed is so without cause. */
    public static final double ALPHA = 0.01;

    private BenjaminiHochberg() {}

    /**
     * How many of some tests to believe: those with the smallest probabilities.
     *
     * @param probabilities of what each test saw, or more, where nothing is wrong
     */
    public static int believed(double... probabilities) {
        double[] sorted = probabilities.clone();
        Arrays.sort(sorted);
        int believed = sorted.length;
        while (believed > 0 && sorted[believed - 1] > ALPHA * believed / sorted.length) {
            believed--;
        }
        return believed;
    }
}
