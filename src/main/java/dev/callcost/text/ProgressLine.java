package dev.callcost.text;

import java.util.List;

/**
 * What a fork does, in one line of a terminal. A narrow terminal has a shorter name.
 *
 * @param part of the work, such as {@code round 3}
 * @param overNanos the time that had passed when the fork began
 * @param leftNanos the time that remained then
 * @param names of the row, the longest first; the last one is cut where it has to be
 */
public record ProgressLine(String part, long overNanos, long leftNanos, List<String> names) {
    private static final int BAR = 10;

    /** A name that is cut to fewer characters tells nothing. */
    private static final int LEAST_NAME = 6;

    /**
     * @param step what the fork does
     * @param nanos since the fork began
     */
    String text(String step, long nanos, int width) {
        long over = overNanos + nanos;
        long left = Math.max(0, leftNanos - nanos);
        double share = (double) over / Math.max(1, over + left);
        int full = (int) Math.round(BAR * share);
        String before = part + " [" + "#".repeat(full) + ".".repeat(BAR - full) + "] " + Math.round(100 * share) + "% ";
        String after = step + ", " + Numbers.duration(left) + " left";
        int room = width - before.length() - ": ".length() - after.length();
        return before + (room < LEAST_NAME ? "" : name(room) + ": ") + after;
    }

    private String name(int room) {
        return names.stream()
                .filter(name -> name.length() <= room)
                .findFirst()
                .orElseGet(() -> Grid.withoutMiddle(names.get(names.size() - 1), room));
    }
}
