package dev.callcost.text;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
}
