package dev.callcost.reach;

import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkPlan.ForkOutcome;
import java.util.List;
import java.util.Objects;

/**
 * What the scouts of one row saw: a line of the log.
 *
 * @param run numbers of changed methods ({@link Reach#methods}) that an iteration ran, the one with the most calls and
 *     rounds of loops first
 * @param runInSetUp numbers of those that the row ran before and after its iterations alone
 * @param loaded numbers of classes ({@link Reach#changedClasses}) that the row's JVMs loaded, and that may differ in
 *     what no probe saw
 * @param notRun numbers of changed methods of loaded classes that the row did not run
 * @param reason why the row counts as reached whatever it runs; null without one
 * @param seconds since the row before it was known; those of all rows are the time of the scouts
 */
public record RowReach(
        RowKey row,
        Kind kind,
        List<Integer> run,
        List<Integer> runInSetUp,
        List<Integer> loaded,
        List<Integer> notRun,
        String reason,
        double seconds) {
    public enum Kind {
        /** An iteration runs changed methods, the fork is started otherwise, or one side failed. */
        REACHED,
        /** No changed method runs in iterations, but a class is loaded that differs in what no probe can see. */
        LOADED,
        /** Changed methods run in set-up, tear-down or class initializers alone. */
        REACHED_IN_SETUP,
        /** Neither side runs a changed method or loads a class that differs. */
        SAME_CODE,
        /** Both sides failed. */
        FAILED,
        /** A side cannot run on this machine. */
        SKIPPED
    }

    /** A row that loads no changed class. */
    public RowReach(RowKey row, Kind kind, List<Integer> run, double seconds) {
        this(row, kind, run, List.of(), List.of(), List.of(), null, seconds);
    }

    /** Logs of earlier versions have nothing but kind and iterations. */
    public RowReach {
        Objects.requireNonNull(row);
        Objects.requireNonNull(kind);
        run = List.copyOf(run);
        runInSetUp = orNone(runInSetUp);
        loaded = orNone(loaded);
        notRun = orNone(notRun);
    }

    /** Whether both sides failed, or a side cannot run on this machine. */
    public boolean cannotRun() {
        return kind == Kind.FAILED || kind == Kind.SKIPPED;
    }

    /** The row with what else its scouts saw. */
    RowReach with(List<Integer> inSetUp, List<Integer> ofClasses, List<Integer> methodsNotRun, String why) {
        return new RowReach(row, kind, run, inSetUp, ofClasses, methodsNotRun, why, seconds);
    }

    private static List<Integer> orNone(List<Integer> numbers) {
        return numbers == null ? List.of() : List.copyOf(numbers);
    }

    /**
     * A scout without a result.
     *
     * @param side {@code base} or {@code head}
     */
    public record Loss(String side, ForkOutcome outcome) {}
}
