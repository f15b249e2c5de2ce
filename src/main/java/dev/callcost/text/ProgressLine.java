package dev.callcost.text;

import dev.callcost.text.Table.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What forks do, in lines of a terminal: one line, and one more for each row that is measured at the same time. A
 * narrow terminal has a shorter name.
 *
 * @param part of the work, such as {@code round 3}
 * @param rows that are done, of a part that is a known number of rows; otherwise the share of the time is shown
 * @param time how far the work was when the fork began
 * @param names of the row, the longest first; the last one is cut where it has to be
 */
public record ProgressLine(String part, Optional<RowsDone> rows, TimeLeft time, List<String> names) {
    private static final int BAR = 10;

    /** More lines leave too little of a terminal. */
    private static final int MOST_LINES = 8;

    /** A name that is cut to fewer characters tells nothing. */
    private static final int LEAST_NAME = 6;

    /** For a part whose rows are not counted. */
    public ProgressLine(String part, TimeLeft time, List<String> names) {
        this(part, Optional.empty(), time, names);
    }

    /**
     * A row that is measured at the same time.
     *
     * @param names as those of the line
     * @param step what its fork does now
     */
    public record Beside(List<String> names, Supplier<String> step) {}

    /**
     * @param step what the fork does
     * @param nanos since the fork began
     */
    List<String> text(String step, List<Beside> others, long nanos, int width) {
        TimeLeft now = time.after(nanos);
        double share = rows.map(RowsDone::share).orElseGet(now::share);
        int full = (int) Math.round(BAR * share);
        String before = part + " [" + "#".repeat(full) + ".".repeat(BAR - full) + "] "
                + rows.map(RowsDone::text).orElse(Math.round(100 * share) + "%") + " ";
        String after = step + now.text(", ");
        List<String> lines = new ArrayList<>(List.of(line(before, names, after, width)));
        String under = " ".repeat(before.length());
        others.stream().limit(MOST_LINES - 1).forEach(it -> lines.add(line(under, it.names, it.step.get(), width)));
        int more = others.size() + 1 - MOST_LINES;
        if (more > 0) {
            lines.add(under + "and " + more + " more");
        }
        return lines;
    }

    private static String line(String before, List<String> names, String after, int width) {
        int room = width - before.length() - ": ".length() - after.length();
        return before + (room < LEAST_NAME ? "" : name(names, room) + ": ") + after;
    }

    private static String name(List<String> names, int room) {
        return names.stream()
                .filter(name -> name.length() <= room)
                .findFirst()
                .orElseGet(() -> cut(names.get(names.size() - 1), room));
    }

    /** A name with less of its class, or without it: the method and the params tell rows apart. */
    private static String cut(String name, int room) {
        int method = 1 + name.lastIndexOf('.', Math.max(0, name.indexOf(' ') < 0 ? name.length() : name.indexOf(' ')));
        String own = name.substring(method);
        int left = room - own.length() - 1;
        return method > 0 && left >= LEAST_NAME
                ? Grid.withoutMiddle(name.substring(0, method - 1), left) + "." + own
                : Grid.withoutMiddle(own, room);
    }

    /** How many rows of a step are done. Unlike a share of an estimated time, it never falls. */
    public record RowsDone(int done, int of) {
        double share() {
            return (double) done / Math.max(1, of);
        }

        String text() {
            return done + " of " + Sections.count(of, "row");
        }
    }

    /**
     * How far work is, and how long it still takes. Times are in nanoseconds.
     *
     * @param over the time that has passed
     * @param nanos the time that remains; of no meaning where it is unknown
     */
    public record TimeLeft(long over, long nanos, Certainty certainty) {
        /** What is known of the time that remains. */
        enum Certainty {
            ESTIMATE,
            LIMIT,
            UNKNOWN
        }

        public static TimeLeft about(long over, long left) {
            return new TimeLeft(over, left, Certainty.ESTIMATE);
        }

        /** The work may end sooner. A limit does not jump as an estimate does. */
        public static TimeLeft atMost(long over, long left) {
            return new TimeLeft(over, left, Certainty.LIMIT);
        }

        public static TimeLeft unknown(long over) {
            return new TimeLeft(over, 0, Certainty.UNKNOWN);
        }

        TimeLeft after(long passed) {
            return new TimeLeft(over + passed, Math.max(0, nanos - passed), certainty);
        }

        /** Which share of the time has passed; 0 where it is unknown. */
        double share() {
            return certainty == Certainty.UNKNOWN ? 0 : (double) over / Math.max(1, over + nanos);
        }

        /** What follows other words, such as {@code ", at most 6 min left"}; empty where it is unknown. */
        public String text(String separator) {
            return certainty == Certainty.UNKNOWN
                    ? ""
                    : certainty == Certainty.LIMIT && nanos == 0
                            ? separator + "budget over"
                            : separator + (certainty == Certainty.LIMIT ? "at most " : "") + Numbers.duration(nanos)
                                    + " left";
        }
    }
}
