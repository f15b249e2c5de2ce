package dev.callcost.work;

import dev.callcost.data.RowKey;

/** Follows the counts; one method is called at a time. */
public interface CountListener {
    /** Whether no further fork starts. */
    boolean isOver();

    /** A fork of a row is about to start. */
    void begins(RowKey row);

    /** A row was counted. */
    void counted(RowKey row, WorkDelta work);
}
