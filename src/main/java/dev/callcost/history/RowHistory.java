package dev.callcost.history;

import dev.callcost.data.EstimateText;
import dev.callcost.data.RowKey;
import dev.callcost.data.Unit;
import dev.callcost.history.HistoryRun.Value;
import dev.callcost.text.Numbers;
import java.util.List;

/**
 * A row over all runs, which it names by their indices in the history.
 *
 * @param unit of the newest value, for display
 * @param zero what stands for zero among logarithms
 * @param points one for each run that has the row, the oldest first
 * @param isMissing whether the newest run lacks the row
 */
public record RowHistory(
        RowKey key, String unit, double zero, List<RunPoint> points, RowLevels levels, boolean isMissing) {
    /**
     * What is judged of a row.
     *
     * @param noise from run to run, as a logarithm; NaN for a row with too few runs
     * @param stretches between cuts that hold; none of a row with too few runs
     * @param changes the oldest first
     */
    record RowLevels(double noise, List<Stretch> stretches, List<Change> changes) {
        /** Of a row with too few runs. */
        static final RowLevels NONE = new RowLevels(Double.NaN, List.of(), List.of());
    }

    /**
     * Judged runs between two cuts.
     *
     * @param median of the corrected logarithms
     */
    public record Stretch(int first, int last, double median) {}

    /**
     * A row in a run.
     *
     * @param logNanos without the run's pace
     * @param isJudged false where the run is left out, has other settings than the newest, or is older than the newest
     *     150
     */
    public record RunPoint(int run, double logNanos, boolean isJudged) {}

    public double noise() {
        return levels.noise;
    }

    public List<Stretch> stretches() {
        return levels.stretches;
    }

    public List<Change> changes() {
        return levels.changes;
    }

    public boolean isTooShort() {
        return stretches().isEmpty();
    }

    /** Whether a change in the middle may not show. */
    boolean isUndecided() {
        return judged() < CutTest.ANYWHERE;
    }

    /** The number of judged runs. */
    int judged() {
        return (int) points.stream().filter(RunPoint::isJudged).count();
    }

    /** The newest level, as a logarithm; the newest value of a row without levels. */
    public double newest() {
        if (isTooShort()) {
            return points.get(points.size() - 1).logNanos();
        }
        Stretch last = stretches().get(stretches().size() - 1);
        return changes().stream()
                .filter(it -> it.kind() == Change.ChangeKind.CONFIRMED && it.bad() > last.first())
                .reduce((first, second) -> second)
                .map(Change::after)
                .orElse(last.median());
    }

    /**
     * A time with the unit that fits, or a score in the row's own unit.
     *
     * @param logNanos as in its points and stretches
     */
    public String score(double logNanos) {
        if (isZero(logNanos)) {
            return "0 " + unit;
        }
        double score = Math.exp(Value.logScore(key.mode(), unit, logNanos));
        Unit known = Unit.of(unit);
        return known.isTime() ? Numbers.plainTime(score * known.factor()) : Numbers.significant(score) + " " + unit;
    }

    private boolean isZero(double logNanos) {
        return logNanos == zero;
    }

    /** Whether a change is from zero or to zero. */
    boolean isOfZero(Change change) {
        return isZero(change.before()) || isZero(change.after());
    }

    /** The size of a change, such as {@code +5.0%}; a change from zero or to zero has none. */
    public String text(Change change) {
        return isZero(change.before())
                ? "from 0"
                : isZero(change.after()) ? "to 0" : EstimateText.change(Math.exp(change.size()));
    }

    /** {@code [+1.8%, +8.9%]}; empty without one. */
    public String interval(Change change) {
        return isOfZero(change) ? "" : EstimateText.changes(Math.exp(change.low()), Math.exp(change.high()));
    }
}
