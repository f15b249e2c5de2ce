package dev.callcost.compare.session;

import dev.callcost.data.RowKey;
import dev.callcost.text.PathTails;
import dev.callcost.work.WorkDelta;
import java.util.Objects;

/**
 * What forks counted of a row: a line of the log.
 *
 * @param seconds since the row before was counted, with those of earlier counts of the same row; those of all rows are
 *     the time of the counts
 */
public record CountedRow(RowKey row, WorkDelta work, double seconds) {
    public CountedRow {
        Objects.requireNonNull(row);
        Objects.requireNonNull(work.kind());
    }

    /** The row as the log has it: without the folders of absolute paths. */
    public CountedRow published() {
        return work.reason() == null
                ? this
                : new CountedRow(row, WorkDelta.notCounted(PathTails.cut(work.reason())), seconds);
    }
}
