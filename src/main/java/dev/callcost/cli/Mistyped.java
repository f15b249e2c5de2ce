package dev.callcost.cli;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the name that a mistyped word may stand for. */
final class Mistyped {
    /** It has so many other letters at most: one that is replaced counts twice. */
    private static final int MOST = 2;

    /** A shorter name is like too many words. */
    private static final int LEAST_LETTERS = 3;

    private Mistyped() {}

    static Optional<String> similar(String word, Stream<String> names) {
        return names.filter(name -> letters(name).length() >= LEAST_LETTERS)
                .filter(name -> unlikeLetters(letters(name), letters(word)) <= MOST)
                .min(Comparator.comparingInt(name -> unlikeLetters(letters(name), letters(word))));
    }

    /** {@code ; did you mean compare?}; empty where no name is similar. */
    static String hint(String word, Stream<String> names) {
        return similar(word, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    private static String letters(String word) {
        return word.replaceFirst("^--?", "").toLowerCase(Locale.ROOT);
    }

    /**
     * How many letters one of two words has and the other has not, in any order, because letters are often transposed.
     */
    private static int unlikeLetters(String one, String other) {
        StringBuilder rest = new StringBuilder(other);
        int unlike = 0;
        for (String letter : one.split("")) {
            int at = rest.indexOf(letter);
            if (at < 0) {
                unlike++;
            } else {
                rest.deleteCharAt(at);
            }
        }
        return unlike + rest.length();
    }
}
