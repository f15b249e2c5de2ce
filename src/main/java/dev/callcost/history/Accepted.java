package dev.callcost.history;

import dev.callcost.text.BadFileException;
import dev.callcost.text.TextLines;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A change that the owners of a suite know and accept: reports list it, and it fails no build.
 *
 * @param row found in the full names of the rows that it is about
 * @param commit the first commit of the change, or its beginning
 */
public record Accepted(Pattern row, String commit, String why) {
    private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S.*)");

    /**
     * Reads a line each: regexp, commit, and why, with blanks between them; empty lines and those that begin with # do not count.
     *
     * @throws BadFileException when the file is unreadable or a line has not these parts
     */
    public static List<Accepted> read(Path file) {
        return TextLines.read(file, Accepted::of);
    }

    private static Accepted of(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("is not REGEX COMMIT WHY: " + line);
        }
        try {
            return new Accepted(Pattern.compile(parts.group(1)), parts.group(2), parts.group(3));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("begins with no regular expression: " + line, e);
        }
    }
}
