package dev.callcost.data;

/**
 * A row whose scores cannot be used.
 *
 * @param reason the end of a sentence about the row: {@code has the score 0.0, which is not a positive number}
 */
public record Refused(RowKey key, String reason) {}
