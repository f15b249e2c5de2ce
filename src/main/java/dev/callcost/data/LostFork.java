package dev.callcost.data;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A fork of a run that measured nothing.
 *
 * @param round from 1
 * @param message why
 * @param isSkip whether the row cannot run there; else the fork failed
 */
public record LostFork(RowKey row, int round, String message, boolean isSkip) {
    /** The type of a fork of a row that cannot run on the machine. */
    public static final String SKIPPED = "skipped";

    public static final String FAILED = "failed";

    /** Whether a line of a log has a type of lost forks. */
    static boolean isOne(String type) {
        return type.equals(SKIPPED) || type.equals(FAILED);
    }

    /** Reads such a line. */
    static LostFork of(String type, String text) {
        JsonObject line = JsonParser.parseString(text).getAsJsonObject();
        return new LostFork(
                RowKey.of(line.getAsJsonObject("row")),
                line.get("round").getAsInt(),
                line.get("message").getAsString(),
                type.equals(SKIPPED));
    }

    /** As the end of a run prints it. */
    public String line() {
        return row.label() + (isSkip ? "" : ", round " + round) + ": " + message;
    }
}
