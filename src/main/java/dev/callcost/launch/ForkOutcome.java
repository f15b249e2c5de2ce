package dev.callcost.launch;

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
     * @param pid the id of the process that measured; empty when it did not tell
     * @param iterations what happened in each iteration, warm-up included: JSON objects; none when nothing was recorded
     * @param warmUp how it warmed up until it was warm, a JSON object; empty when the warm-up's length was fixed
     */
    record Measured(
            JmhRow row, Map<String, String> facts, OptionalLong pid, List<String> iterations, Optional<String> warmUp)
            implements ForkOutcome {}

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
