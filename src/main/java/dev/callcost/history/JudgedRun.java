package dev.callcost.history;

import dev.callcost.data.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A run, and whether its values count.
 *
 * @param pace by how much all rows are slower than in the ten runs around this one, as a logarithm; empty where too few rows tell
 * @param leftOut why the run is not judged
 */
public record JudgedRun(HistoryRun run, OptionalDouble pace, Optional<String> leftOut) {
    /** A run that is slower or faster in all rows by more, as a logarithm, is no run of the same machine. */
    private static final double ELSEWHERE = 0.10;

    static List<JudgedRun> of(List<HistoryRun> runs, List<RowKey> rows) {
        HistoryRun newest = runs.get(runs.size() - 1);
        double[] paces = Pace.of(runs.stream()
                .filter(run -> run.otherMachine(newest).isEmpty())
                .map(run -> rows.stream().mapToDouble(run::logNanos).toArray())
                .toArray(double[][]::new));
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

    /** @param pace NaN where it is not known */
    static boolean isElsewhere(double pace) {
        return Math.abs(pace) > ELSEWHERE;
    }

    /** {@code 20 % slower in all rows}. */
    static String slowdown(double pace) {
        return String.format(
                Locale.ROOT, "%.0f%% %s in all rows", 100 * Math.abs(Math.expm1(pace)), pace > 0 ? "slower" : "faster");
    }

    public boolean isJudged() {
        return leftOut.isEmpty();
    }
}
