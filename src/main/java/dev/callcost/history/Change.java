package dev.callcost.history;

/**
 * A change of a row's time.
 *
 * @param good index of the last run that is known to be before the change
 * @param first index of the run that is most likely the first with it
 * @param bad index of the first run that is known to have it; the commits after good up to this one are the suspects
 * @param steps 1; more for a drift, or for several small changes in one direction
 * @param before the level before the change, as a logarithm
 * @param after the level after it
 * @param low lower end of the interval of its size; NaN where runs are too few for one
 * @param high upper end of that interval; NaN like the lower one
 * @param since number of judged runs of the row from the change on
 * @param stands whether the row's newest level is still on the same side of the level before the change, by the margin
 * @param isNew whether the history without its newest run does not show it
 */
public record Change(
        ChangeKind kind,
        int good,
        int first,
        int bad,
        int steps,
        double before,
        double after,
        double low,
        double high,
        int since,
        boolean stands,
        boolean isNew) {
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
        return steps > 1;
    }

    Change asNew() {
        return new Change(kind, good, first, bad, steps, before, after, low, high, since, stands, true);
    }

    /** By how much the row takes longer, as a logarithm. */
    public double size() {
        return after - before;
    }

    public boolean isSlower() {
        return size() > 0;
    }
}
