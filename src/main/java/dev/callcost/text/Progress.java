package dev.callcost.text;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** Where a long piece of work says how far it is: a log gets a line for each step, a terminal a table that is written anew. */
public interface Progress {

    /** Says what is worth keeping. */
    void tell(String line);

    /**
     * Says how far it is.
     *
     * @param line the step, for a log
     * @param table how everything stands after it, for a terminal; each line ends in a line feed
     */
    void step(String line, Supplier<String> table);

    /** Takes from the terminal what was to be written anew. */
    void end();

    /**
     * Progress on standard error.
     *
     * @param err standard error, or what stands for it
     */
    static Progress on(PrintWriter err) {
        return Terminal.canRewriteErr() ? new LiveTable(err) : new LogLines(err);
    }

    /**
     * Progress on standard error where that is a terminal, and nowhere else: for what says each step's end in another way.
     *
     * @param err standard error, or what stands for it
     */
    static Progress onTerminal(PrintWriter err) {
        return Terminal.canRewriteErr() ? new LiveTable(err) : new Silence();
    }

    /**
     * How much of a time is over, as a bar of ten.
     *
     * @param over what is over
     * @param left what is left, in the same unit
     */
    static String bar(long over, long left) {
        int tenths = (int) Math.round(10.0 * over / Math.max(1, over + left));
        return "[" + "#".repeat(tenths) + "-".repeat(10 - tenths) + "]";
    }

    /** Says nothing. */
    record Silence() implements Progress {
        @Override
        public void tell(String line) {
            // nobody sees it
        }

        @Override
        public void step(String line, Supplier<String> table) {
            // nobody sees it
        }

        @Override
        public void end() {
            // there is nothing
        }
    }

    /** A line a step. */
    record LogLines(PrintWriter out) implements Progress {
        @Override
        public void tell(String line) {
            out.println(line);
        }

        @Override
        public void step(String line, Supplier<String> table) {
            out.println(line);
        }

        @Override
        public void end() {
            // lines stay
        }
    }

    /**
     * A table at the bottom, in place of the one before; what is told scrolls above it. The sequences are those of ECMA-48, and DEC's for
     * lines that are cut at the right edge rather than folded, so that a line of the table is one of the terminal.
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
