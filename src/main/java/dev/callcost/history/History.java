package dev.callcost.history;

import java.util.List;

/**
 * The runs of one suite, the oldest first.
 *
 * @param source the file or folder they were read from, for messages
 * @param notes what a reader should know about the order or the files, a line each
 */
public record History(String source, List<HistoryRun> runs, List<String> notes) {}
