package dev.callcost.history;

import dev.callcost.history.Change.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;

/** Changes of B/op. These values are exact but for a few bytes, so equal ones in a row need no test. */
final class BytesChanges {
    /** So many equal values in a row are a level. */
    private static final int LEVEL = 3;

    /** After so many equal values, the newest one alone counts. */
    private static final int STEADY = 10;

    private static final double SHARE = 0.005;
    private static final double BYTES = 4;

    private final List<Integer> runs;
    private final List<Double> values;

    /** @param values B/op by the index of the run */
    BytesChanges(SortedMap<Integer, Double> values) {
        this.runs = List.copyOf(values.keySet());
        this.values = List.copyOf(values.values());
    }

    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        int level = -1;
        int good = -1;
        for (int n = 0; n < values.size(); n++) {
            if (level >= 0 && isLike(n, level)) {
                good = n;
            } else if (areAlike(n, LEVEL)) {
                if (level >= 0) {
                    changes.add(change(Kind.CONFIRMED, good, level, n));
                }
                level = n;
                good = n;
            }
        }
        int newest = values.size() - 1;
        if (newest >= STEADY && areAlike(newest - STEADY, STEADY) && !isLike(newest, newest - STEADY)) {
            changes.add(change(Kind.SUSPECT, newest - 1, newest - 1, newest));
        }
        return changes;
    }

    private boolean areAlike(int first, int count) {
        return first + count <= values.size()
                && IntStream.range(first, first + count).allMatch(n -> isLike(n, first));
    }

    private boolean isLike(int n, int other) {
        return Math.abs(values.get(n) - values.get(other)) <= Math.max(BYTES, SHARE * values.get(other));
    }

    private Change change(Kind kind, int good, int before, int bad) {
        return Change.ofBytes(
                kind, runs.get(good), runs.get(bad), values.get(before), values.get(bad), values.size() - bad);
    }
}
