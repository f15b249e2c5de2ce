package dev.callcost.compare;

import dev.callcost.data.Metric;
import dev.callcost.stats.Moderation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.apache.commons.math3.stat.descriptive.rank.Percentile.EstimationType;

/**
 * What the first pair of each row decides: which rows get more pairs, and the prior of their variances. A first pair decides nothing else. The variance of a
 * row is moderated by s^2, where s is the robust standard deviation of the first pairs' differences. The slowest rows are chosen, as many as the budget has
 * three pairs for.
 *
 * @param chosen the slowest rows, the slowest first; a row whose first pair has no value comes before them
 * @param choosesAll whether no row was left
 * @param unseen the smallest slowdown, a logarithm, that would have been seen in 95 % in a row that was not chosen, by its first pair; empty where all were chosen or none of those with a value was
 */
record Screen<R>(List<R> chosen, boolean choosesAll, OptionalDouble unseen) {
    /** The budget that is left after the first pairs, in pairs, divided by this is how many rows are chosen. */
    static final int PAIRS_PER_ROW = 3;

    /** Fewer rows have a prior of one degree of freedom, because s is less certain. */
    private static final int FEW_ROWS = 8;

    /** Of the first pairs' differences: how far below zero noise alone brings the first pair of a row. */
    private static final double LOW_PERCENT = 1;

    /**
     * @param first the first pair's difference of each row, the logarithm of head's time over base's; empty where it failed. Rows with equal differences keep their order
     * @param pairsLeft how many more pairs the budget has
     */
    static <R> Screen<R> of(Map<R, OptionalDouble> first, long pairsLeft) {
        List<R> order = new ArrayList<>(first.keySet());
        order.sort(Comparator.comparingDouble(row -> -first.get(row).orElse(Double.POSITIVE_INFINITY)));
        int chosen = (int) Math.max(1, Math.min(order.size(), pairsLeft / PAIRS_PER_ROW));
        return of(first, order.subList(0, chosen));
    }

    /** @param chosen the rows that were chosen, as a log has them */
    static <R> Screen<R> of(Map<R, OptionalDouble> first, List<R> chosen) {
        boolean choosesAll = chosen.containsAll(first.keySet());
        OptionalDouble cut = choosesAll
                ? OptionalDouble.empty()
                : first.getOrDefault(chosen.get(chosen.size() - 1), OptionalDouble.empty());
        double[] values = values(first);
        return new Screen<>(
                List.copyOf(chosen),
                choosesAll,
                cut.isEmpty()
                        ? cut
                        : OptionalDouble.of(Math.max(
                                PairRule.FIND,
                                cut.getAsDouble()
                                        - new Percentile(LOW_PERCENT)
                                                .withEstimationType(EstimationType.R_7)
                                                .evaluate(values))));
    }

    /** The prior of the deciding pairs' variances: none below {@value Moderation#FEWEST_ROWS} values, and none where most of them agree, because s would be 0. */
    static Moderation prior(Map<?, OptionalDouble> first) {
        double[] values = values(first);
        if (values.length < Moderation.FEWEST_ROWS) {
            return Moderation.NOTHING;
        }
        double median = Metric.median(values);
        double[] distances = values.clone();
        for (int n = 0; n < distances.length; n++) {
            distances[n] = Math.abs(values[n] - median);
        }
        double scale = Moderation.NORMAL * Metric.median(distances);
        if (scale == 0) {
            return Moderation.NOTHING;
        }
        return new Moderation(Moderation.Prior.FIXED, values.length < FEW_ROWS ? 1 : 2, scale * scale);
    }

    private static double[] values(Map<?, OptionalDouble> first) {
        return first.values().stream().flatMapToDouble(OptionalDouble::stream).toArray();
    }
}
