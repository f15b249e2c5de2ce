package dev.callcost.launch;

import dev.callcost.file.Output;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import dev.callcost.text.Progress.ProgressLine;
import dev.callcost.text.Terminal;
import dev.callcost.text.Wrap;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Where a run prints: standard output, or the file of {@code -o}. Silent with {@code -v SILENT}; with {@code -v EXTRA}
 * a line for each fork, and JMH's own report of it. A terminal shows the progress in a line that is rewritten.
 */
public final class Console implements AutoCloseable {
    private final PrintStream out;
    private final Optional<Output> file;
    private final int width;
    private final VerboseMode verbosity;
    private final Progress progress = Progress.onTerminal();

    private Console(PrintStream out, Optional<Output> file, VerboseMode verbosity) {
        this.out = out;
        this.file = file;
        this.width = file.isPresent() ? Terminal.ENDLESS : Terminal.outWidth(Terminal.ENDLESS);
        this.verbosity = verbosity;
    }

    /** @param append whether lines are appended to the file of {@code -o}; else the file is replaced */
    public static Console of(Options options, boolean append) {
        VerboseMode verbosity = options.verbosity().orElse(Defaults.VERBOSITY);
        if (!options.getOutput().hasValue()) {
            return new Console(System.out, Optional.empty(), verbosity);
        }
        String file = options.getOutput().get();
        try {
            Output output = new Output(new FileOutputStream(file, append));
            return new Console(output.printer(true), Optional.of(output), verbosity);
        } catch (FileNotFoundException e) {
            throw CommandException.badFile("-o: cannot write " + e.getMessage());
        }
    }

    /** Prints lines, wrapped at words. */
    public void say(String text) {
        print(Wrap.text(text, width));
    }

    /** Prints a text as it is: a table, or what others wrote. */
    public synchronized void print(String text) {
        if (verbosity != VerboseMode.SILENT) {
            progress.above(() -> out.println(text));
        }
    }

    public void sayMore(String line) {
        if (verbosity == VerboseMode.EXTRA) {
            say(line);
        }
    }

    /** Prints a line, except on a terminal, which shows the progress. */
    public void sayRound(String line) {
        if (file.isPresent() || !Terminal.isOut() || verbosity == VerboseMode.EXTRA) {
            say(line);
        }
    }

    /** Shows what a fork does on a terminal, until {@link #unwatch}. */
    public void watch(ProgressLine line, Supplier<String> step) {
        if (verbosity == VerboseMode.NORMAL) {
            progress.watch(line, step);
        }
    }

    public void unwatch() {
        progress.end();
    }

    /** Passes on one line that a fork printed; with {@code -v EXTRA} also JMH's report of it. */
    public void fromFork(String line) {
        if (verbosity == VerboseMode.EXTRA) {
            print(line);
        } else if (verbosity == VerboseMode.NORMAL && !line.isBlank()) {
            print("[fork] " + line.stripTrailing());
        }
    }

    @Override
    public void close() {
        progress.end();
        out.flush();
        file.ifPresent(output -> {
            out.close();
            output.failure().ifPresent(cause -> {
                throw CommandException.badFile("-o: not all lines were written: " + cause.getMessage());
            });
        });
    }
}
