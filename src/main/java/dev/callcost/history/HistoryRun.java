package dev.callcost.history;

import dev.callcost.data.Metric;
import dev.callcost.data.RowKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One run of a history: the rows of one results file.
 *
 * @param label what reports call the run: its commit, or its file where no commit is known
 * @param commit the measured commit
 * @param time the start of the run
 * @param machine what must be alike for runs to be judged together, by name: the CPU's model, the JVM's major version; without what a run does not say
 * @param software the versions of what updates change, by name: JVM, kernel, image
 * @param values by row
 */
public record HistoryRun(
        String label,
        Optional<String> commit,
        Optional<Instant> time,
        Map<String, String> machine,
        Map<String, String> software,
        Map<RowKey, Value> values) {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{10,64}");

    /** A commit as reports show it. */
    static String shortened(String commit) {
        return HASH.matcher(commit).matches() ? commit.substring(0, 9) : commit;
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
                        && !machine.get(part.getKey()).equals(part.getValue()))
                .map(part -> part.getKey() + " " + machine.get(part.getKey()) + ", not " + part.getValue())
                .findFirst();
    }

    /** What was updated up to a later run: {@code JVM 17.0.15 to 17.0.16}; empty for nothing. */
    String updated(HistoryRun later) {
        return later.software.entrySet().stream()
                .filter(part -> software.containsKey(part.getKey())
                        && !software.get(part.getKey()).equals(part.getValue()))
                .map(part -> part.getKey() + " " + software.get(part.getKey()) + " to " + part.getValue())
                .collect(Collectors.joining(", "));
    }

    /**
     * A row in a run.
     *
     * @param logNanos the logarithm of the time per operation in nanoseconds: the mean over forks, a throughput turned around; in another unit where it is
     *     none of JMH's, turned around where more is better
     * @param unit as the file has it, for display
     * @param settings iterations and JVM arguments in one text; a row is not judged across a change of it; empty where the file does not say
     */
    public record Value(double logNanos, String unit, String settings) {
        static final String THROUGHPUT = "thrpt";

        /**
         * @param mode JMH's; see {@link #isMoreBetter}
         * @param log the mean over forks of the logarithms of the scores
         */
        static Value of(String mode, String unit, double log, String settings) {
            DoubleUnaryOperator nanos =
                    timed(mode, unit).flatMap(Metric::logNanos).orElse(turned(mode));
            return new Value(nanos.applyAsDouble(log), unit, settings);
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
