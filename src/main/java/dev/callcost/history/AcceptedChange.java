package dev.callcost.history;

import dev.callcost.data.RowKey;
import dev.callcost.file.BadFileException;
import dev.callcost.file.TextLines;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A change that the owners of a suite know and accept: reports list it, and it fails no build.
 *
 * @param row found in the names of the rows that it is about
 * @param commit the first commit of the change, or its beginning
 */
public record AcceptedChange(Pattern row, String commit, String why) {
    private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S.*)");

    /** A change's place may move by so many runs while more runs arrive. */
    private static final int NEAR = Cuts.SHORTEST;

    /**
     * Reads a line each: regexp, commit, and why, with blanks between them.
     *
     * @throws BadFileException when the file is unreadable or a line has not these parts
     */
    public static List<AcceptedChange> read(Path file) {
        return TextLines.read(file, (line, number) -> of(line));
    }

    private static AcceptedChange of(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("a line is REGEX COMMIT WHY, was " + line);
        }
        try {
            return new AcceptedChange(Pattern.compile(parts.group(1)), parts.group(2), parts.group(3));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not a regular expression: " + parts.group(1), e);
        }
    }

    /** Whether this accepts the change of a row at a run. */
    boolean isOf(RowKey key, int bad, List<JudgedRun> runs) {
        return key.has(row)
                && runs.subList(Math.max(0, bad - NEAR), Math.min(runs.size(), bad + NEAR + 1)).stream()
                        .anyMatch(it -> it.run().isOf(commit));
    }
}
