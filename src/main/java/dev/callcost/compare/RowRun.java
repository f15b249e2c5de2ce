package dev.callcost.compare;

import dev.callcost.compare.Matching.RowPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A row in the course of a session. */
final class RowRun {
    /** Taken for the start, set-up and end of a fork until a pair has been measured. */
    private static final long OVERHEAD_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final RowPair row;
    private final PairedRule rule;
    private final List<Pair> pairs = new ArrayList<>();
    private final List<Session.Loss> failures = new ArrayList<>();
    private Optional<String> skipped = Optional.empty();
    private PairedRow judged;
    private long nanos;

    RowRun(RowPair row, PairedRule rule) {
        this.row = row;
        this.rule = rule;
        judge();
    }

    private void judge() {
        Optional<String> failed = failures.size() < Session.FAILURES
                ? Optional.empty()
                : Optional.of(failures.get(Session.FAILURES - 1).message());
        judged = PairedRow.of(row.key(), pairs, rule, failures.size(), failed, skipped);
    }

    RowPair row() {
        return row;
    }

    /** What its pairs say. */
    PairedRow judged() {
        return judged;
    }

    /** Whether the next pair is the one that is thrown away. */
    boolean isBurnIn() {
        return pairs.isEmpty();
    }

    int failures() {
        return failures.size();
    }

    void add(Pair pair, long took) {
        pairs.add(pair);
        nanos += took;
        judge();
    }

    void addFailed(Session.Loss loss) {
        failures.add(loss);
        judge();
    }

    void skip(String reason) {
        skipped = Optional.of(reason);
        judge();
    }

    /** About how long a pair of a row will take of which none has been measured. */
    static long plannedNanos(RowPair row) {
        return row.base().iterationNanos() + row.head().iterationNanos() + 2 * OVERHEAD_NANOS;
    }

    /** About how long the row will still take. */
    long nanosLeft() {
        if (judged.isFinished()) {
            return 0;
        }
        long pair = pairs.isEmpty() ? plannedNanos(row) : nanos / pairs.size();
        int more = Math.min(judged.morePairs(), PairedRule.MOST_PAIRS - judged.pairs());
        return pair * (more + (pairs.isEmpty() ? 1 : 0));
    }
}
