package dev.callcost.history;

import dev.callcost.history.Change.Kind;
import java.util.ArrayList;
import java.util.List;

/** Changes of B/op. These values are exact but for a few bytes, so equal ones in a row need no test. */
final class Bytes {
    /** So many equal values in a row are a level. */
    private static final int LEVEL = 3;

    /** After so many equal values, the newest one alone counts. */
    private static final int STEADY = 10;

    private static final double SHARE = 0.005;
    private static final double BYTES = 4;

    private Bytes() {}

    /** B/op in the run with this index. */
    record Measured(int run, double bytes) {
        private boolean isLike(Measured other) {
            return Math.abs(bytes - other.bytes) <= Math.max(BYTES, SHARE * other.bytes);
        }
    }

    /** @param values the oldest first */
    static List<Change> changes(List<Measured> values) {
        List<Change> changes = new ArrayList<>();
        Measured level = null;
        int good = 0;
        for (int n = 0; n < values.size(); n++) {
            Measured value = values.get(n);
            if (level != null && value.isLike(level)) {
                good = n;
            } else if (equal(values, n, LEVEL)) {
                if (level != null) {
                    changes.add(change(Kind.CONFIRMED, values.get(good).run(), level, value, values.size() - n));
                }
                level = value;
                good = n;
            }
        }
        int newest = values.size() - 1;
        if (newest >= STEADY
                && equal(values, newest - STEADY, STEADY)
                && !values.get(newest).isLike(values.get(newest - STEADY))) {
            Measured before = values.get(newest - 1);
            changes.add(change(Kind.SUSPECT, before.run(), before, values.get(newest), 1));
        }
        return changes;
    }

    private static boolean equal(List<Measured> values, int first, int count) {
        return first + count <= values.size()
                && values.subList(first, first + count).stream().allMatch(value -> value.isLike(values.get(first)));
    }

    private static Change change(Kind kind, int good, Measured before, Measured after, int since) {
        double size = Math.log(after.bytes() / before.bytes());
        return new Change(kind, good, after.run(), size, since, before.bytes(), after.bytes(), false);
    }
}
