package dev.callcost.stats;

import java.util.Arrays;

/**
 * The number of significant tests among many. Forty rows that are tested at 1 % each give a wrong warning in a third of all runs. Benjamini and Hochberg's
 * procedure (J. R. Statist. Soc. B 57, 1995) keeps the expected share of wrong ones among the significant at {@link #ALPHA}, and with it the
 * probability of any where nothing is wrong.
 */
public final class BenjaminiHochberg {
    public static final double ALPHA = 0.01;

    private BenjaminiHochberg() {}

    /**
     * How many tests are significant: those with the smallest probabilities.
     *
     * @param probabilities of what each test saw, or more, where nothing is wrong
     */
    public static int significant(double... probabilities) {
        double[] sorted = probabilities.clone();
        Arrays.sort(sorted);
        int significant = sorted.length;
        while (significant > 0 && sorted[significant - 1] > ALPHA * significant / sorted.length) {
            significant--;
        }
        return significant;
    }
}
