package dev.callcost.reach;

import dev.callcost.data.RowKey;
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

    RowReach withSetUp(List<Integer> numbers) {
        return new RowReach(row, kind, run, numbers, loaded, notRun, reason, seconds);
    }

    /** The row with the numbers of the changed classes that its JVMs loaded, and of these classes' methods not run. */
    RowReach withClasses(List<Integer> numbers, List<Integer> methodsNotRun) {
        return new RowReach(row, kind, run, runInSetUp, numbers, methodsNotRun, reason, seconds);
    }

    RowReach withReason(String other) {
        return new RowReach(row, kind, run, runInSetUp, loaded, notRun, other, seconds);
    }

    /** The row where so many methods and classes are numbered before those of its jars. */
    RowReach after(int methods, int classes) {
        return new RowReach(
                row,
                kind,
                after(methods, run),
                after(methods, runInSetUp),
                after(classes, loaded),
                after(methods, notRun),
                reason,
                seconds);
    }

    private static List<Integer> after(int others, List<Integer> numbers) {
        return numbers.stream().map(number -> others + number).toList();
    }

    private static List<Integer> orNone(List<Integer> numbers) {
        return numbers == null ? List.of() : List.copyOf(numbers);
    }
}
