package dev.callcost.history;

import dev.callcost.data.Estimate;
import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import dev.callcost.stats.Verdict;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * A row over all runs.
 *
 * @param unit of the newest value, for display
 * @param points one for each run that has the row, the oldest first
 * @param noise from run to run, as a logarithm
 * @param segments indices of the runs at which the row's settings change; nothing is judged across them
 * @param stretches between cuts that hold; none of segments that are too short
 * @param candidates indices of the runs at which the row is cut before cuts are tested
 * @param changes the oldest first
 * @param bytes changes of B/op, the oldest first
 * @param isTooShort whether the newest segment has too few judged runs
 * @param lastTwo of such a row: the two newest runs, one against one
 */
public record RowJudgement(
        RowKey key,
        String unit,
        List<Point> points,
        double noise,
        List<Integer> segments,
        List<Stretch> stretches,
        List<Integer> candidates,
        List<Change> changes,
        List<Change> bytes,
        boolean isTooShort,
        Optional<LastTwo> lastTwo,
        Presence presence) {

    /**
     * Judged runs between two cuts.
     *
     * @param first index of its first run in the history
     * @param last index of its last run
     * @param runs number of the judged runs that have the row
     * @param median of the corrected logarithms
     */
    public record Stretch(int first, int last, int runs, double median) {}

    /**
     * A row in a run.
     *
     * @param run index of the run in the history
     * @param logNanos without the run's pace
     * @param isJudged false where the run is left out, or is older than the newest 150
     * @param isScattered whether its forks scatter at least three times as much as the row's forks usually do
     */
    public record Point(int run, double logNanos, boolean isJudged, boolean isScattered) {}

    /** {@code check} of two runs. */
    public record LastTwo(int base, int head, Verdict verdict, Estimate slowdown) {}

    /** Whether the newest run has a row. */
    public enum Presence {
        MEASURED,
        /** The newest run lacks it, one of the ten before has it. */
        MISSING,
        /** The last runs lack it. */
        ENDED
    }

    /**
     * A time with the unit that fits, or a score in the row's own unit.
     *
     * @param logNanos as in its points and stretches
     */
    public String score(double logNanos) {
        Metric metric = new Metric(unit, List.of());
        return metric.logScore().isPresent() && !metric.isThroughput()
                ? Numbers.plainTime(Math.exp(logNanos))
                : Numbers.significant(Math.exp(metric.logScore()
                                .map(it -> it.applyAsDouble(logNanos))
                                .orElse(logNanos)))
                        + " " + unit;
    }
}
