package dev.callcost.run.warning;

import java.util.List;
import java.util.stream.Stream;

/** Rows whose warm-up had not ended: the score moves in the measured iterations, the JIT compiles, or classes are loaded. */
public final class WarmUp {
    /** The warning's name at the head of its lines. */
    static final String NOT_ENDED = "warm-up not ended";

    private WarmUp() {}

    /**
     * The warnings, one line each. Rows in single-shot mode without any warm-up are left out, as they measure what a first call costs.
     *
     * @param all the rows of a run
     */
    public static List<String> warnings(List<RecordedRow> all) {
        List<RecordedRow> rows =
                all.stream().filter(row -> !isColdByDesign(row)).toList();
        return Stream.of(MovingScore.warnings(rows), LateWork.COMPILING.warnings(rows), LateWork.LOADING.warnings(rows))
                .flatMap(List::stream)
                .toList();
    }

    private static boolean isColdByDesign(RecordedRow row) {
        return row.row().mode().equals("ss")
                && row.forks().stream().allMatch(fork -> fork.warmUp().isEmpty());
    }
}
