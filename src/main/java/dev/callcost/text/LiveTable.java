package dev.callcost.text;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * Progress on a terminal: a table at the bottom, in place of the one before; what is told scrolls above it. Its sequences are those of
 * ECMA-48, and DEC's for lines that are cut at the right edge rather than folded, so that a line of the table is one of the terminal.
 */
final class LiveTable implements Progress {
    private static final String UP = "\u001b[%dF";
    private static final String ERASE_BELOW = "\u001b[J";
    private static final String CUT = "\u001b[?7l";
    private static final String FOLD = "\u001b[?7h";

    private final PrintWriter out;
    private String shown = "";

    /** Nothing is shown yet. */
    LiveTable(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void tell(String line) {
        String table = shown;
        end();
        out.println(line);
        show(table);
    }

    @Override
    public void step(String line, Supplier<String> table) {
        end();
        show(table.get());
    }

    private void show(String table) {
        out.print(CUT + table + FOLD);
        out.flush();
        shown = table;
    }

    @Override
    public void end() {
        long lines = shown.lines().count();
        if (lines > 0) {
            out.printf(UP + ERASE_BELOW, lines);
            out.flush();
        }
        shown = "";
    }
}
