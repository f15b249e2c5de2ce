package dev.callcost.text;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/**
 * Progress of a long command. A log gets a line for each step. A terminal gets a table at the bottom that replaces the table before; lines that stay
 * scroll above it. The escape sequences are those of ECMA-48, and DEC's for cutting lines at the right edge, so that a line of the table takes one
 * line of the terminal.
 */
public final class Progress {
    /** The width of a bar, in letters. */
    private static final int BAR = 22;

    private static final int REFRESH_MILLIS = 1000;

    private final PrintWriter out;
    private final boolean live;
    private final Timer timer;
    private TimerTask watch;
    private String shown = "";

    /** @param live whether the output is a terminal that can be rewritten */
    Progress(PrintWriter out, boolean live) {
        this.out = out;
        this.live = live;
        this.timer = live ? new Timer("callcost-progress", true) : null;
    }

    /** On standard error. */
    public static Progress onError() {
        return new Progress(new PrintWriter(System.err, true, StandardCharsets.UTF_8), Terminal.canRewriteErr());
    }

    /** Progress on standard error where it is a terminal, and nowhere else: for commands that report their steps in another way. */
    public static Progress onTerminal() {
        return Terminal.canRewriteErr() ? onError() : new Progress(new PrintWriter(Writer.nullWriter()), false);
    }

    /** Prints a line that stays. */
    public synchronized void tell(String line) {
        String table = shown;
        end();
        out.println(line);
        show(table);
    }

    /**
     * Reports a step.
     *
     * @param line the step, for a log
     * @param table the state after the step, for a terminal; each line ends in a line feed
     */
    public synchronized void step(String line, Supplier<String> table) {
        if (live) {
            end();
            show(table.get());
        } else {
            out.println(line);
        }
    }

    private void show(String table) {
        if (live) {
            out.print("\u001b[?7l" + table + "\u001b[?7h");
            out.flush();
            shown = table;
        }
    }

    /** Shows a table on a terminal, and again every second, until {@link #end}. A log gets nothing. */
    public synchronized void watch(Supplier<String> table) {
        end();
        if (live) {
            TimerTask task = new TimerTask() {
                @Override
                public void run() {
                    refresh(this, table);
                }
            };
            watch = task;
            timer.scheduleAtFixedRate(task, 0, REFRESH_MILLIS);
        }
    }

    private synchronized void refresh(TimerTask task, Supplier<String> table) {
        if (watch == task) {
            clear();
            show(table.get());
        }
    }

    /** Removes the table from the terminal. */
    public synchronized void end() {
        if (watch != null) {
            watch.cancel();
            watch = null;
        }
        clear();
    }

    private void clear() {
        long lines = shown.lines().count();
        if (lines > 0) {
            out.print("\u001b[" + lines + "F\u001b[J");
            out.flush();
        }
        shown = "";
    }

    /**
     * A bar, and the share of the time that has passed.
     *
     * @param over the time that has passed
     * @param left the time that remains, in the same unit
     */
    public static String bar(long over, long left) {
        double share = (double) over / Math.max(1, over + left);
        int full = (int) Math.round(BAR * share);
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "] " + Math.round(100 * share) + " %";
    }
}
