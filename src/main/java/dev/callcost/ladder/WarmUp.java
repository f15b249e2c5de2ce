package dev.callcost.ladder;

import dev.callcost.agent.Warmth;
import dev.callcost.data.Fork;
import dev.callcost.data.Iteration;
import dev.callcost.data.Metric;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Rows that did in their measured iterations what a JVM does while code is new. A row counts by the median of its forks. */
enum WarmUp {
    /**
     * The JIT compiles: the threshold is the share of the measured time; what it takes of a CPU is within the margin below. Of many iterations the one
     * in which it worked most does not count: what JMH does after each becomes hot by their number, sooner or later.
     */
    COMPILING(Warmth.COMPILING_MEASURED) {
        @Override
        double amount(List<Iteration> iterations) {
            double most = iterations.size() < MANY
                    ? 0
                    : iterations.stream()
                            .mapToDouble(Iteration::compilationMillis)
                            .max()
                            .orElse(0);
            return 1e6 * (sum(iterations, Iteration::compilationMillis) - most) / sum(iterations, Iteration::nanos);
        }

        @Override
        String evidence(double amount) {
            return "compiled (JIT) for " + Numbers.percent(amount, 1) + " of its measured time";
        }
    },
    /** Classes are loaded: the threshold is their number in an iteration; what runs the same way again loads none. */
    LOADING(1) {
        @Override
        double amount(List<Iteration> iterations) {
            return sum(iterations, Iteration::classes) / iterations.size();
        }

        @Override
        String evidence(double amount) {
            return "loaded " + Numbers.significant(amount) + " classes in a measured iteration";
        }
    };

    /** The name of the warnings about it. */
    static final String NOT_ENDED = "warm-up not ended";

    private static final int MANY = 20;

    private final double threshold;

    WarmUp(double threshold) {
        this.threshold = threshold;
    }

    /** A part of a fork's measured iterations. The first and the last third are of equal length, the middle one has what is left over. */
    enum Stretch {
        FIRST,
        MIDDLE,
        LAST;

        /** This part of a list; the first and the last are empty when it has fewer than three elements. */
        <T> List<T> of(List<T> list) {
            int n = list.size();
            int length = n / 3;
            return switch (this) {
                case FIRST -> list.subList(0, length);
                case MIDDLE -> list.subList(length, n - length);
                case LAST -> list.subList(n - length, n);
            };
        }
    }

    abstract double amount(List<Iteration> iterations);

    abstract String evidence(double amount);

    /** Whether a row has a warm-up to judge: in single-shot mode without one it measures what a first call costs. */
    static boolean isWarmedUp(RecordedRow row) {
        return !row.row().mode().equals("ss")
                || row.forks().stream()
                        .anyMatch(fork -> !fork.warmUpIterations().isEmpty());
    }

    Stream<RowWarning> of(RecordedRow row) {
        int forks = row.forks().size();
        double amount = Metric.median(row.forks().stream()
                .mapToDouble(fork -> amount(fork.beforeTearDown()))
                .toArray());
        Stretch lastActive = isActive(row, Stretch.LAST)
                ? Stretch.LAST
                : isActive(row, Stretch.MIDDLE) ? Stretch.MIDDLE : Stretch.FIRST;
        return amount > threshold
                ? Stream.of(new RowWarning(
                        NOT_ENDED,
                        row,
                        amount,
                        evidence(amount) + (forks == 1 ? " (1 fork)" : " (median of " + forks + " forks)"),
                        longer(row, lastActive)))
                : Stream.empty();
    }

    private boolean isActive(RecordedRow row, Stretch stretch) {
        return row.forks().stream()
                .map(fork -> stretch.of(fork.beforeTearDown()))
                .anyMatch(part -> !part.isEmpty() && amount(part) > threshold);
    }

    private static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> part) {
        return iterations.stream().mapToDouble(part).sum();
    }

    /**
     * How long the warm-up has to be instead: what was measured before the row had settled belongs to it. Its iterations have their own
     * length, which need not be that of the measured ones.
     *
     * @param lastMoving the last part of the measured iterations in which the row had not settled
     */
    static String longer(RecordedRow row, Stretch lastMoving) {
        Fork fork = row.forks().get(0);
        if (fork.warmUp() != null) {
            return "Fix -wi and -w at more than the "
                    + Numbers.significant(fork.warmUp().seconds()) + " s that it had.";
        }
        List<Iteration> measured = fork.measured();
        List<Iteration> warmUp = fork.warmUpIterations();
        double each = length(warmUp.isEmpty() ? measured : warmUp);
        double moving = Math.ceil((lastMoving.ordinal() + 1) * measured.size() / 3.0);
        long more = Math.max(1, Math.round(moving * length(measured) / each));
        return "Raise -wi of that row from " + warmUp.size() + " to at least " + (warmUp.size() + more)
                + " (iterations of " + Numbers.plainTime(each) + "), or -w in proportion.";
    }

    private static double length(List<Iteration> iterations) {
        return Metric.median(iterations.stream().mapToDouble(Iteration::nanos).toArray());
    }
}
