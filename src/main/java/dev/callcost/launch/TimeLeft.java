package dev.callcost.launch;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Estimates how long a run will still take: a row's forks take as long as those it had took on average; a row that had
 * none takes its planned iterations and the overhead (start, set-up, tear-down) of the forks so far.
 */
final class TimeLeft {
    /** The estimated overhead of a fork before the first has ended. */
    private static final long FIRST_GUESS_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    private final Map<PlannedRow, Integer> forksLeft = new HashMap<>();
    private final Map<PlannedRow, Long> spent = new HashMap<>();
    private final Map<PlannedRow, Integer> forksDone = new HashMap<>();
    private long overhead;
    private int forks;

    TimeLeft(Collection<PlannedRow> rows) {
        rows.forEach(row -> forksLeft.put(row, row.rounds()));
    }

    /** Counts a fork of a row that took so many nanoseconds. */
    void took(PlannedRow row, long nanos) {
        forksLeft.merge(row, -1, Integer::sum);
        forksDone.merge(row, 1, Integer::sum);
        spent.merge(row, nanos, Long::sum);
        overhead += Math.max(0, nanos - row.iterationNanos());
        forks++;
    }

    /** Sets how many forks a row still has to run. */
    void left(PlannedRow row, int forks) {
        forksLeft.put(row, forks);
    }

    long nanos() {
        return forksLeft.entrySet().stream()
                .mapToLong(row -> row.getValue() * nanosPerFork(row.getKey()))
                .sum();
    }

    private long nanosPerFork(PlannedRow row) {
        if (forksDone.containsKey(row)) {
            return spent.get(row) / forksDone.get(row);
        }
        return row.iterationNanos() + (forks == 0 ? FIRST_GUESS_NANOS : overhead / forks);
    }
}
