package dev.callcost.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A JVM that this one has started, which runs code as this one does: executable, class path and JVM arguments are this JVM's, heap,
 * collector, compiler, modules and system properties among them. Left out is what changes no code and must not be there twice:
 *
 * <ul>
 *   <li>agents and debuggers: {@code -agentlib}, {@code -agentpath}, {@code -javaagent}, {@code -Xdebug}, {@code -Xrun};
 *   <li>logs, which would be written where this JVM writes its own, or between the lines that are read here: {@code -Xlog}, {@code
 *       -verbose}, {@code -XX:+Print...}, {@code +Trace...} and {@code +Log...}, {@code -XX:LogFile}, flight recordings;
 *   <li>other files that a JVM writes: {@code ErrorFile}, {@code HeapDumpPath}, {@code ReplayDataFile}, and the archives and caches that
 *       it makes ({@code ArchiveClassesAtExit}, {@code +AutoCreateSharedArchive}, {@code DumpLoadedClassList}, {@code AOTCacheOutput},
 *       {@code AOTConfiguration}, {@code AOTMode} to record or create); one that is only read stays;
 *   <li>{@code -XX:CompileCommandFile}, by which JMH names its own benchmarks' loops; {@code -XX:CompileCommand} stays;
 *   <li>properties of JMH ({@code jmh.}), of this suite ({@code callcost.}), and of remote management, which names a port ({@code
 *       com.sun.management.}).
 * </ul>
 *
 * <p>Its standard input stays open as long as this process lives, which is how it learns of the end; its standard error is this
 * one's.
 */
public final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;
    private static final Pattern LEFT_OUT = Pattern.compile(String.join(
            "|",
            "-agent(lib|path):.*|-javaagent:.*|-X(debug|run).*",
            "-Xlog.*|-verbose.*|-XX:[+-](Print|Trace|Log)\\w+|-XX:LogFile=.*",
            "-XX:(StartFlightRecording|FlightRecorderOptions|[+-]FlightRecorder).*",
            "-XX:(ErrorFile|HeapDumpPath|ReplayDataFile|ArchiveClassesAtExit|DumpLoadedClassList)=.*",
            "-XX:(AOTCacheOutput|AOTConfiguration)=.*|-XX:AOTMode=(record|create)|-XX:[+-]AutoCreateSharedArchive",
            "-XX:CompileCommandFile=.*",
            "-D(jmh|callcost|com\\.sun\\.management)\\..*"));

    private final Process process;
    private final BufferedReader out;

    private ChildJvm(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    /**
     * Starts a JVM with the main method of a class and its arguments.
     *
     * @throws UncheckedIOException when the process cannot be started
     */
    public static ChildJvm start(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(inherited(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ChildJvm(new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a child's main method waits for: the end of its standard input, which is when the parent closes it or has ended in whatever way.
     *
     * @throws IOException when it cannot be read
     */
    static void awaitParentsEnd() throws IOException {
        while (System.in.read() >= 0) {
            // the parent writes nothing
        }
    }

    /** Those of this JVM's arguments that a child has too, in their order, in which one unlocks another. */
    static List<String> inherited(List<String> arguments) {
        return arguments.stream()
                .filter(argument -> !LEFT_OUT.matcher(argument).matches())
                .toList();
    }

    /**
     * The next line of its standard output.
     *
     * @throws IllegalStateException when it has ended
     * @throws IOException when it cannot be read
     */
    public String readLine() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IllegalStateException("the child JVM ended without a word");
        }
        return line;
    }

    /**
     * Waits until it has ended by itself.
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
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the child JVM", e);
        }
    }

    /**
     * Closes its standard input and waits for its end. A second close does nothing.
     *
     * @throws IllegalStateException when it did not end by itself; it was then killed
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
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ending the child JVM", e);
        }
    }
}
