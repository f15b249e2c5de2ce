package dev.callcost.text;

import java.util.List;

/**
 * What a fork does, in one line of a terminal. A narrow terminal has a shorter name and a shorter bar, a very narrow one no other
 * number than the time left.
 *
 * @param part of the work, such as {@code round 3}
 * @param overNanos the time that had passed when the fork began
 * @param leftNanos the time that remained then
 * @param names of the row, the longest first; the last one is cut where it has to be
 */
public record ProgressLine(String part, long overNanos, long leftNanos, List<String> names) {
    /** The width from which a line has the long bar. */
    private static final int WIDE = 100;

    /** The width from which a line has all numbers. */
    private static final int MEDIUM = 72;

    private static final int LONG = 22;
    private static final int SHORT = 10;
    private static final int SHORTEST = 5;

    /** A name that is cut to fewer characters tells nothing. */
    private static final int LEAST_NAME = 6;

    /**
     * The line, which fits a width of 45 characters or more.
     *
     * @param step what the fork does
     * @param nanos since the fork began
     */
    String text(String step, long nanos, int width) {
        long over = overNanos + nanos;
        long left = Math.max(0, leftNanos - nanos);
        double share = (double) over / Math.max(1, over + left);
        String end = Numbers.duration(left) + " left";
        return width < MEDIUM
                ? around(part + " " + bar(share, SHORTEST) + " ", step + " " + end, width)
                : around(
                        part + "  " + bar(share, width < WIDE ? SHORT : LONG) + " " + Math.round(100 * share) + " %  ",
                        step + ", " + Numbers.duration(nanos) + "  " + end,
                        width);
    }

    /** The line with the name, as far as there is room for it. */
    private String around(String before, String after, int width) {
        int room = width - before.length() - ": ".length() - after.length();
        return before + (room < LEAST_NAME ? "" : name(room) + ": ") + after;
    }

    private String name(int room) {
        return names.stream()
                .filter(name -> name.length() <= room)
                .findFirst()
                .orElseGet(() -> cut(names.get(names.size() - 1), room));
    }

    /** The class loses its end, as long as the method and its params fit in. */
    private static String cut(String name, int room) {
        String full = name.replaceFirst(" .*", "");
        String method = name.substring(full.lastIndexOf('.') + 1);
        int kept = room - method.length() - Grid.CUT.length();
        return kept > 0 ? name.substring(0, kept) + Grid.CUT + method : Grid.withoutMiddle(name, room);
    }

    private static String bar(double share, int letters) {
        int full = (int) Math.round(letters * share);
        return "[" + "#".repeat(full) + ".".repeat(letters - full) + "]";
    }
}
