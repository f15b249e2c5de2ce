package dev.callcost.compare;

import dev.callcost.stats.RowDrift;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How a row's difference drifts within the measured iterations of its pairs.
 *
 * @param significant the drift that is significant and exceeds a third of the margin; empty without one
 * @param isOver whether there is none in the last three fifths of the iterations
 */
record PairDrift(Optional<RowDrift> significant, boolean isOver) {
    /** More than the 1 % of a verdict: a false drift costs some pairs, a missed drift makes a difference of the warm-up a verdict. */
    private static final double ALPHA = 0.05;

    /** Of the margin. */
    private static final double SHARE = 1.0 / 3;

    /** @param byMeans whether means decide, which slow moments of a warm-up move and leave medians alone */
    static PairDrift of(List<PairDifference> pairs, boolean byMeans, double margin) {
        if (pairs.size() < PairRule.FEWEST_PAIRS) {
            return new PairDrift(Optional.empty(), true);
        }
        Optional<RowDrift> significant = moving(pairs, byMeans, margin, Function.identity());
        return new PairDrift(
                significant,
                moving(
                                pairs,
                                byMeans,
                                margin,
                                fifths -> fifths.stream()
                                        .skip(PairDifference.EARLY_FIFTHS)
                                        .toList())
                        .isEmpty());
    }

    private static Optional<RowDrift> moving(
            List<PairDifference> pairs, boolean byMeans, double margin, Function<List<Double>, List<Double>> part) {
        Stream<Function<PairDifference.Course, List<Double>>> statistics = byMeans
                ? Stream.of(PairDifference.Course::fifths, PairDifference.Course::fifthsByMean)
                : Stream.of(PairDifference.Course::fifths);
        return statistics
                .flatMap(statistic ->
                        RowDrift.of(pairs.stream()
                                        .map(pair -> part.apply(statistic.apply(pair.course())))
                                        .toList())
                                .stream())
                .filter(drift -> drift.isMoving(ALPHA, SHARE * margin))
                .findFirst();
    }
}
