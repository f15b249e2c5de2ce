package dev.callcost.run.console;

import dev.callcost.run.plan.Row;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Estimates how long a run will still take: a row's forks take as long as those it had took on average; a row that had
 * none takes its planned iterations and the overhead (start, set-up, tear-down) of the forks so far.
 */
public final class TimeLeft {
    /** Taken for the overhead of a fork until one has been seen. */
    private static final long FIRST_GUESS_NANOS = TimeUnit.MILLISECONDS.toNanos(1500);

    private final Map<Row, Integer> turnsLeft = new HashMap<>();
    private final Map<Row, Long> spent = new HashMap<>();
    private final Map<Row, Integer> turnsDone = new HashMap<>();
    private long overhead;
    private int forks;

    /** An estimate for rows that have not begun. */
    public TimeLeft(Collection<Row> rows) {
        rows.forEach(row -> turnsLeft.put(row, row.turns()));
    }

    /** Notes that a row had a turn that took so many nanoseconds. */
    public void took(Row row, long nanos) {
        turnsLeft.merge(row, -1, Integer::sum);
        turnsDone.merge(row, 1, Integer::sum);
        spent.merge(row, nanos, Long::sum);
        overhead += Math.max(0, nanos - row.iterationNanos());
        forks++;
    }

    /** Notes that a row has no further turn. */
    public void ended(Row row) {
        turnsLeft.put(row, 0);
    }

    /** The nanoseconds left. */
    public long nanos() {
        return turnsLeft.entrySet().stream()
                .mapToLong(row -> row.getValue() * nanosPerTurn(row.getKey()))
                .sum();
    }

    private long nanosPerTurn(Row row) {
        if (turnsDone.containsKey(row)) {
            return spent.get(row) / turnsDone.get(row);
        }
        return row.iterationNanos() + (forks == 0 ? FIRST_GUESS_NANOS : overhead / forks);
    }

    /** A duration for people, such as {@code 1 h 05 min}, {@code 12 min} or {@code 40 s}. */
    public static String text(long nanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        if (seconds < 90) {
            return seconds + " s";
        }
        long minutes = (seconds + 30) / 60;
        if (minutes < 60) {
            return minutes + " min";
        }
        return String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
    }
}
