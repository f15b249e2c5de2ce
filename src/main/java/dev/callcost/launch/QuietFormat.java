package dev.callcost.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Leaves out JMH's report of a fork and passes on what the fork itself prints, line by line.
 *
 * <p>A fork's output arrives in two ways: what its JVM writes to the process's streams comes through {@code write}; what
 * Java code prints is sent over JMH's link and printed to the host's {@code System.out} and {@code System.err}, which are
 * therefore taken over until this is closed.
 */
final class QuietFormat implements OutputFormat, Console.Output {
    private static final Pattern WARNING =
            Pattern.compile("WARNING|^<(JMH had finished|shutdown timeout|binary link|failed to invoke)");
    private static final Pattern QUOTE_MARK = Pattern.compile("^</?std(out|err)\\b.*>$");

    private final Console console;
    private final Lines raw = new Lines();
    private final Lines printed = new Lines();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final List<String> quoted = new ArrayList<>();
    private boolean inQuote;
    private boolean wrote;

    /** Passes on whole lines. */
    private final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (b == '\n') {
                end();
            } else {
                line.write(b);
            }
        }

        synchronized void end() {
            pass(line.toString(Charset.defaultCharset()));
            line.reset();
        }
    }

    QuietFormat(Console console) {
        this.console = console;
        System.setOut(new PrintStream(printed, true));
        System.setErr(new PrintStream(printed, true));
    }

    private void pass(String line) {
        if (!line.isBlank()) {
            wrote = true;
            console.fromFork(line.stripTrailing());
        }
    }

    @Override
    public OutputFormat format() {
        return this;
    }

    @Override
    public List<String> lastWords() {
        return wrote ? List.of() : List.copyOf(quoted);
    }

    @Override
    public void println(String text) {
        String line = String.valueOf(text);
        if (QUOTE_MARK.matcher(line).find()) {
            inQuote = !line.startsWith("</");
        } else if (inQuote) {
            quoted.add(line);
        } else if (WARNING.matcher(line).find()) {
            line.lines().forEach(this::pass);
        }
    }

    @Override
    public void print(String text) {
        // JMH's own report
    }

    @Override
    public void verbosePrintln(String text) {
        // JMH's own report
    }

    @Override
    public void write(int b) {
        raw.write(b);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        raw.write(bytes);
    }

    @Override
    public void flush() {
        // whole lines are passed on at once
    }

    @Override
    public void close() {
        raw.end();
        printed.end();
        System.setOut(out);
        System.setErr(err);
    }

    @Override
    public void startRun() {
        // JMH's own report
    }

    @Override
    public void endRun(Collection<RunResult> results) {
        // JMH's own report
    }

    @Override
    public void startBenchmark(BenchmarkParams params) {
        // JMH's own report
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        // JMH's own report
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
        // JMH's own report
    }

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult result) {
        // JMH's own report
    }
}
