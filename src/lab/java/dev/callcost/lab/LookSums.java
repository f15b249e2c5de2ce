package dev.callcost.lab;

import dev.callcost.compare.PairedRule;
import dev.callcost.data.Estimate;
import java.util.function.IntToDoubleFunction;

/**
 * Pairs that are made up or drawn, in sums as far as each look, so that many runs can be judged quickly. Kept in arrays that are filled
 * anew for each run.
 */
public final class LookSums {
    private final double[] means = new double[PairedRule.LOOKS.size()];
    private final double[] variances = new double[PairedRule.LOOKS.size()];
    private int looks;

    /**
     * Takes the pairs of another run.
     *
     * @param pairs how many there are, at most {@link PairedRule#MOST_PAIRS}
     * @param difference gives that of each pair in turn, the first of which is pair 0
     */
    public void fill(int pairs, IntToDoubleFunction difference) {
        double mean = 0;
        double squares = 0;
        looks = 0;
        for (int pair = 1; pair <= pairs; pair++) {
            double value = difference.applyAsDouble(pair - 1);
            double deviation = value - mean;
            mean += deviation / pair;
            squares += deviation * (value - mean);
            if (pair == PairedRule.LOOKS.get(looks)) {
                means[looks] = mean;
                variances[looks] = squares / (pair - 1) / pair;
                looks++;
            }
        }
    }

    /** How many looks the pairs reach. */
    int looks() {
        return looks;
    }

    /**
     * What the pairs as far as a look say.
     *
     * @param scale by which each difference is multiplied
     * @param logRatio what is added to each difference then
     */
    Estimate estimate(int look, double scale, double logRatio) {
        int pairs = PairedRule.LOOKS.get(look);
        return new Estimate(logRatio + scale * means[look], scale * scale * variances[look], pairs - 1.0, pairs);
    }
}
