package dev.callcost.data;

import com.google.gson.Gson;
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
    private static final Gson GSON = new Gson();

    /** Reads a line of a log. */
    static LostFork of(boolean isSkip, String text) {
        JsonObject line = JsonParser.parseString(text).getAsJsonObject();
        return new LostFork(
                GSON.fromJson(line.get("row"), RowKey.class),
                line.get("round").getAsInt(),
                line.get("message").getAsString(),
                isSkip);
    }

    /** As the end of a run prints it. */
    public String line() {
        return row.label() + (isSkip ? "" : ", round " + round) + ": " + message;
    }
}
