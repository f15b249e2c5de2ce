package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A preset: words of a command line in a UTF-8 text file. White space separates words, and {@code #} begins a comment
 * that reaches to the end of the line. Single or double quotes, around a word or a part of it, keep white space and
 * {@code #}; a quote ends on its line. A backslash is a plain character, as in a regular expression.
 *
 * <p>Picocli's expansion of {@code @FILE} is not used: it splits {@code -p a="b c"} in the wrong place, ends an open
 * quote in silence, and takes the name of a missing file for a regular expression.
 */
final class PresetFile {
    private static final String QUOTED = "\"([^\"\r\n]*)\"|'([^'\r\n]*)'";

    /** A comment, a word, or a quote that is not closed. */
    private static final Pattern TOKEN = Pattern.compile("#.*|(?:[^\\s\"'#]++|" + QUOTED + ")+|[\"']");

    private PresetFile() {}

    static List<String> read(String file) {
        String text;
        try {
            text = Files.readString(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            String why = e instanceof NoSuchFileException ? "no such file" : e.toString();
            throw CommandException.usage("cannot read the preset @" + file + ": " + why);
        }
        List<String> words = new ArrayList<>();
        for (String token :
                TOKEN.matcher(text).results().map(MatchResult::group).toList()) {
            if (token.equals("\"") || token.equals("'") || token.startsWith("@")) {
                throw CommandException.usage("preset @" + file
                        + (token.startsWith("@")
                                ? " names another preset, " + token + ": give both on the command line"
                                : ": a quote " + token + " is not closed on its line"));
            }
            if (!token.startsWith("#")) {
                words.add(token.replaceAll(QUOTED, "$1$2"));
            }
        }
        return words;
    }
}
