package dev.callcost.agent;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * The main class of a JMH host: it runs one fork of its row for each byte of its input, and ends with its input. A host that has started and waits
 * uses no CPU, so a fork costs one JVM, not two.
 *
 * <p>The host prints the lines that its fork prints; with {@code -v EXTRA} also JMH's report. After a fork it prints lines that begin with {@link
 * #WORD}: the reason and its details when the fork failed, and then {@link #END}.
 */
public final class ForkGate {
    /** Begins a line of the host's own. */
    public static final String WORD = "\0";

    public static final String IGNORE_LOCK = "jmh.ignoreLock";

    public static final String END = "ended";

    /** Begins the reason of a fork or a host that ended with an exit code other than 0. */
    public static final String EXIT_CODE = "exit code ";

    /** Ends the name of a file that takes JMH's JSON; another file takes a serialized {@link BenchmarkResult}. */
    public static final String JSON = ".json";

    /** Where forks connect: not the loopback address, for which a fork's JVM arguments may name IPv6. */
    public static final String ADDRESS = "127.0.0.1";

    private static final Pattern WARNING =
            Pattern.compile("WARNING(?!: JMH lock)|^<(JMH had finished|shutdown timeout|binary link|failed to invoke)");
    private static final Pattern QUOTE_MARK = Pattern.compile("^</?std(out|err)\\b.*>$");

    private static final String FORK_FAILED = "Forked VM failed with ";

    private static final int SHOWN_FRAMES = 3;

    private static final Pattern LIBRARY = Pattern.compile(
            "^(java|javax|jdk|sun|com\\.sun|org\\.openjdk\\.jmh|io\\.grpc|io\\.netty)\\.|\\.jmh_generated\\.");

    static {
        System.setProperty(IGNORE_LOCK, Boolean.TRUE.toString()); // the process that starts forks holds JMH's lock
    }

    private ForkGate() {}

    /** @param arguments the file that takes each fork's result, and JMH's options */
    public static void main(String[] arguments) throws Exception {
        ignoreInterrupt();
        CommandLineOptions options = new CommandLineOptions(Arrays.copyOfRange(arguments, 1, arguments.length));
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, Charset.defaultCharset());
        while (System.in.read() >= 0) {
            run(options, Path.of(arguments[0]), out::println).forEach(reason -> out.println(WORD + reason));
            out.println(WORD + END);
        }
        System.exit(0);
    }

    /** A terminal sends Ctrl-C to all processes. This one and its forks, which inherit what it ignores, wait until the process that started them ends them. */
    private static void ignoreInterrupt() {
        try {
            Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
        } catch (IllegalArgumentException e) {
            // the JVM was started with -Xrs
        }
    }

    /**
     * Runs one fork, or the benchmark in this JVM with {@code -f 0}.
     *
     * @param lines takes each line that is printed meanwhile
     * @return why the fork failed, and details; empty when it measured
     */
    public static List<String> run(Options options, Path result, Consumer<String> lines) throws IOException {
        try (Output output = new Output(options.verbosity().orElse(Defaults.VERBOSITY), lines)) {
            for (RunResult row : new Runner(options, output.format).run()) {
                for (BenchmarkResult fork : row.getBenchmarkResults()) {
                    write(result, row, fork);
                    return List.of();
                }
            }
            return List.of("it ended without a result");
        } catch (RunnerException e) {
            return reasons(e.getCause() == null ? e : e.getCause());
        }
    }

    private static void write(Path file, RunResult row, BenchmarkResult fork) throws IOException {
        if (file.toString().endsWith(JSON)) {
            try (PrintStream text = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                ResultFormatFactory.getInstance(ResultFormatType.JSON, text).writeOut(List.of(row));
            }
        } else {
            try (ObjectOutputStream objects = new ObjectOutputStream(Files.newOutputStream(file))) {
                objects.writeObject(fork);
            }
        }
    }

    /** The exception, its causes, and the first frames outside of libraries. */
    private static List<String> reasons(Throwable failure) {
        if (failure.getSuppressed().length > 0) {
            return reasons(failure.getSuppressed()[0]);
        }
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith(FORK_FAILED)) {
            return List.of(message.substring(FORK_FAILED.length()));
        }
        List<String> reasons = new ArrayList<>(List.of(firstLine(failure)));
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
            reasons.add("caused by " + firstLine(root));
        }
        Arrays.stream(root.getStackTrace())
                .filter(frame -> !LIBRARY.matcher(frame.getClassName()).find())
                .limit(SHOWN_FRAMES)
                .forEach(frame -> reasons.add("at " + frame));
        return reasons;
    }

    private static String firstLine(Throwable failure) {
        return failure.toString().lines().findFirst().orElse(failure.getClass().getName());
    }

    /**
     * Takes what one fork prints: its process's streams through JMH's format; what Java code prints over JMH's link to {@code System.out} and {@code
     * System.err}.
     */
    private static final class Output implements InvocationHandler, AutoCloseable {
        private final Consumer<String> lines;
        private final PrintStream out = System.out;
        private final PrintStream err = System.err;
        private final Lines process = new Lines(this::pass);
        private final Lines java = new Lines(this::pass);
        private final boolean isReport;
        private final OutputFormat format;
        private boolean inQuote;
        private boolean passed;

        Output(VerboseMode verbosity, Consumer<String> lines) {
            this.lines = lines;
            this.isReport = verbosity != VerboseMode.NORMAL;
            this.format = isReport
                    ? OutputFormatFactory.createFormatInstance(new PrintStream(process, true), verbosity)
                    : (OutputFormat) Proxy.newProxyInstance(
                            ForkGate.class.getClassLoader(), new Class<?>[] {OutputFormat.class}, this);
            PrintStream printed = new PrintStream(java, true);
            System.setOut(printed);
            System.setErr(printed);
        }

        private synchronized void pass(String line) {
            if (isReport) {
                lines.accept(line);
            } else if (!line.isBlank()) {
                passed = true;
                lines.accept(line.stripTrailing());
            }
        }

        /** JMH's format without JMH's own report. */
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws IOException {
            if (method.getName().equals("write") && arguments[0] instanceof byte[] bytes) {
                process.write(bytes);
            } else if (method.getName().equals("write")) {
                process.write((int) arguments[0]);
            } else if (method.getName().equals("println")) {
                println(String.valueOf(arguments[0]));
            }
            return null;
        }

        /** JMH quotes the output of a JVM that failed. The quote is passed on unless the output has been. */
        private void println(String text) {
            if (QUOTE_MARK.matcher(text).find()) {
                inQuote = !text.startsWith("</") && !passed;
            } else if (inQuote || WARNING.matcher(text).find()) {
                text.lines().filter(line -> !line.isBlank()).forEach(lines);
            }
        }

        @Override
        public void close() {
            process.end();
            java.end();
            System.setOut(out);
            System.setErr(err);
        }
    }

    private static final class Lines extends OutputStream {
        private final Consumer<String> taker;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Lines(Consumer<String> taker) {
            this.taker = taker;
        }

        @Override
        public synchronized void write(int b) {
            if (b == '\n') {
                pass();
            } else {
                line.write(b);
            }
        }

        synchronized void end() {
            if (line.size() > 0) {
                pass();
            }
        }

        private void pass() {
            taker.accept(line.toString(Charset.defaultCharset()));
            line.reset();
        }
    }
}
