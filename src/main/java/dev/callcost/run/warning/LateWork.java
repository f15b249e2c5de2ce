package dev.callcost.run.warning;

import dev.callcost.results.Metric;
import dev.callcost.text.Numbers;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a JVM does while code is new, and is done with when the warm-up has ended. A row counts by the median of its forks. */
enum LateWork {
    /** The JIT compiles: the threshold is the share of the measured time; what it takes of a CPU is within the margin below. */
    COMPILING(0.02) {
        @Override
        double amount(List<Iteration> iterations) {
            return 1e6 * sum(iterations, Iteration::compilationMillis) / sum(iterations, Iteration::nanos);
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

    private final double threshold;

    LateWork(double threshold) {
        this.threshold = threshold;
    }

    abstract double amount(List<Iteration> iterations);

    abstract String evidence(double amount);

    private static double sum(List<Iteration> iterations, ToDoubleFunction<Iteration> part) {
        return iterations.stream().mapToDouble(part).sum();
    }

    List<String> warnings(List<RecordedRow> rows) {
        return RowWarning.line(
                WarmUp.NOT_ENDED,
                rows.stream()
                        .filter(row -> amount(row) > threshold)
                        .map(this::finding)
                        .toList());
    }

    private double amount(RecordedRow row) {
        return Metric.median(row.forks().stream()
                .map(RecordedFork::measured)
                .mapToDouble(this::amount)
                .toArray());
    }

    private RowWarning finding(RecordedRow row) {
        int forks = row.forks().size();
        double amount = amount(row);
        return new RowWarning(
                row.label(),
                amount,
                evidence(amount) + (forks == 1 ? " (1 fork)" : " (median of " + forks + " forks)"),
                LongerWarmUp.advice(row, lastActive(row)));
    }

    /** The last part with this work in any fork. */
    private Third lastActive(RecordedRow row) {
        return isActive(row, Third.LAST) ? Third.LAST : isActive(row, Third.MIDDLE) ? Third.MIDDLE : Third.FIRST;
    }

    private boolean isActive(RecordedRow row, Third third) {
        return row.forks().stream()
                .map(fork -> third.of(fork.measured()))
                .anyMatch(part -> !part.isEmpty() && amount(part) > threshold);
    }
}
