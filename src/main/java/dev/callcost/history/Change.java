package dev.callcost.history;

import java.util.List;
import java.util.Optional;

/**
 * A change of a row's time, or of the bytes that it allocates per operation.
 *
 * @param good index of the last judged run before the change
 * @param bad index of the first judged run with it; the commits after good up to this one are the suspects
 * @param size by how much the row takes longer or allocates more, as a logarithm; of a drift, the sum
 * @param low lower end of its interval; NaN where runs are too few for one
 * @param high upper end of its interval; NaN like the lower one
 * @param p of the rank-sum test; NaN where the newest runs alone show the change
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
        double p,
        int since,
        int needed,
        double before,
        double after,
        boolean isNew,
        boolean stands,
        Optional<String> accepted) {
    private static final double NAN = Double.NaN;

    /** What a change is due to, and how sure it is. */
    public enum Kind {
        /** Two stretches of runs differ, or the two newest runs agree. */
        CONFIRMED,
        /** The newest run alone shows it. */
        SUSPECT,
        /** The newest stretch seems to be cut, and has too few runs after the cut for the test. */
        CANDIDATE,
        /** It lies between two runs of one commit, or at an {@link Update}. */
        MACHINE,
        /** Several small changes in one direction, at no commit. */
        DRIFT
    }

    /** @param ends of the interval */
    static Change ofTime(
            Kind kind, int good, int bad, double size, double[] ends, double p, int since, int needed, boolean stands) {
        return new Change(
                kind, good, bad, size, ends[0], ends[1], p, since, needed, NAN, NAN, false, stands, Optional.empty());
    }

    static Change ofBytes(Kind kind, int good, int bad, double before, double after, int since) {
        double size = Math.log(after / before);
        return new Change(kind, good, bad, size, NAN, NAN, NAN, since, 0, before, after, false, true, Optional.empty());
    }

    static Change drift(List<Change> steps) {
        Change last = steps.get(steps.size() - 1);
        double sum = steps.stream().mapToDouble(Change::size).sum();
        return drift(steps.get(0).good, last.bad, sum, last.since, last.stands);
    }

    static Change drift(int good, int bad, double sum, int since, boolean stands) {
        return ofTime(Kind.DRIFT, good, bad, sum, new double[] {NAN, NAN}, NAN, since, 0, stands);
    }

    Change byMachine() {
        return new Change(
                Kind.MACHINE, good, bad, size, low, high, p, since, needed, before, after, isNew, stands, accepted);
    }

    Change marked(boolean isItNew, boolean itStands, Optional<String> why) {
        return new Change(kind, good, bad, size, low, high, p, since, needed, before, after, isItNew, itStands, why);
    }

    public boolean isSlower() {
        return size > 0;
    }

    boolean isOfBytes() {
        return !Double.isNaN(before);
    }
}
