package dev.callcost.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests what a mistyped word may have meant. */
public final class Similar {
    /** One letter in so many may be wrong. */
    private static final int LETTERS_A_SLIP = 4;

    private Similar() {}

    /** The name that is the fewest slips away from a word, where a slip is a letter that is wrong, missing, too much or swapped with the next; empty when all are far. */
    public static Optional<String> to(String word, Collection<String> names) {
        return names.stream()
                .filter(name -> slips(word, name) <= Math.max(1, word.length() / LETTERS_A_SLIP))
                .min(Comparator.comparingInt((String name) -> slips(word, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The distance of optimal string alignment (Damerau, "A technique for computer detection and correction of spelling errors", 1964). */
    private static int slips(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] slips = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    slips[i][j] = i + j;
                    continue;
                }
                int wrong = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                slips[i][j] = Math.min(Math.min(slips[i - 1][j], slips[i][j - 1]) + 1, slips[i - 1][j - 1] + wrong);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    slips[i][j] = Math.min(slips[i][j], slips[i - 2][j - 2] + 1);
                }
            }
        }
        return slips[a.length()][b.length()];
    }
}
