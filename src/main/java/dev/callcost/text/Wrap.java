package dev.callcost.text;

import java.util.ArrayList;
import java.util.List;

/** Breaks text at its blanks into lines. */
public final class Wrap {
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
        for (String word : words.split(" ")) {
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
}
