package dev.callcost.text;

import java.util.List;
import java.util.regex.Pattern;

/** Cuts absolute paths in published texts to their last part: directories tell of a machine's owner and help nobody. */
public final class PathTails {
    private static final String BEGIN = "(?<=^|[@=:,;\"' ])";
    private static final Pattern UNIX = Pattern.compile(BEGIN + "/(?!/)(?:[^/=:,;\"' ]+/)*");
    private static final Pattern WINDOWS = Pattern.compile("(?<=^|[@=,;\"' ])[A-Za-z]:\\\\(?:[^\\\\=:,;\"' ]+\\\\)*");

    private PathTails() {}

    /** A text in which each absolute path has lost its directories. */
    public static String cut(String text) {
        return WINDOWS.matcher(UNIX.matcher(text).replaceAll("")).replaceAll("");
    }

    /** The same for each of several texts. */
    public static List<String> cut(List<String> texts) {
        return texts.stream().map(PathTails::cut).toList();
    }
}
