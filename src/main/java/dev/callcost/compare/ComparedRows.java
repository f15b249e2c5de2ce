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
                        .allMatch(row -> !row.isOpen()
                                && row.failed().isEmpty()
                                && row.skipped().isEmpty()
                                && row.isMeasuredAlike());
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
        return strict && !isComplete() ? Conclusion.NOT_SHOWN : Conclusion.OK;
    }
}
