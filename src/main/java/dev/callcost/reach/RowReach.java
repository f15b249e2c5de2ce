package dev.callcost.reach;

import dev.callcost.data.RowKey;
import dev.callcost.text.PathTails;
import java.util.List;
import java.util.Objects;

/**
 * What the scouts of one row saw: a line of the log.
 *
 * @param run numbers of changed methods ({@link Reach#methods}) that an iteration ran, the one with the most calls first
 * @param setUp numbers of changed methods that ran before or after the iteration only, ordered in the same way
 * @param nanosPerOperation in head, or in base when head's scout failed; null when no scout measured, or its unit is no time. One cold iteration measured it, while
 *     another fork ran: it is for plans alone
 * @param seconds how long the row's scouts took
 * @param losses scouts that failed or could not run
 * @param why the row counts as {@link Kind#REACHED} whatever it runs; null when that depends on what it runs
 */
public record RowReach(
        RowKey row,
        Kind kind,
        List<Integer> run,
        List<Integer> setUp,
        Double nanosPerOperation,
        double seconds,
        List<Loss> losses,
        String why) {
    public enum Kind {
        /** An iteration runs changed methods, or one side failed. */
        REACHED,
        /** Changed methods run in set-up, tear-down or class initializers alone. */
        REACHED_IN_SETUP,
        /** Neither side runs a changed method. */
        SAME_CODE,
        /** Both sides failed. */
        FAILED,
        /** A side cannot run on this machine. */
        SKIPPED
    }

    /**
     * A scout without a result.
     *
     * @param side {@code base} or {@code head}
     * @param details further lines: causes, or the last lines of the process
     */
    public record Loss(String side, String message, List<String> details) {
        public Loss {
            Objects.requireNonNull(side);
            Objects.requireNonNull(message);
            details = List.copyOf(details);
        }
    }

    public RowReach {
        Objects.requireNonNull(row);
        Objects.requireNonNull(kind);
        run = List.copyOf(run);
        setUp = List.copyOf(setUp);
        losses = List.copyOf(losses);
    }

    /** As the log has it: without the folders of absolute paths. */
    public RowReach published() {
        List<Loss> cut = losses.stream()
                .map(loss -> new Loss(loss.side, PathTails.cut(loss.message), PathTails.cut(loss.details)))
                .toList();
        return new RowReach(row, kind, run, setUp, nanosPerOperation, seconds, cut, why);
    }
}
