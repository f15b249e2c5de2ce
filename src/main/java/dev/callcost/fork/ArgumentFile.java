package dev.callcost.fork;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A preset: command line arguments in a text file, in the syntax of the {@code java} launcher's argument files.
 *
 * <p>Arguments are separated by white space. Single or double quotes keep white space and {@code #} together with an
 * argument; inside them a backslash escapes the next character ({@code \n \r \t \f} as in Java), and at the end of a line
 * it joins the next line without that line's indentation. Outside quotes a backslash is a plain character, as in a
 * Windows path or a regular expression, except as the last one of a line, where it is dropped. {@code #} begins a comment
 * that reaches to the end of the line.
 *
 * <p>Unlike the launcher, which ends a quote at the end of its line in silence, this reader calls it an error.
 */
final class ArgumentFile {
    private final String name;
    private final String text;
    private final List<String> arguments = new ArrayList<>();
    private final StringBuilder argument = new StringBuilder();
    private boolean inArgument;
    private int position;
    private int line = 1;

    private ArgumentFile(String name, String text) {
        this.name = name;
        this.text = text.replace("\r\n", "\n").replace('\r', '\n');
    }

    /**
     * Reads a preset.
     *
     * @throws CommandException (usage) when the file is missing, unreadable or has a quote that is not closed
     */
    static List<String> read(String file) {
        try {
            return parse(file, Files.readString(Path.of(file)));
        } catch (IOException | InvalidPathException e) {
            throw CommandException.usage("cannot read the preset @" + file + ": " + reason(e));
        }
    }

    private static String reason(Exception e) {
        return e instanceof NoSuchFileException ? "no such file" : e.toString();
    }

    /** The arguments in {@code text}; {@code name} is what an error message calls it. */
    static List<String> parse(String name, String text) {
        return new ArgumentFile(name, text).parse();
    }

    private List<String> parse() {
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '#') {
                endArgument();
                skipLine();
            } else if (c == '"' || c == '\'') {
                quoted(c);
            } else if (c == '\\' && atLineEnd(position + 1)) {
                position++;
            } else if (Character.isWhitespace(c)) {
                endArgument();
                next();
            } else {
                inArgument = true;
                argument.append(next());
            }
        }
        endArgument();
        return arguments;
    }

    private void quoted(char quote) {
        int opened = line;
        inArgument = true;
        next();
        while (position < text.length() && text.charAt(position) != '\n') {
            char c = next();
            if (c == quote) {
                return;
            }
            if (c != '\\') {
                argument.append(c);
            } else if (atLineEnd(position)) {
                joinLines();
            } else {
                argument.append(unescaped(next()));
            }
        }
        throw CommandException.usage(
                "preset @" + name + ", line " + opened + ": the quote " + quote + " is not closed");
    }

    private void joinLines() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            next();
        }
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'f' -> '\f';
            default -> c;
        };
    }

    private boolean atLineEnd(int index) {
        return index >= text.length() || text.charAt(index) == '\n';
    }

    private void skipLine() {
        while (!atLineEnd(position)) {
            position++;
        }
    }

    private char next() {
        char c = text.charAt(position++);
        if (c == '\n') {
            line++;
        }
        return c;
    }

    private void endArgument() {
        if (inArgument) {
            arguments.add(argument.toString());
            argument.setLength(0);
            inArgument = false;
        }
    }
}
