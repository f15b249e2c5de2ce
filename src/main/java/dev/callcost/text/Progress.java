package dev.callcost.text;

import dev.callcost.text.Table.Grid;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Progress of a long command. A log gets a line for each step. A terminal gets a few lines at the bottom that are
 * rewritten; lines that stay scroll above them, wrapped at the terminal's width. The escape sequences are those of
 * ECMA-48, and DEC's for cutting a line at the right edge of a terminal that has become narrower.
 */
public final class Progress {
    private static final int REFRESH_MILLIS = 1000;

    private final PrintWriter out;
    private final boolean live;
    private final IntSupplier terminalWidth;
    private final Timer timer;
    private int width;
    private TimerTask watch;
    private List<String> shown = List.of();

    /**
     * @param live whether the output is a terminal that can be rewritten
     * @param width of a line in characters, which is read again for each fork
     */
    Progress(PrintWriter out, boolean live, IntSupplier width) {
        this.out = out;
        this.live = live;
        this.terminalWidth = width;
        this.width = width.getAsInt();
        this.timer = live ? new Timer("callcost-progress", true) : null;
    }

    public static Progress onError() {
        return new Progress(
                new PrintWriter(System.err, false, StandardCharsets.UTF_8),
                Terminal.canRewriteErr(),
                Terminal::errWidth);
    }

    /**
     * Progress on standard error where it is a terminal, and nowhere else: for commands that report their steps in
     * another way.
     */
    public static Progress onTerminal() {
        return Terminal.canRewriteErr()
                ? onError()
                : new Progress(new PrintWriter(Writer.nullWriter()), false, () -> Terminal.ENDLESS);
    }

    /** Prints a line that stays. */
    public synchronized void tell(String line) {
        above(() -> print(Wrap.text(line, width) + "\n"));
    }

    /** Prints a line to a log. A terminal shows what is watched. */
    public synchronized void log(String line) {
        if (!live) {
            print(line + "\n");
        }
    }

    /** Lets others print lines that stay. */
    public synchronized void above(Runnable printing) {
        List<String> below = shown;
        show(List.of());
        printing.run();
        show(below);
    }

    /**
     * Shows what a fork does on a terminal, and again every second, until {@link #end}. A log gets nothing.
     *
     * @param step what the fork does now
     */
    public void watch(ProgressLine line, Supplier<String> step) {
        watch(line, step, List.of());
    }

    /** @param others what is measured at the same time */
    public synchronized void watch(ProgressLine line, Supplier<String> step, List<ProgressLine.Beside> others) {
        long start = System.nanoTime();
        watchLines(() -> line.text(step.get(), others, System.nanoTime() - start, width));
    }

    /** Shows a line on a terminal that is made again every second, until {@link #end}. A log gets nothing. */
    public synchronized void watch(Supplier<String> line) {
        watchLines(() -> List.of(line.get()));
    }

    private void watchLines(Supplier<List<String>> lines) {
        end();
        if (!live) {
            return;
        }
        width = terminalWidth.getAsInt();
        watch = new TimerTask() {
            @Override
            public void run() {
                refresh(this, lines);
            }
        };
        timer.scheduleAtFixedRate(watch, 0, REFRESH_MILLIS);
    }

    private synchronized void refresh(TimerTask task, Supplier<List<String>> lines) {
        if (watch == task) {
            show(lines.get());
        }
    }

    /** Removes the lines from the terminal. */
    public synchronized void end() {
        if (watch != null) {
            watch.cancel();
            watch = null;
        }
        show(List.of());
    }

    private void show(List<String> lines) {
        String clear = shown.isEmpty() ? "" : "\u001b[" + shown.size() + "F\u001b[J";
        print(clear
                + lines.stream()
                        .map(line -> "\u001b[?7l" + line + "\u001b[?7h\n")
                        .collect(Collectors.joining()));
        shown = lines;
    }

    private void print(String text) {
        out.print(text);
        out.flush();
    }

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
            int method =
                    1 + name.lastIndexOf('.', Math.max(0, name.indexOf(' ') < 0 ? name.length() : name.indexOf(' ')));
            String own = name.substring(method);
            int left = room - own.length() - 1;
            return method > 0 && left >= LEAST_NAME
                    ? Grid.withoutMiddle(name.substring(0, method - 1), left) + "." + own
                    : Grid.withoutMiddle(own, room);
        }
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
