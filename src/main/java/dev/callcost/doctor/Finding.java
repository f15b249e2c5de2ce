package dev.callcost.doctor;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A finding about the machine: what was found, what it means for a user's numbers, and what the user can do. All but
 * the first may be empty.
 */
record Finding(Severity severity, String what, String means, String todo) {

    /** How much a finding matters. With {@code UNFIT}, measurements on this machine mean nothing. */
    enum Severity {
        UNFIT("UNFIT:"),
        NOTE("note:"),
        OK("ok:");

        private final String text;

        Severity(String text) {
            this.text = text;
        }
    }

    static Finding ok(String what, String means) {
        return new Finding(Severity.OK, what, means, "");
    }

    Finding noteIf(boolean holds, String itMeans, String toDo) {
        return holds ? new Finding(Severity.NOTE, what, itMeans, toDo) : this;
    }

    Finding unfitIf(boolean holds, String itMeans, String toDo) {
        return holds ? new Finding(Severity.UNFIT, what, itMeans, toDo) : this;
    }

    String line() {
        return Stream.of(severity.text, what, means, todo)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
