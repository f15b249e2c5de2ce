package dev.callcost.compare;

import dev.callcost.launch.ForkHosts;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Finds out why rows are slower, by further forks of both sides. */
public interface CauseSampler {
    /**
     * A row that is slower, and what its forks are started with.
     *
     * @param label of the row
     * @param baseNanos per operation, by the pairs
     * @param base the copy of base's jar, with all arguments of the side
     * @param folder a temporary one, the same for all rows
     * @param hosts start the forks
     * @param steps takes what tells a fork's step, when the fork is about to start
     */
    record SlowerRow(
            String label,
            double baseNanos,
            double headNanos,
            JarCopy base,
            PlannedRow ofBase,
            JarCopy head,
            PlannedRow ofHead,
            Path folder,
            ForkHosts hosts,
            Consumer<Supplier<String>> steps) {}

    /**
     * An estimate of how long the forks of a row take.
     *
     * @param pair how long a deciding pair of the row took
     * @param nanosPerOperation of the slower side
     */
    Duration estimate(Duration pair, double nanosPerOperation);

    /**
     * Explains a row.
     *
     * @return empty when this process was told to end
     * @throws dev.callcost.text.CommandException with the reason, when the row cannot be explained
     */
    Optional<Cause> explain(SlowerRow row);
}
