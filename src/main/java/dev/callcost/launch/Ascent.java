package dev.callcost.launch;

import dev.callcost.data.Row;
import dev.callcost.data.RowKey;
import dev.callcost.stats.OpenLoop;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The rates of open loops from the lowest to the highest ({@code --while-met}). Rows that differ only in the rate end at the first rate that a fork did not
 * meet. The machine's floor ends where all others have ended, and has no fork at the rate {@value OpenLoop#MAX}.
 */
final class Ascent {
    /** The rate at which rows ended; those that have not ended have none. */
    private final Map<RowKey, Double> ends = new HashMap<>();

    private final Set<RowKey> series = new HashSet<>();

    Ascent(Collection<PlannedRow> rows) {
        rows.stream().filter(row -> !isFloor(row)).map(Ascent::series).forEach(series::add);
    }

    /** Other rows, the rate {@value OpenLoop#MAX}, then ascending rates. */
    static Comparator<PlannedRow> order() {
        return Comparator.comparingDouble(Ascent::rate);
    }

    private static RowKey series(PlannedRow row) {
        Map<String, String> others = new HashMap<>(row.params());
        others.remove(OpenLoop.RATE);
        return new RowKey(row.name(), row.mode().shortLabel(), others);
    }

    private static boolean isFloor(PlannedRow row) {
        return OpenLoop.isFloor(row.name());
    }

    private static boolean isMax(PlannedRow row) {
        return OpenLoop.MAX.equals(row.params().get(OpenLoop.RATE));
    }

    /** 0 for rows without a number as their rate. The first fork of a row with a wrong rate fails with the reason. */
    private static double rate(PlannedRow row) {
        try {
            return Double.parseDouble(row.params().getOrDefault(OpenLoop.RATE, OpenLoop.MAX));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Notes what a fork measured. */
    void note(PlannedRow row, Row fork) {
        if (!OpenLoop.isMet(fork)) {
            end(row);
        }
    }

    /** Notes that a rate is the last of its rows: a fork did not meet it, or failed. */
    void end(PlannedRow row) {
        if (!isMax(row)) {
            ends.merge(series(row), rate(row), Math::min);
        }
    }

    /** Whether a row gets no more forks. */
    boolean isBeyond(PlannedRow row) {
        if (!isFloor(row)) {
            return rate(row) > ends.getOrDefault(series(row), Double.POSITIVE_INFINITY);
        }
        return !series.isEmpty()
                && (isMax(row)
                        || series.stream()
                                .allMatch(other -> rate(row) > ends.getOrDefault(other, Double.POSITIVE_INFINITY)));
    }
}
