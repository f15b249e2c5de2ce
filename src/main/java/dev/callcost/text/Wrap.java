package dev.callcost.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Breaks text at its blanks into lines, but not between a number and its unit. */
public final class Wrap {
    private static final String MORE = "  ";
    private static final String BREAK = " (?!%)(?!(?<=\\d )(?:ns|us|ms|s|min|h|B)\\b)";

    private Wrap() {}

    /**
     * One line or more, no longer than a width in characters; a longer word gets a line of its own.
     *
     * @param first the beginning of the first line
     * @param others the beginning of the other lines
     */
    public static List<String> lines(String first, String others, String words, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean begun = false;
        for (String word : words.split(BREAK)) {
            if (begun && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(others);
                begun = false;
            }
            line.append(begun ? " " : "").append(word);
            begun = true;
        }
        lines.add(line.toString());
        return lines;
    }

    /**
     * Text of one line or more, without a line feed at its end. What a line lacks room for follows two characters
     * further in than the line began.
     */
    public static String text(String text, int width) {
        return text.lines()
                .map(line -> {
                    String words = line.stripLeading();
                    String indent = line.substring(0, line.length() - words.length());
                    return String.join("\n", lines(indent, indent + MORE, words, width));
                })
                .collect(Collectors.joining("\n"))
                .replace(Sections.NO_BREAK, ' ');
    }

    /** Words that {@link #text} keeps in one line, such as a command. */
    public static String unbroken(String words) {
        return words.replace(' ', Sections.NO_BREAK);
    }
}
