package dev.callcost.reach;

import dev.callcost.data.RowKey;
import java.util.List;
import java.util.Objects;

/**
 * What the scouts of one row saw: a line of the log.
 *
 * @param run numbers of changed methods ({@link Reach#methods}) that an iteration ran, the one with the most calls first
 * @param seconds since the row before it was known; those of all rows are the time of the scouts
 */
public record RowReach(RowKey row, Kind kind, List<Integer> run, double seconds) {
    public enum Kind {
        /** An iteration runs changed methods, or one side failed. */
        REACHED,
        /** No changed method runs, but a class is loaded that differs in what no probe can see. */
        LOADED,
        /** Changed methods run in set-up, tear-down or class initializers alone. */
        REACHED_IN_SETUP,
        /** Neither side runs a changed method. */
        SAME_CODE,
        /** Both sides failed. */
        FAILED,
        /** A side cannot run on this machine. */
        SKIPPED
    }

    public RowReach {
        Objects.requireNonNull(row);
        Objects.requireNonNull(kind);
        run = List.copyOf(run);
    }
}
