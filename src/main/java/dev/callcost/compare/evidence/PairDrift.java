package dev.callcost.compare.evidence;

import dev.callcost.data.RowDrift;
import dev.callcost.stats.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a row's difference drifts within the measured iterations of its pairs.
 *
 * @param significant the drift that is significant and exceeds a third of the margin; empty without one
 * @param over the fifth from which on the difference stands still; empty where it does not, and without a drift
 */
record PairDrift(Optional<RowDrift> significant, OptionalInt over) {
    private static final PairDrift NONE = new PairDrift(Optional.empty(), OptionalInt.empty());

    /**
     * More than the 1 % of a verdict: a false drift costs some pairs, a missed drift makes a difference of the warm-up
     * a verdict.
     */
    private static final double ALPHA = 0.05;

    /** Of the interval that must be below the limit: two one-sided tests at {@link #ALPHA}. */
    private static final double CONFIDENCE = 1 - 2 * ALPHA;

    /** Of the margin. */
    private static final double SHARE = 1.0 / 3;

    /** The last three fifths, or two, may be after the drift. */
    private static final int EARLIEST_OVER = 2;

    private static final int LATEST_OVER = 3;

    /** @param byMeans whether means decide, which slow moments of a warm-up move and leave medians alone */
    static PairDrift of(List<PairDifference> pairs, boolean byMeans, double margin) {
        if (pairs.size() < PairRule.FEWEST_PAIRS) {
            return NONE;
        }
        List<List<List<Double>>> statistics = Stream.<Function<PairDifference.Course, List<Double>>>of(
                        PairDifference.Course::fifths, PairDifference.Course::fifthsByMean)
                .limit(byMeans ? 2 : 1)
                .map(statistic -> pairs.stream()
                        .map(pair -> statistic.apply(pair.course()))
                        .toList())
                .toList();
        Optional<RowDrift> significant = statistics.stream()
                .flatMap(levels -> RowDrift.of(levels).stream())
                .filter(drift -> drift.isMoving(ALPHA, SHARE * margin))
                .findFirst();
        return significant.isEmpty()
                ? NONE
                : new PairDrift(
                        significant,
                        IntStream.rangeClosed(EARLIEST_OVER, LATEST_OVER)
                                .filter(from ->
                                        statistics.stream().allMatch(levels -> standsStill(levels, from, margin)))
                                .findFirst());
    }

    /** Whether the drift from a fifth on is proven to be within the limit. */
    private static boolean standsStill(List<List<Double>> levels, int from, double margin) {
        Estimate change = Estimate.ofLogs(levels.stream()
                .map(fifths -> RowDrift.change(fifths.subList(from, fifths.size())))
                .toList());
        return Math.abs(change.logMean()) + change.logHalfWidth(CONFIDENCE) < Math.log1p(SHARE * margin);
    }
}
