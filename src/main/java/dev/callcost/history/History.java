package dev.callcost.history;

import java.util.List;

/**
 * The runs of one suite, the oldest first.
 *
 * @param notes what a reader should know about the order or the files, a line each
 */
public record History(List<HistoryRun> runs, List<String> notes) {}
