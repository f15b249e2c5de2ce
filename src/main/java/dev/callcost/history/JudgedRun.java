package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.stats.Robust;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * A run, and whether its values count.
 *
 * @param pace by how much all rows are slower than in the ten runs around this one, as a logarithm; empty where too few
 *     rows tell
 * @param leftOut why the run is not judged
 */
public record JudgedRun(HistoryRun run, OptionalDouble pace, Optional<String> leftOut) {
    /** A run that is slower or faster in all rows by more, as a logarithm, is no run of the same machine. */
    private static final double ELSEWHERE = 0.10;

    /** A pace is by so many of the nearest other runs, half of them on each side; at an end more of the other side. */
    private static final int NEAREST = 10;

    /** A row that fewer of these have shows no pace. */
    private static final int FEWEST_OTHERS = 3;

    /** A run with fewer rows has no pace. */
    static final int FEWEST_ROWS = 5;

    /**
     * @param levels by how much a row differs in a run from its first runs, as a logarithm, by the numbers of both:
     *     what does not belong to the pace
     */
    static List<JudgedRun> of(List<HistoryRun> runs, List<RowKey> rows, ToDoubleBiFunction<Integer, Integer> levels) {
        HistoryRun newest = runs.get(runs.size() - 1);
        double[] paces = paces(
                IntStream.range(0, runs.size())
                        .filter(run -> runs.get(run).otherMachine(newest).isEmpty())
                        .mapToObj(run -> IntStream.range(0, rows.size())
                                .mapToDouble(
                                        row -> runs.get(run).logNanos(rows.get(row)) - levels.applyAsDouble(row, run))
                                .toArray())
                        .toArray(double[][]::new),
                FEWEST_ROWS);
        List<JudgedRun> judged = new ArrayList<>();
        int n = 0;
        for (HistoryRun run : runs) {
            Optional<String> other = run.otherMachine(newest);
            double pace = other.isPresent() ? Double.NaN : paces[n++];
            judged.add(new JudgedRun(
                    run,
                    Double.isNaN(pace) ? OptionalDouble.empty() : OptionalDouble.of(pace),
                    isElsewhere(pace) ? Optional.of(slowdown(pace)) : other));
        }
        return judged;
    }

    /**
     * The pace of each run: by how much all of its rows are slower than in the nearest runs. A shift that lasts is on
     * both sides of the runs near it, so it is no pace and stays in the rows.
     *
     * @param runs the logarithms of each run's rows, in one order; NaN where a run lacks a row
     * @param fewest with fewer rows there is no pace
     * @return NaN with too few rows
     */
    static double[] paces(double[][] runs, int fewest) {
        return IntStream.range(0, runs.length)
                .mapToDouble(run -> pace(runs, run, fewest))
                .toArray();
    }

    private static double pace(double[][] runs, int run, int fewest) {
        int first = Math.max(0, Math.min(run - NEAREST / 2, runs.length - 1 - NEAREST));
        double[] offsets = IntStream.range(0, runs[run].length)
                .mapToDouble(row -> {
                    double[] others = IntStream.range(first, Math.min(runs.length, first + NEAREST + 1))
                            .filter(other -> other != run && !Double.isNaN(runs[other][row]))
                            .mapToDouble(other -> runs[other][row])
                            .toArray();
                    return others.length < FEWEST_OTHERS ? Double.NaN : runs[run][row] - Robust.median(others);
                })
                .filter(offset -> !Double.isNaN(offset))
                .toArray();
        return offsets.length < fewest ? Double.NaN : Robust.median(offsets);
    }

    /** @param pace NaN where it is not known */
    static boolean isElsewhere(double pace) {
        return Math.abs(pace) > ELSEWHERE;
    }

    /** {@code 20 % slower in all rows}. */
    static String slowdown(double pace) {
        return String.format(
                Locale.ROOT, "%.0f%% %s in all rows", 100 * Math.abs(Math.expm1(pace)), pace > 0 ? "slower" : "faster");
    }

    /** Whether its machine is that of the newest run, as far as they say. */
    boolean isSameMachine() {
        return isJudged() || pace.isPresent();
    }

    public boolean isJudged() {
        return leftOut.isEmpty();
    }
}
