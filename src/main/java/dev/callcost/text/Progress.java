package dev.callcost.text;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.function.Supplier;

/** Progress of a long command: a log gets a line for each step, a terminal a table that is redrawn. */
public interface Progress {

    /** Prints a line that stays. */
    void tell(String line);

    /**
     * Reports a step.
     *
     * @param line the step, for a log
     * @param table the state after the step, for a terminal; each line ends in a line feed
     */
    void step(String line, Supplier<String> table);

    /** Removes the table from the terminal. */
    default void end() {}

    /**
     * @param err standard error, or its replacement in tests
     */
    static Progress on(PrintWriter err) {
        return Terminal.canRewriteErr() ? new LiveTable(err) : new LogLines(err);
    }

    /**
     * Progress on standard error where that is a terminal, and nowhere else: for commands that report their steps in another way.
     *
     * @param err standard error, or its replacement in tests
     */
    static Progress onTerminal(PrintWriter err) {
        return on(Terminal.canRewriteErr() ? err : new PrintWriter(Writer.nullWriter()));
    }

    /**
     * A bar of ten characters.
     *
     * @param over the time that has passed
     * @param left the time that remains, in the same unit
     */
    static String bar(long over, long left) {
        int tenths = (int) Math.round(10.0 * over / Math.max(1, over + left));
        return "[" + "#".repeat(tenths) + "-".repeat(10 - tenths) + "]";
    }

    record LogLines(PrintWriter out) implements Progress {
        @Override
        public void tell(String line) {
            out.println(line);
        }

        @Override
        public void step(String line, Supplier<String> table) {
            out.println(line);
        }
    }

    /**
     * A table at the bottom that replaces the table before; lines that stay scroll above it. The escape sequences are those of ECMA-48, and DEC's for
     * cutting lines at the right edge, so that a line of the table takes one line of the terminal.
     */
    final class LiveTable implements Progress {
        private final PrintWriter out;
        private String shown = "";

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
            out.print("\u001b[?7l" + table + "\u001b[?7h");
            out.flush();
            shown = table;
        }

        @Override
        public void end() {
            long lines = shown.lines().count();
            if (lines > 0) {
                out.print("\u001b[" + lines + "F\u001b[J");
                out.flush();
            }
            shown = "";
        }
    }
}
