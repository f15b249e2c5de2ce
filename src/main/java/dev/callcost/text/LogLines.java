package dev.callcost.text;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * Progress in a log, a line a step.
 *
 * @param out the log
 */
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
