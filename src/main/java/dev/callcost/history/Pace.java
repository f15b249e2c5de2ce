package dev.callcost.history;

import dev.callcost.stats.Robust;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The pace of a run: by how much all of its rows are slower than in the nearest runs. A shift that lasts is on both
 * sides of the runs near it, so it is no pace and stays in the rows.
 */
final class Pace {
    /** So many of the nearest other runs, half of them on each side; at an end more of the other side. */
    static final int NEAREST = 10;

    private static final int FEWEST_ROWS = 5;
    private static final int FEWEST_OTHERS = 3;

    private Pace() {}

    /**
     * @param runs the logarithms of each run's rows, in one order; NaN where a run lacks a row
     * @return the pace of each run; NaN with too few rows
     */
    static double[] of(double[][] runs) {
        return of(runs, FEWEST_ROWS);
    }

    /** @param fewest with fewer rows there is no pace */
    static double[] of(double[][] runs, int fewest) {
        return IntStream.range(0, runs.length)
                .mapToDouble(run -> of(runs, run, fewest))
                .toArray();
    }

    private static double of(double[][] runs, int run, int fewest) {
        int first = Math.max(0, Math.min(run - NEAREST / 2, runs.length - 1 - NEAREST));
        double[] offsets = IntStream.range(0, runs[run].length)
                .mapToDouble(row -> {
                    double[] others = IntStream.range(first, Math.min(runs.length, first + NEAREST + 1))
                            .filter(other -> other != run && !Double.isNaN(runs[other][row]))
                            .mapToDouble(other -> runs[other][row])
                            .toArray();
                    return others.length < FEWEST_OTHERS ? Double.NaN : runs[run][row] - Robust.median(others);
                })
                .toArray();
        return shared(offsets, fewest);
    }

    /** The median over rows; NaN with too few that are not NaN. */
    private static double shared(double[] rows, int fewest) {
        double[] known = Arrays.stream(rows).filter(row -> !Double.isNaN(row)).toArray();
        return known.length < fewest ? Double.NaN : Robust.median(known);
    }
}
