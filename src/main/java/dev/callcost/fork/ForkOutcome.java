package dev.callcost.fork;

import dev.callcost.results.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** How one fork ended. */
public sealed interface ForkOutcome {
    /**
     * The fork measured.
     *
     * @param row what JMH measured
     * @param facts what the cell recorded about itself
     * @param pid the id of the process that measured
     * @param iterations what happened in each iteration, warm-up included: JSON objects
     */
    record Measured(JmhRow row, Map<String, String> facts, OptionalLong pid, List<String> iterations)
            implements ForkOutcome {}

    /**
     * The fork of a host of its own measured.
     *
     * @param row the row with one fork
     * @param extraWork the share of work that it did besides, of the work without it; empty when it was not to do more
     */
    record Hosted(Row row, Optional<Double> extraWork) implements ForkOutcome {

        /** How many iterations were measured. */
        public int iterations() {
            return row.primary().forks().get(0).size();
        }
    }

    /**
     * The cell cannot run on this JVM, kernel or machine.
     *
     * @param reason one line
     */
    record Skipped(String reason) implements ForkOutcome {}

    /**
     * The fork failed.
     *
     * @param message one line
     * @param details further lines: where in the suite's own code it failed, or the last words of the JVM
     */
    record Failed(String message, List<String> details) implements ForkOutcome {}

    /** The run is being stopped; the fork was ended, or was not begun. */
    record Stopped() implements ForkOutcome {}
}
