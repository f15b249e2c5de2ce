package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A preset: words of a command line in a UTF-8 text file, in the syntax of the {@code java} launcher's argument files.
 *
 * <p>White space separates words, and {@code #} begins a comment that reaches to the end of the line. Single or double quotes, around a
 * word or a part of it, keep white space and {@code #}; in them a backslash escapes as in a string of Java. Elsewhere it is a plain
 * character, as in a regular expression. A quote ends on its line: one left open is an error.
 *
 * <p>Picocli's expansion of {@code @FILE} is not used: it splits {@code -p a="b c"} in the wrong place, ends an open quote in silence, and takes the name
 * of a missing file for a regular expression.
 */
final class PresetFile {
    private static final String QUOTED = "([\"'])((?:\\\\.|(?!\\1)[^\\\\\\r\\n])*+)\\1";

    /** A comment, a word, or a quote that is not closed. */
    private static final Pattern TOKEN = Pattern.compile("#.*|(?:[^\\s\"'#]++|" + QUOTED + ")+|[\"']");

    private static final Pattern QUOTED_PART = Pattern.compile(QUOTED);

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
        Matcher token = TOKEN.matcher(text);
        while (token.find()) {
            String found = token.group();
            if (found.equals("\"") || found.equals("'")) {
                long line = text.substring(0, token.end()).lines().count();
                throw CommandException.usage(
                        "preset @" + file + ", line " + line + ": the quote " + found + " is not closed");
            }
            if (!found.startsWith("#")) {
                words.add(QUOTED_PART
                        .matcher(found)
                        .replaceAll(part -> Matcher.quoteReplacement(unescaped(part.group(2), file))));
            }
        }
        words.stream().filter(word -> word.startsWith("@")).findFirst().ifPresent(other -> {
            throw CommandException.usage(
                    "preset @" + file + " names another preset, " + other + ": give both on the command line");
        });
        return words;
    }

    private static String unescaped(String quoted, String file) {
        try {
            return quoted.translateEscapes();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("preset @" + file + ", in quotes: " + e.getMessage());
        }
    }
}
