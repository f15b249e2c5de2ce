package dev.callcost.run.warning;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which of many rows to believe. Where each of forty rows is asked with a test that errs once in a hundred times, a third of all runs
 * would be warned for nothing. Benjamini and Hochberg's procedure (J. R. Statist. Soc. B 57, 1995) holds the share of
 * false ones among the rows named, and where nothing is wrong the probability that any is named, at {@link #ALPHA}.
 */
final class BenjaminiHochberg {
    /** At most this share of the rows that a warning names are named without cause: a warning that cries wolf is not read. */
    static final double ALPHA = 0.01;

    private BenjaminiHochberg() {}

    /** Those to believe of the warnings of all rows that were asked, most of which have nothing wrong. */
    static List<RowWarning> believed(List<RowWarning> asked) {
        double limit = limit(asked.stream().mapToDouble(RowWarning::probability).toArray());
        return asked.stream().filter(row -> row.probability() <= limit).toList();
    }

    /** The largest probability to believe; nothing is below it when it is negative. */
    static double limit(double... probabilities) {
        double[] sorted = probabilities.clone();
        Arrays.sort(sorted);
        for (int i = sorted.length; i > 0; i--) {
            if (sorted[i - 1] <= ALPHA * i / sorted.length) {
                return sorted[i - 1];
            }
        }
        return -1;
    }

    /** A probability as the lines show it: {@code p=0.0012}. */
    static String text(double probability) {
        return probability < 0.0001 ? "p<0.0001" : String.format(Locale.ROOT, "p=%.4f", probability);
    }
}
