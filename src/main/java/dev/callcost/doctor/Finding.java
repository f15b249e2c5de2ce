package dev.callcost.doctor;

import dev.callcost.text.Grid;
import java.util.List;

/**
 * A finding about the machine: what was found, a table of the numbers, what it means for a user's numbers, and what the user can do. All but the first may be
 * empty.
 */
public record Finding(Level level, String what, List<String> table, String means, String todo) {

    /** How much a finding matters. With {@code UNFIT}, measurements on this machine mean nothing. */
    enum Level {
        OK,
        NOTE,
        UNFIT
    }

    static Finding ok(String what, String means) {
        return new Finding(Level.OK, what, List.of(), means, "");
    }

    Finding noteIf(boolean holds, String itMeans, String toDo) {
        return holds ? new Finding(Level.NOTE, what, table, itMeans, toDo) : this;
    }

    Finding unfitIf(boolean holds, String itMeans, String toDo) {
        return holds ? new Finding(Level.UNFIT, what, table, itMeans, toDo) : this;
    }

    Finding with(Grid grid) {
        return new Finding(level, what, grid.text().lines().toList(), means, todo);
    }
}
