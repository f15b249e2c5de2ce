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
 * @param noise from run to run, as a logarithm; NaN for a row with too few runs
 * @param stretches between cuts that hold; none of a row with too few runs
 * @param changes the oldest first
 */
public record RowHistory(
        RowKey key,
        String unit,
        double zero,
        List<RunPoint> points,
        double noise,
        List<Stretch> stretches,
        List<Change> changes) {
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

    /**
     * Where a step begins.
     *
     * @param good the last run that is known to be before it
     * @param first the run that is most likely the first with it
     * @param bad the first run that is known to have it
     */
    record StepRange(int good, int first, int bad) {}

    /**
     * A change of a row's time.
     *
     * @param cuts one; more for a drift, or for several small changes in one direction
     * @param range the runs among which it began; the commits after the good run up to the bad one are the suspects
     * @param since number of judged runs of the row from the change on
     * @param stands whether the row's newest level is still on the same side of the level before the change, by the
     *     margin
     * @param isNew whether the history without its newest run does not show it
     */
    public record Change(
            ChangeKind kind, List<CutTest> cuts, StepRange range, int since, boolean stands, boolean isNew) {
        /** What a change is due to, and how sure it is. */
        public enum ChangeKind {
            /** Two stretches of runs differ, or the two newest runs agree. */
            CONFIRMED,
            /** The newest run alone shows it. */
            SUSPECT,
            /** It lies between two runs of one commit, or at an update of the JVM, the kernel or the image. */
            MACHINE
        }

        /** Whether it is slow, or of several small steps: no single commit's. */
        public boolean isDrift() {
            return steps() > 1;
        }

        Change asNew() {
            return new Change(kind, cuts, range, since, stands, true);
        }

        public int steps() {
            return cuts.size();
        }

        /** The index of the last run that is known to be before the change. */
        public int good() {
            return range.good();
        }

        /** The index of the run that is most likely the first with the change. */
        public int first() {
            return range.first();
        }

        /** The index of the first run that is known to have the change. */
        public int bad() {
            return range.bad();
        }

        /** The level before the change, as a logarithm. */
        public double before() {
            return cuts.get(0).before();
        }

        /** The level after the change, as a logarithm. */
        public double after() {
            return cuts.get(cuts.size() - 1).after();
        }

        /** The lower end of the interval of its size; NaN for a drift, and where runs are too few for an interval. */
        double low() {
            return isDrift() ? Double.NaN : cuts.get(0).shift()[0];
        }

        /** The upper end of the interval of its size; NaN like the lower end. */
        double high() {
            return isDrift() ? Double.NaN : cuts.get(0).shift()[1];
        }

        /** By how much the row takes longer, as a logarithm. */
        public double size() {
            return after() - before();
        }

        public boolean isSlower() {
            return size() > 0;
        }
    }

    public boolean isTooShort() {
        return stretches.isEmpty();
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
        Stretch last = stretches.get(stretches.size() - 1);
        return changes.stream()
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
