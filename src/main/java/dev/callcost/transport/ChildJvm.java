package dev.callcost.transport;

import dev.callcost.transport.Pinning.ConnectionSide;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A child JVM that runs code as this JVM does: it has the same executable, class path and JVM arguments, except those
 * that change no code and must not exist twice. Its standard input stays open while this process lives, so it notices
 * the end. Its standard error is this JVM's.
 */
public record ChildJvm(Process process) implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    /** The beginning of a child's line when it cannot serve; the reason follows. */
    private static final String UNSUPPORTED = "unsupported: ";

    /** The arguments that a child does not inherit. */
    private static final Pattern LEFT_OUT = Pattern.compile(String.join(
            "|",
            // agents and debuggers
            "-agent(lib|path):.*|-javaagent:.*|-X(debug|run).*",
            // logs and recordings, which would go to this JVM's files, or between the lines that are read here
            "-Xlog.*|-verbose.*|-XX:[+-](Print|Trace|Log)\\w+|-XX:LogFile=.*",
            "-XX:(StartFlightRecording|FlightRecorderOptions|[+-]FlightRecorder).*",
            // other files that a JVM writes; an archive or cache that it only reads stays
            "-XX:(ErrorFile|HeapDumpPath|ReplayDataFile|ArchiveClassesAtExit|DumpLoadedClassList)=.*",
            "-XX:(AOTCacheOutput|AOTConfiguration)=.*|-XX:AOTMode=(record|create)|-XX:[+-]AutoCreateSharedArchive",
            // JMH names the loops of its benchmarks here; -XX:CompileCommand stays
            "-XX:CompileCommandFile=.*",
            // remote management names a port
            "-D(jmh|callcost|com\\.sun\\.management)\\..*"));

    /** @throws UncheckedIOException when the process cannot start */
    public static ChildJvm start(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(inherited(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            return new ChildJvm(
                    builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The arguments that a child inherits, in their order, because one may unlock the next. */
    static List<String> inherited(List<String> arguments) {
        return arguments.stream()
                .filter(argument -> !LEFT_OUT.matcher(argument).matches())
                .toList();
    }

    /**
     * For a child's main method: starts a server on its CPUs, and ends it when the parent closes the child's standard
     * input, or ends.
     *
     * @param start throws UnsupportedOperationException with the reason when it cannot; the parent's
     *     {@link #readAddress()} throws it again
     * @param report prints the server's addresses
     */
    static <S extends AutoCloseable> void serve(Pinning pinning, Callable<S> start, Consumer<S> report)
            throws Exception {
        try {
            pinning.pin(ConnectionSide.SERVER);
            try (S server = start.call()) {
                report.accept(server);
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
    }

    /**
     * The next line of the child's standard output.
     *
     * @throws IllegalStateException when the child ended
     */
    public String readLine() throws IOException {
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IllegalStateException("the child JVM ended without a word");
        }
        return line;
    }

    /** Reads a line with an address; see {@link #serve}. */
    SocketAddress readAddress() throws IOException {
        String line = readLine();
        if (line.startsWith(UNSUPPORTED)) {
            throw new UnsupportedOperationException(line.substring(UNSUPPORTED.length()));
        }
        return Transport.address(line);
    }

    /**
     * Waits until the child ends by itself.
     *
     * @throws IllegalStateException when its exit code is not 0
     */
    public void join() {
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new IllegalStateException("the child JVM ended with " + code);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * Closes the child's standard input and waits for its end. A second close does nothing.
     *
     * @throws IllegalStateException when the child had to be killed after 10 s
     */
    @Override
    public void close() {
        try {
            process.outputWriter().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IllegalStateException("the child JVM did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for the child JVM", e);
    }
}
