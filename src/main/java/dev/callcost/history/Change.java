package dev.callcost.history;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A change of a row's time, or of the bytes that it allocates per operation.
 *
 * @param good index of the last judged run before the change
 * @param bad index of the first judged run with it; the commits after good up to this one are the suspects
 * @param size by how much the row takes longer or allocates more, as a logarithm; of a drift, the sum
 * @param low lower end of its interval; NaN where runs are too few for one
 * @param high upper end of its interval; NaN like the lower one
 * @param p of the rank-sum test; empty where the newest runs alone show the change
 * @param since number of judged runs of the row from the change on
 * @param needed how many more runs on the new level would place the change; 0 for one that is placed
 * @param before B/op before the change; NaN for a change of the time
 * @param after B/op after it; NaN like {@code before}
 * @param isNew whether the history without its newest run does not show it
 * @param stands whether the row's newest level is still on the same side of the level before the change, by the margin; for B/op, whether no other
 *     change follows
 * @param accepted why it is accepted
 */
public record Change(
        Kind kind,
        int good,
        int bad,
        double size,
        double low,
        double high,
        OptionalDouble p,
        int since,
        int needed,
        double before,
        double after,
        boolean isNew,
        boolean stands,
        Optional<String> accepted) {

    /** What a change is due to, and how sure it is. */
    public enum Kind {
        /** Two stretches of runs differ, or the two newest runs agree. */
        CONFIRMED,
        /** The newest run alone shows it. */
        SUSPECT,
        /** The newest stretch seems to be cut, and has too few runs after the cut for the test. */
        CANDIDATE,
        /** It lies between two runs of one commit. */
        MACHINE,
        /** Several small changes in one direction, at no commit. */
        DRIFT
    }

    /** A change without a test. */
    Change(Kind kind, int good, int bad, double size, int since, double before, double after, boolean stands) {
        this(
                kind,
                good,
                bad,
                size,
                Double.NaN,
                Double.NaN,
                OptionalDouble.empty(),
                since,
                0,
                before,
                after,
                false,
                stands,
                Optional.empty());
    }

    public boolean isSlower() {
        return size > 0;
    }

    boolean isOfBytes() {
        return !Double.isNaN(before);
    }

    Change marked(boolean isItNew, boolean itStands, Optional<String> why) {
        return new Change(kind, good, bad, size, low, high, p, since, needed, before, after, isItNew, itStands, why);
    }
}
