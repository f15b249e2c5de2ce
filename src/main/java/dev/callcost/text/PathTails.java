package dev.callcost.text;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Shortens absolute paths in published texts to their last part: directories reveal a machine's owner and help nobody.
 */
public final class PathTails {
    private static final String BEGIN = "(?<=^|[@=:,;\"' ])";
    private static final Pattern UNIX = Pattern.compile(BEGIN + "/(?!/)(?:[^/=:,;\"' ]+/)*");
    private static final Pattern WINDOWS = Pattern.compile("(?<=^|[@=,;\"' ])[A-Za-z]:\\\\(?:[^\\\\=:,;\"' ]+\\\\)*");

    private PathTails() {}

    /** Removes the directories of each absolute path in a text. */
    public static String cut(String text) {
        return WINDOWS.matcher(UNIX.matcher(text).replaceAll("")).replaceAll("");
    }

    public static List<String> cut(List<String> texts) {
        return texts.stream().map(PathTails::cut).toList();
    }
}
