package dev.callcost.launch;

import dev.callcost.data.OpenLoop;
import dev.callcost.data.RowKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rates of open loops from the lowest to the highest ({@code --while-met}). A rate is not met when more of its forks missed it or failed than met it. Rows
 * that differ only in the rate get no forks above the first such rate.
 *
 * <p>A single fork can miss its rate because the machine was busy: if the second fork of a missed rate meets it, the rates above follow in that round. The
 * machine's floor ends where all others have ended, and has no fork at the rate {@value OpenLoop#MAX}.
 */
final class RateSchedule {
    /** How many more forks met a rate than did not, by rate, for rows that differ only in the rate. */
    private final Map<RowKey, Map<Double, Integer>> leads = new HashMap<>();

    private final Set<RowKey> series;

    RateSchedule(Collection<PlannedRow> rows) {
        series = rows.stream()
                .filter(row -> !isFloor(row))
                .map(row -> OpenLoop.series(row.key()))
                .collect(Collectors.toSet());
    }

    /** Rows that have had a fork and the rate {@value OpenLoop#MAX}, then ascending rates. */
    Comparator<PlannedRow> order() {
        return Comparator.comparingDouble(
                row -> leads(OpenLoop.series(row.key())).containsKey(rate(row)) ? 0 : rate(row));
    }

    private Map<Double, Integer> leads(RowKey other) {
        return leads.computeIfAbsent(other, it -> new HashMap<>());
    }

    private static boolean isFloor(PlannedRow row) {
        return OpenLoop.isFloor(row.name());
    }

    /** 0 for rows without a number as their rate. */
    private static double rate(PlannedRow row) {
        String rate = row.params().getOrDefault(OpenLoop.RATE, OpenLoop.MAX);
        return rate.equals(OpenLoop.MAX) ? 0 : Double.parseDouble(rate);
    }

    /** @param isMet whether a fork of the row met the rate */
    void note(PlannedRow row, boolean isMet) {
        leads(OpenLoop.series(row.key())).merge(rate(row), isMet ? 1 : -1, Integer::sum);
    }

    /** Whether a lower rate of the row is not met at present. */
    boolean isBeyond(PlannedRow row) {
        if (!isFloor(row)) {
            return isBeyond(row, OpenLoop.series(row.key()));
        }
        return !series.isEmpty() && (rate(row) == 0 || series.stream().allMatch(other -> isBeyond(row, other)));
    }

    private boolean isBeyond(PlannedRow row, RowKey other) {
        return leads.getOrDefault(other, Map.of()).entrySet().stream()
                .anyMatch(rate -> rate.getValue() < 0 && rate.getKey() > 0 && rate.getKey() < rate(row));
    }
}
