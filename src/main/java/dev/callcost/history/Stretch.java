package dev.callcost.history;

/**
 * Judged runs of a row between two cuts.
 *
 * @param first index of its first run in the history
 * @param last index of its last run
 * @param runs number of the judged runs that have the row
 * @param median of the corrected logarithms
 */
public record Stretch(int first, int last, int runs, double median) {}
