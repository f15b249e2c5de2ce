package dev.callcost.agent;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
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
 * The main class of a JMH host: it runs one fork for each {@linkplain #order order} of its input, and ends with its
 * input. The forks may be of any rows. A host that has started and waits uses no CPU, so a fork costs one JVM, not two.
 *
 * <p>The host prints what its fork prints; with {@code -v EXTRA} also JMH's report. After a fork it prints lines that
 * begin with {@link #WORD}: the reason and its details, or {@link #EXIT} and a code, when the fork failed, and then
 * {@link #END}.
 */
public final class ForkGate {
    /** Begins a line of the host's own. */
    public static final String WORD = "\0";

    public static final String IGNORE_LOCK = "jmh.ignoreLock";

    /** Names the address where JMH waits for its fork. */
    private static final String LINK_ADDRESS = "jmh.link.address";

    public static final String END = "ended";

    /**
     * Begins what stands in place of a reason when a fork's JVM ended with an exit code other than 0: the code follows.
     */
    public static final String EXIT = "exit ";

    /** Ends the name of a file that takes JMH's JSON; another file takes a serialized {@link BenchmarkResult}. */
    public static final String JSON = ".json";

    /** Where forks connect: not the loopback address, for which a fork's JVM arguments may name IPv6. */
    public static final String ADDRESS = "127.0.0.1";

    private static final Pattern WARNING =
            Pattern.compile("WARNING(?!: JMH lock)|^<(JMH had finished|shutdown timeout|binary link|failed to invoke)");
    private static final Pattern QUOTE_MARK = Pattern.compile("^</?std(out|err)\\b.*>$");

    /** What JMH's exception tells of the exit code, which it has nowhere else. */
    private static final Pattern FORK_FAILED = Pattern.compile("^Forked VM failed with exit code (-?\\d+)");

    private static final int SHOWN_FRAMES = 3;

    private static final Pattern LIBRARY = Pattern.compile(
            "^(java|javax|jdk|sun|com\\.sun|org\\.openjdk\\.jmh|io\\.grpc|io\\.netty)\\.|\\.jmh_generated\\.");

    static {
        System.setProperty(IGNORE_LOCK, Boolean.TRUE.toString()); // the process that starts forks holds JMH's lock
    }

    private ForkGate() {}

    /**
     * An address of the loopback network for this process alone. Any client that reconnects to a server that has gone
     * may meet JMH's link at the server's old port, and JMH takes the client for its fork. So does the process that
     * waits for forks to take turns.
     *
     * @return {@link #ADDRESS} where the system has no other
     */
    public static String ownAddress() {
        return ownAddress(ProcessHandle.current().pid());
    }

    static String ownAddress(long pid) {
        String own = "127." + (1 + (pid >> 16) % 254) + "." + (pid >> 8 & 0xff) + "." + (1 + (pid & 0xff) % 254);
        try (ServerSocket link = new ServerSocket(0, 1, InetAddress.getByName(own))) {
            return link.getInetAddress().getHostAddress();
        } catch (IOException e) {
            return ADDRESS;
        }
    }

    public static void main(String[] none) throws Exception {
        System.setProperty(LINK_ADDRESS, ownAddress());
        ignoreInterrupt();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, Charset.defaultCharset());
        DataInputStream orders = new DataInputStream(new BufferedInputStream(System.in));
        Lines ofJava = new Lines(out); // what Java code in a fork prints comes over JMH's link
        Lines ofJavasErrors = new Lines(out);
        System.setOut(new PrintStream(ofJava));
        System.setErr(new PrintStream(ofJavasErrors));
        BlockingQueue<List<String>> waiting = new LinkedBlockingQueue<>();
        new Thread(() -> read(orders, waiting), "callcost-orders").start();
        while (true) {
            List<String> order = waiting.take();
            String[] options = order.subList(1, order.size()).toArray(String[]::new);
            List<String> reasons = run(new CommandLineOptions(options), Path.of(order.get(0)), out);
            ofJava.pass();
            ofJavasErrors.pass();
            out.println(); // the fork's last line may have no end
            reasons.forEach(reason -> out.println(WORD + reason));
            out.println(WORD + END);
        }
    }

    /**
     * Reads orders. The input ends when the process that started this one has ended, perhaps by a kill: then a fork
     * that runs ends too.
     */
    private static void read(DataInputStream orders, BlockingQueue<List<String>> waiting) {
        try {
            while (true) {
                List<String> words = new ArrayList<>();
                for (int left = orders.readInt(); left > 0; left--) {
                    words.add(word(orders));
                }
                waiting.add(words);
            }
        } catch (IOException e) {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(0);
        }
    }

    private static String word(DataInputStream orders) throws IOException {
        byte[] text = new byte[orders.readInt()];
        orders.readFully(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Lets a host run a fork.
     *
     * @param host the host's input
     * @param result the file that takes the fork's result
     * @param options JMH's, of the fork
     */
    public static void order(OutputStream host, Path result, List<String> options) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream order = new DataOutputStream(bytes);
        order.writeInt(1 + options.size());
        write(order, result.toString());
        for (String option : options) {
            write(order, option);
        }
        bytes.writeTo(host);
        host.flush();
    }

    private static void write(DataOutputStream order, String word) throws IOException {
        byte[] text = word.getBytes(StandardCharsets.UTF_8);
        order.writeInt(text.length);
        order.write(text);
    }

    /**
     * A terminal sends Ctrl-C to all processes. This one and its forks, which inherit what it ignores, wait until the
     * process that started them ends them.
     */
    private static void ignoreInterrupt() {
        try {
            Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN);
        } catch (IllegalArgumentException e) {
            // the JVM was started with -Xrs
        }
    }

    /** Runs one fork. Returns why it failed, and details; nothing when it measured. */
    private static List<String> run(Options options, Path result, PrintStream out) throws IOException {
        OutputFormat format = ForkReport.of(out, options.verbosity().orElse(Defaults.VERBOSITY));
        try {
            for (RunResult row : new Runner(options, format).run()) {
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

    /** The exception in one line, its causes, and the first frames outside of libraries. */
    private static List<String> reasons(Throwable failure) {
        if (failure.getSuppressed().length > 0) {
            return reasons(failure.getSuppressed()[0]);
        }
        Matcher forkFailed = FORK_FAILED.matcher(String.valueOf(failure.getMessage()));
        if (forkFailed.find()) {
            return List.of(EXIT + forkFailed.group(1));
        }
        Throwable root = failure;
        List<String> chain = new ArrayList<>(List.of(firstLine(root)));
        while (root.getCause() != null) {
            root = root.getCause();
            chain.add(firstLine(root));
        }
        List<String> reasons = new ArrayList<>(List.of(reason(chain)));
        chain.stream().skip(1).forEach(cause -> reasons.add("caused by " + cause));
        Arrays.stream(root.getStackTrace())
                .filter(frame -> !LIBRARY.matcher(frame.getClassName()).find())
                .limit(SHOWN_FRAMES)
                .forEach(frame -> reasons.add("at " + frame));
        return reasons;
    }

    /**
     * An exception and its innermost cause, which may be all that tells what to do, in one line. Exceptions that only
     * wrap their cause are left out.
     *
     * @param chain the exception and its causes from the outermost on, each as its class and, after a colon, its
     *     message
     */
    public static String reason(List<String> chain) {
        int first = 0;
        while (first < chain.size() - 1 && isWrapper(chain.get(first), chain.get(first + 1))) {
            first++;
        }
        String innermost = chain.get(chain.size() - 1);
        boolean isNamed = first == chain.size() - 1 || message(chain.get(first)).contains(innermost);
        return isNamed
                ? chain.get(first)
                : chain.get(first) + " (" + innermost.replaceFirst("^([\\w$]+\\.)+", "") + ")";
    }

    /** Without a message of its own, for example an ExceptionInInitializerError or an UncheckedIOException. */
    private static boolean isWrapper(String exception, String cause) {
        return message(exception).isEmpty() || message(exception).equals(cause);
    }

    private static String message(String exception) {
        int colon = exception.indexOf(": ");
        return colon < 0 ? "" : exception.substring(colon + 2);
    }

    private static String firstLine(Throwable failure) {
        return failure.toString().lines().findFirst().orElse(failure.getClass().getName());
    }

    /** JMH's format of one fork: its own report with {@code -v EXTRA}, else only what the fork's process prints. */
    private static final class ForkReport implements InvocationHandler {
        private final PrintStream out;
        private final OutputFormat report;

        /** By the thread that reads them: JMH has one for each output of the process, and both write byte by byte. */
        private final Map<Thread, Lines> ofProcess = new ConcurrentHashMap<>();

        private boolean inQuote;

        /** @param report null for none */
        private ForkReport(PrintStream out, OutputFormat report) {
            this.out = out;
            this.report = report;
        }

        static OutputFormat of(PrintStream out, VerboseMode verbosity) {
            boolean isReport = verbosity != VerboseMode.NORMAL;
            OutputFormat report = isReport ? OutputFormatFactory.createFormatInstance(out, verbosity) : null;
            return (OutputFormat) Proxy.newProxyInstance(
                    ForkGate.class.getClassLoader(), new Class<?>[] {OutputFormat.class}, new ForkReport(out, report));
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
            String name = method.getName();
            if (name.equals("write")) {
                Lines lines = ofProcess.computeIfAbsent(Thread.currentThread(), it -> new Lines(out));
                if (arguments[0] instanceof byte[] bytes) {
                    lines.write(bytes);
                } else {
                    lines.write((Integer) arguments[0]);
                }
            } else if (name.equals("close")) { // ends the fork, and not what is printed of the next ones
                ofProcess.values().forEach(Lines::pass);
            } else if (report != null) {
                return method.invoke(report, arguments);
            } else if (name.equals("println")) {
                println(String.valueOf(arguments[0]));
            }
            return null;
        }

        /** JMH quotes the output of a JVM that failed. The quote is passed on unless the output has been. */
        private void println(String text) {
            if (QUOTE_MARK.matcher(text).find()) {
                inQuote = !text.startsWith("</") && ofProcess.values().stream().noneMatch(lines -> lines.hasPassed);
            } else if (inQuote || WARNING.matcher(text).find()) {
                out.println(text);
            }
        }
    }

    /** Passes on whole lines: JMH writes what Java prints in pieces, and what the process prints byte by byte. */
    private static final class Lines extends OutputStream {
        private final PrintStream out;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private boolean hasPassed;

        Lines(PrintStream out) {
            this.out = out;
        }

        @Override
        public synchronized void write(int b) {
            line.write(b);
            if (b == '\n') {
                pass();
            }
        }

        /** Passes on what has come of a line, with or without its end. */
        synchronized void pass() {
            hasPassed |= line.size() > 0;
            out.write(line.toByteArray(), 0, line.size());
            line.reset();
        }
    }
}
