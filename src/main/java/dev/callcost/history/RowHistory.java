package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.Numbers;
import java.util.List;

/**
 * A row over all runs, which it names by their indices in the history.
 *
 * @param unit of the newest value, for display
 * @param points one for each run that has the row, the oldest first
 * @param noise from run to run, as a logarithm
 * @param segments the runs at which the row's settings change; nothing is judged across them
 * @param stretches between cuts that hold; none of segments that are too short
 * @param candidates the runs at which the row is cut before cuts are tested
 * @param changes the oldest first
 * @param bytes changes of B/op, the oldest first
 */
public record RowHistory(
        RowKey key,
        String unit,
        List<Point> points,
        double noise,
        List<Integer> segments,
        List<Stretch> stretches,
        List<Integer> candidates,
        List<Change> changes,
        List<Change> bytes,
        Presence presence) {
    /** A segment with fewer judged runs is too short. */
    static final int FEWEST = 12;

    /**
     * Judged runs between two cuts.
     *
     * @param runs number of the judged runs that have the row
     * @param median of the corrected logarithms
     */
    public record Stretch(int first, int last, int runs, double median) {}

    /**
     * A row in a run.
     *
     * @param logNanos without the run's pace
     * @param isJudged false where the run is left out, or is older than the newest 150
     * @param isScattered whether its forks scatter at least three times as much as the row's forks usually do
     */
    public record Point(int run, double logNanos, boolean isJudged, boolean isScattered) {}

    /** Whether the newest run has a row. */
    public enum Presence {
        MEASURED,
        /** The newest run lacks it, one of the ten before has it. */
        MISSING,
        /** The last runs lack it. */
        ENDED;

        /** @param lacking the number of the newest runs that lack the row */
        static Presence of(int lacking) {
            return lacking == 0 ? MEASURED : lacking <= Pace.NEAREST ? MISSING : ENDED;
        }
    }

    /** The judged runs with the newest settings. */
    List<Integer> newestSegment() {
        int first = segments.isEmpty() ? 0 : segments.get(segments.size() - 1);
        return points.stream()
                .filter(point -> point.isJudged() && point.run() >= first)
                .map(Point::run)
                .toList();
    }

    boolean isJudgedAt(int run) {
        return stretches.stream().anyMatch(it -> it.first() <= run && run <= it.last());
    }

    /** Whether the newest segment has too few judged runs. */
    public boolean isTooShort() {
        return newestSegment().size() < FEWEST;
    }

    /**
     * A time with the unit that fits, or a score in the row's own unit.
     *
     * @param logNanos as in its points and stretches
     */
    public String score(double logNanos) {
        boolean isTime =
                Value.timed(key.mode(), unit).filter(it -> !it.isThroughput()).isPresent();
        return isTime
                ? Numbers.plainTime(Math.exp(logNanos))
                : Numbers.significant(Math.exp(Value.logScore(key.mode(), unit).applyAsDouble(logNanos))) + " " + unit;
    }
}
