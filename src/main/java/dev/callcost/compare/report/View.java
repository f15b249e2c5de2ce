package dev.callcost.compare.report;

import dev.callcost.text.Terminal;
import java.util.Collection;

/**
 * Which rows of a comparison are shown, and how wide. The outcome is that of all rows.
 *
 * @param width in letters, of text
 * @param all whether each row has a line and each warning is shown; otherwise, of more than ten rows, those that did
 *     not change are counted
 * @param isColoured whether text has colours of a terminal
 */
public record View(int width, boolean all, boolean isColoured) {
    /** Every row, in lines of any length. */
    public static final View EVERYTHING = new View(Terminal.ENDLESS, true);

    private static final int FEW = 10;

    public View(int width, boolean all) {
        this(width, all, false);
    }

    /** Whether there are so many rows that not each has a line. */
    static boolean areMany(Collection<?> rows) {
        return rows.size() > FEW;
    }
}
