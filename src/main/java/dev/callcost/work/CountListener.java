package dev.callcost.work;

import dev.callcost.data.RowKey;

/** Follows the counts; one method is called at a time. */
public interface CountListener {
    /** Whether no further fork starts. */
    boolean isOver();

    /** A fork of a row is about to start. */
    void begins(RowKey row);

    /** A row was counted, or counted {@link #again}: the last counts replace those before. */
    void counted(RowKey row, WorkDelta work);

    /** So many rows are counted again from now on, with the JDK's classes. */
    default void again(int rows) {}
}
