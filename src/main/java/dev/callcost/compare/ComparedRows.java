package dev.callcost.compare;

import dev.callcost.data.RowKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All rows of a comparison, and what they come to.
 *
 * @param <R> what is known of a row
 */
public interface ComparedRows<R extends ComparedRow> {
    /** What a comparison comes to. */
    enum Conclusion {
        /** Every row is settled or was not asked to be, and none is a regression. */
        OK,
        /** At least one row is a regression. */
        REGRESSION,
        /** At least one row could not be measured, and none is a regression. */
        NOT_MEASURED,
        /** At least one row failed after it had been measured, and nothing is worse than that. */
        FAILED,
        /** Asked to be strict, and something is undecided, unlike or missing. */
        NOT_SHOWN
    }

    /** The rows of both sides. */
    List<R> rows();

    /** Rows that head lacks: removed, renamed, or failed. */
    List<RowKey> onlyInBase();

    /** Rows that base lacks. */
    List<RowKey> onlyInHead();

    /** How many rows have each verdict, by its word. */
    default Map<String, Integer> counts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        rows().forEach(row -> counts.merge(row.word(), 1, Integer::sum));
        return counts;
    }

    /** Whether nothing is left open: every row is on both sides, measured alike, and decided. */
    default boolean isComplete() {
        return onlyInBase().isEmpty()
                && onlyInHead().isEmpty()
                && rows().stream()
                        .allMatch(row -> !row.isOpen() && row.noVerdict().isEmpty() && row.isMeasuredAlike());
    }

    /** The rows without a verdict of one kind, with their reasons. */
    default Map<R, String> without(NoVerdict.Kind kind) {
        Map<R, String> without = new LinkedHashMap<>();
        rows().forEach(row ->
                row.noVerdict().filter(it -> it.kind() == kind).ifPresent(it -> without.put(row, it.why())));
        return without;
    }

    /**
     * What it comes to.
     *
     * @param strict whether everything must be shown
     */
    default Conclusion outcome(boolean strict) {
        if (rows().stream().anyMatch(ComparedRow::isRegression)) {
            return Conclusion.REGRESSION;
        }
        if (!without(NoVerdict.Kind.NOT_MEASURED).isEmpty()) {
            return Conclusion.NOT_MEASURED;
        }
        if (!without(NoVerdict.Kind.FAILED).isEmpty()) {
            return Conclusion.FAILED;
        }
        return strict && !isComplete() ? Conclusion.NOT_SHOWN : Conclusion.OK;
    }
}
