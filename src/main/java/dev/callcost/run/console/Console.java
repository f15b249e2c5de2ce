package dev.callcost.run.console;

import dev.callcost.run.cli.CommandException;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.PrintStream;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Where a run says what it does: standard output, or the file of {@code -o}. Silent with {@code -v SILENT}; with
 * {@code -v EXTRA} JMH's own report of each fork comes between the lines.
 */
public final class Console implements AutoCloseable {
    private final PrintStream out;
    private final boolean ownsStream;
    private final VerboseMode verbosity;
    private int forkLines;

    private Console(PrintStream out, boolean ownsStream, VerboseMode verbosity) {
        this.out = out;
        this.ownsStream = ownsStream;
        this.verbosity = verbosity;
    }

    /**
     * The console that a command line asks for.
     *
     * @throws CommandException (bad file) when the file of {@code -o} cannot be written
     */
    public static Console of(Options options) {
        VerboseMode verbosity = options.verbosity().orElse(Defaults.VERBOSITY);
        if (!options.getOutput().hasValue()) {
            return new Console(System.out, false, verbosity);
        }
        String file = options.getOutput().get();
        try {
            return new Console(new PrintStream(new FileOutputStream(file), true), true, verbosity);
        } catch (FileNotFoundException e) {
            throw CommandException.badFile("-o: cannot write " + e.getMessage());
        }
    }

    /** Says one line, or several. */
    public void say(String text) {
        if (verbosity != VerboseMode.SILENT) {
            out.println(text);
        }
    }

    /** Passes on one line that a fork printed. */
    synchronized void fromFork(String line) {
        forkLines++;
        say("[fork] " + line);
    }

    /** How many lines the forks printed of their own; not counted with {@code -v EXTRA} and {@code SILENT}. */
    public synchronized int forkLines() {
        return forkLines;
    }

    /** Where JMH says how it selects benchmarks, with {@code -v EXTRA}. */
    public OutputFormat log() {
        boolean talkative = verbosity == VerboseMode.EXTRA;
        return JmhOutput.of(out, talkative ? VerboseMode.EXTRA : VerboseMode.SILENT)
                .format();
    }

    /** The output for one fork; to be closed after it. */
    public ForkOutput fork() {
        return verbosity == VerboseMode.NORMAL ? new QuietFormat(this) : JmhOutput.of(out, verbosity);
    }

    @Override
    public void close() {
        out.flush();
        if (ownsStream) {
            out.close();
        }
    }
}
