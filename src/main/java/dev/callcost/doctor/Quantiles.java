package dev.callcost.doctor;

import static dev.callcost.text.Numbers.plainTime;

import dev.callcost.text.Grid;
import java.util.Arrays;

/** Quantiles of times, in nanoseconds, by the nearest rank. */
public record Quantiles(long median, long p99, long worst) {

    /** @param times in any order, at least one */
    static Quantiles of(long... times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return new Quantiles(rank(sorted, 0.5), rank(sorted, 0.99), rank(sorted, 1));
    }

    private static long rank(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    void addTo(Grid grid, String name) {
        grid.row(name, plainTime(median), plainTime(p99), plainTime(worst));
    }
}
