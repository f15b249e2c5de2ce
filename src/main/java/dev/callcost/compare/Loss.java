package dev.callcost.compare;

import dev.callcost.results.RowKey;

/**
 * A fork that gave no score.
 *
 * @param row the row it is of
 * @param side {@code base} or {@code head}
 * @param message why, in one line
 */
public record Loss(RowKey row, String side, String message) {}
