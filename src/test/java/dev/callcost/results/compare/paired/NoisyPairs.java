package dev.callcost.results.compare.paired;

import dev.callcost.results.Estimate;
import dev.callcost.results.compare.Shape;
import java.util.Random;

/**
 * Made-up pairs of one row: the differences of forks of standard deviation 1 and of the same true value, in sums as far as each look.
 * Kept in arrays that are filled anew for each row.
 */
final class NoisyPairs {
    private final double[] means = new double[PairedRule.LOOKS.size()];
    private final double[] variances = new double[PairedRule.LOOKS.size()];

    /** Makes up another row's pairs. */
    void draw(Shape base, Shape head, Random random) {
        double mean = 0;
        double squares = 0;
        int look = 0;
        for (int pair = 1; pair <= PairedRule.MOST_PAIRS; pair++) {
            double difference = head.draw(random) - base.draw(random);
            double deviation = difference - mean;
            mean += deviation / pair;
            squares += deviation * (difference - mean);
            if (pair == PairedRule.LOOKS.get(look)) {
                means[look] = mean;
                variances[look] = squares / (pair - 1) / pair;
                look++;
            }
        }
    }

    /**
     * What the pairs as far as a look would say.
     *
     * @param sd the standard deviation of a fork
     * @param logRatio the truth, added to each difference
     */
    Estimate estimate(int look, double sd, double logRatio) {
        int pairs = PairedRule.LOOKS.get(look);
        return new Estimate(logRatio + sd * means[look], sd * sd * variances[look], pairs - 1.0, pairs);
    }
}
