package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;

/**
 * One run of a history: the rows of one results file.
 *
 * @param label what reports call the run: its commit, or its file where no commit is known
 * @param commit the measured commit
 * @param time the start of the run
 * @param machine what must be alike for runs to be judged together, by name: the CPU's model, the JVM's version; empty where a run does not say. An {@link
 *     Update} of the JVM, the kernel or the image leaves it alike
 * @param values by row
 */
public record HistoryRun(
        String label,
        Optional<String> commit,
        Optional<Instant> time,
        Map<String, String> machine,
        Map<RowKey, Value> values) {
    /** A commit's abbreviation has so many digits at least. */
    private static final int SHORTEST_COMMIT = 7;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{10,64}");

    /** A commit as reports show it. */
    static String shortened(String commit) {
        return HASH.matcher(commit).matches() ? commit.substring(0, 9) : commit;
    }

    /** Whether a commit, which may be shortened as the run's own, or a label is the run's. */
    boolean isOf(String name) {
        String known = commit.orElse(label);
        return known.equals(name)
                || Math.min(known.length(), name.length()) >= SHORTEST_COMMIT
                        && (known.startsWith(name) || name.startsWith(known));
    }

    /** Whether both are of one commit that is known. */
    boolean isRerunOf(HistoryRun other) {
        return commit.isPresent() && commit.equals(other.commit);
    }

    /** The row's {@link Value#logNanos()}; NaN where the run lacks the row. */
    double logNanos(RowKey row) {
        return values.containsKey(row) ? values.get(row).logNanos() : Double.NaN;
    }

    /** What shows that another run is of another machine: {@code CPU A, not B}. What one of them does not say does not count. */
    Optional<String> otherMachine(HistoryRun other) {
        return other.machine.entrySet().stream()
                .filter(part -> machine.containsKey(part.getKey())
                        && !Update.isOne(part.getKey(), machine.get(part.getKey()), part.getValue()))
                .map(part -> part.getKey() + " " + machine.get(part.getKey()) + ", not " + part.getValue())
                .findFirst();
    }

    /**
     * A row in a run.
     *
     * @param logNanos the logarithm of the time per operation in nanoseconds: the mean over forks of the median over iterations, a throughput turned
     *     around; in another unit where it is none of JMH's, turned around where more is better
     * @param forks the same of each fork; empty where the file keeps none, as github-action-benchmark's
     * @param unit as the file has it, for display
     * @param settings forks, iterations and JVM arguments in one text; a row is not judged across a change of it; empty where the file does not say
     * @param bytes B/op, where {@code -prof gc} measured it
     */
    public record Value(double logNanos, List<Double> forks, String unit, String settings, OptionalDouble bytes) {
        static final String THROUGHPUT = "thrpt";

        /**
         * @param mode JMH's; see {@link #isMoreBetter}
         * @param logs the logarithms of the forks' scores, or of the only score where {@code areForks} is false
         */
        static Value of(
                String mode, String unit, List<Double> logs, boolean areForks, String settings, OptionalDouble bytes) {
            DoubleUnaryOperator nanos =
                    timed(mode, unit).flatMap(Metric::logNanos).orElse(turned(mode));
            List<Double> times = logs.stream().map(nanos::applyAsDouble).toList();
            double mean = times.stream().mapToDouble(log -> log).average().orElseThrow();
            return new Value(mean, areForks ? times : List.of(), unit, settings, bytes);
        }

        /** The way back, from a {@link #logNanos} to the logarithm of a score. */
        static DoubleUnaryOperator logScore(String mode, String unit) {
            return timed(mode, unit).flatMap(Metric::logScore).orElse(turned(mode));
        }

        /** Whether the mode is one of throughputs, which decides where the unit is none of JMH's. */
        private static boolean isMoreBetter(String mode) {
            return mode.startsWith(THROUGHPUT);
        }

        /** The metric whose unit is a time or a throughput, as the mode says; empty where both differ. */
        static Optional<Metric> timed(String mode, String unit) {
            return Optional.of(new Metric(unit, List.of()))
                    .filter(it -> it.isThroughput() == isMoreBetter(mode)
                            && it.logNanos().isPresent());
        }

        private static DoubleUnaryOperator turned(String mode) {
            return isMoreBetter(mode) ? log -> -log : DoubleUnaryOperator.identity();
        }
    }
}
