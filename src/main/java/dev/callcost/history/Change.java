package dev.callcost.history;

import dev.callcost.history.Places.StepRange;
import java.util.List;

/**
 * A change of a row's time.
 *
 * @param cuts one; more for a drift, or for several small changes in one direction
 * @param range the runs among which it began; the commits after the good run up to the bad one are the suspects
 * @param since number of judged runs of the row from the change on
 * @param stands whether the row's newest level is still on the same side of the level before the change, by the margin
 * @param isNew whether the history without its newest run does not show it
 */
public record Change(ChangeKind kind, List<CutTest> cuts, StepRange range, int since, boolean stands, boolean isNew) {
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
