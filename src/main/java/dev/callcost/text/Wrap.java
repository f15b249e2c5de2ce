package dev.callcost.text;

import java.util.ArrayList;
import java.util.List;

/** Text broken at its blanks into lines of a width. */
public final class Wrap {
    private Wrap() {}

    /**
     * Lines no longer than a width; a word that is longer stands alone.
     *
     * @param first what the first line begins with
     * @param others what the others begin with
     * @param words the text
     * @param width in letters
     * @return one line at least
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
