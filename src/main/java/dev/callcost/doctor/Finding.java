package dev.callcost.doctor;

import java.util.List;

/**
 * One thing that was found.
 *
 * @param level how much it matters
 * @param what what was found, a sentence or less
 * @param table the numbers behind it, lines of text; mostly none
 * @param means what it means for a user's numbers; may be empty
 * @param todo what to do about it; empty when nothing need be done
 */
public record Finding(Level level, String what, List<String> table, String means, String todo) {

    /** How much a finding matters. */
    public enum Level {
        /** As it should be. */
        OK,
        /** Something to know, or to change. */
        NOTE,
        /** No measurement here means anything. */
        UNFIT
    }

    /** A finding in words. */
    static Finding of(Level level, String what, String means, String todo) {
        return new Finding(level, what, List.of(), means, todo);
    }

    /** All is as it should be. */
    static Finding ok(String what, String means) {
        return of(Level.OK, what, means, "");
    }

    /** Something to know, or to change. */
    static Finding note(String what, String means, String todo) {
        return of(Level.NOTE, what, means, todo);
    }

    /** The same finding with a table. */
    Finding with(List<String> lines) {
        return new Finding(level, what, lines, means, todo);
    }
}
