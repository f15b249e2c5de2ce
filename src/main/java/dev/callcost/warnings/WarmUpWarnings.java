package dev.callcost.warnings;

import dev.callcost.agent.Warmth;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.data.OpenLoop;
import dev.callcost.stats.RowDrift;
import dev.callcost.text.Numbers;
import dev.callcost.warnings.Warnings.Kind;
import dev.callcost.warnings.Warnings.RowWarning;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** Rows that were measured before their warm-up had ended, or whose times drift for another reason. */
final class WarmUpWarnings {
    private static final int MANY = 20;
    private static final int LAST_THIRD = 2;
    private static final String RAISE_CAP = "Raise --warm-up-cap, or run again at a quieter hour.";

    private WarmUpWarnings() {}

    /**
     * Whether a row has a warm-up to judge: in single-shot mode without one it measures what a first call costs. A row at a rate warms up in a closed loop,
     * and a longer one would not help.
     */
    static boolean isWarmedUp(LoggedRow row) {
        boolean isCold = row.row().mode().equals("ss")
                && row.forks().stream().allMatch(fork -> fork.warmUpIterations().isEmpty());
        return !isCold && !OpenLoop.isAtRate(row.row());
    }

    private static boolean isCapped(Fork fork) {
        return fork.warmUp() != null && !fork.warmUp().warm();
    }

    /** Whether the warm-up of a fork reached its cap. */
    static boolean isCapped(LoggedRow row) {
        return row.forks().stream().anyMatch(WarmUpWarnings::isCapped);
    }

    /** Forks whose warm-up reached its cap. */
    static Optional<RowWarning> cold(LoggedRow row) {
        List<Fork.WarmUp> cold = row.forks().stream()
                .filter(WarmUpWarnings::isCapped)
                .map(Fork::warmUp)
                .toList();
        return cold.stream()
                .max(Comparator.comparingDouble(Fork.WarmUp::seconds))
                .map(worst -> {
                    String evidence = "was not warm in " + cold.size() + " of "
                            + row.forks().size() + " forks, after at most "
                            + Numbers.significant(worst.seconds()) + " s of warm-up; that fork waited for: "
                            + worst.waitedFor();
                    return new RowWarning(Kind.NOT_WARM, row, cold.size(), evidence, RAISE_CAP);
                });
    }

    /** Rows whose time drifts in the measured iterations of all forks ({@link RowDrift}). */
    static Optional<RowWarning> drift(LoggedRow row) {
        return RowDrift.of(row.row()).map(trend -> {
            boolean slower = trend.change() > 0;
            boolean settled = Math.abs(trend.last() - trend.parts().get(1)) <= Math.log1p(RowDrift.MOVES);
            double change = Math.expm1(Math.abs(trend.change()));
            String evidence = "became " + Numbers.percent(change, 1) + (slower ? " slower" : " faster")
                    + " from the first to the last third of its measured iterations (" + trend.forks() + " forks, "
                    + Warnings.text(trend.probability()) + ")";
            String advice = slower
                    ? "Something grows or heats up: look at collections, heap and clock speed before a longer warm-up."
                    : longer(row, settled ? 0 : LAST_THIRD);
            Kind kind = slower ? Kind.SLOWER : Kind.NOT_ENDED;
            return new RowWarning(kind, row, change, trend.probability(), evidence, advice);
        });
    }

    static boolean isLarge(RowWarning drift) {
        return drift.severity() > RowDrift.MOVES;
    }

    /** The JIT compiles for a share of the measured time. What it takes of a CPU at the threshold is within the margin. */
    static Optional<RowWarning> compiling(LoggedRow row) {
        return active(
                row,
                Warmth.COMPILING_MEASURED,
                WarmUpWarnings::compiling,
                share -> "compiled (JIT) for " + Numbers.percent(share, 1) + " of its measured time");
    }

    /** Without the busiest in {@value #MANY} iterations: what JMH does after each iteration becomes hot by their number, sooner or later. */
    private static double compiling(List<Iteration> iterations) {
        double millis = iterations.stream()
                .mapToDouble(Iteration::compilationMillis)
                .sorted()
                .limit(iterations.size() - iterations.size() / MANY)
                .sum();
        return 1e6 * millis / Iteration.sum(iterations, Iteration::nanos);
    }

    /** More than one class is loaded in an iteration: what runs the same way again loads none. */
    static Optional<RowWarning> loading(LoggedRow row) {
        return active(
                row,
                1,
                iterations -> Iteration.sum(iterations, Iteration::classes) / iterations.size(),
                classes -> "loaded " + Numbers.significant(classes) + " classes in a measured iteration");
    }

    /** A row does what a JVM does while code is new. It counts by the median of its forks. */
    private static Optional<RowWarning> active(
            LoggedRow row,
            double threshold,
            ToDoubleFunction<List<Iteration>> amount,
            DoubleFunction<String> evidence) {
        int forks = row.forks().size();
        int lastActive = 0;
        double[] amounts = new double[forks];
        for (int n = 0; n < forks; n++) {
            List<Iteration> iterations = row.forks().get(n).beforeTearDown();
            amounts[n] = amount.applyAsDouble(iterations);
            for (int third = 1; third <= LAST_THIRD; third++) {
                List<Iteration> part = RowDrift.third(third, iterations);
                boolean isActive = !part.isEmpty() && amount.applyAsDouble(part) > threshold;
                lastActive = isActive ? Math.max(third, lastActive) : lastActive;
            }
        }
        double median = Metric.median(amounts);
        if (!(median > threshold)) {
            return Optional.empty();
        }
        String seen = evidence.apply(median) + (forks == 1 ? " (1 fork)" : " (median of " + forks + " forks)");
        return Optional.of(new RowWarning(Kind.NOT_ENDED, row, median, seen, longer(row, lastActive)));
    }

    /**
     * How long the warm-up has to be: what was measured before the row had settled belongs to it. Iterations of the warm-up have their own length.
     *
     * @param third the last third of the measured iterations in which the row had not settled, from 0
     */
    private static String longer(LoggedRow row, int third) {
        Fork fork = row.forks().get(0);
        if (isCapped(row)) {
            return RAISE_CAP;
        }
        if (fork.warmUp() != null) {
            String seconds = Numbers.significant(fork.warmUp().seconds());
            return "Fix -wi and -w at more than the " + seconds + " s that it had.";
        }
        List<Iteration> measured = fork.measured();
        List<Iteration> warmUp = fork.warmUpIterations();
        double each = length(warmUp.isEmpty() ? measured : warmUp);
        double moving = Math.ceil((third + 1) * measured.size() / 3.0);
        long more = Math.max(1, Math.round(moving * length(measured) / each));
        return "Raise -wi of that row from %s to at least %s (iterations of %s), or -w in proportion."
                .formatted(warmUp.size(), warmUp.size() + more, Numbers.plainTime(each));
    }

    private static double length(List<Iteration> iterations) {
        return Metric.median(iterations.stream().mapToDouble(Iteration::nanos).toArray());
    }
}
