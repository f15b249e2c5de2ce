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
 * A JVM that this one has started, of the same kind: executable, class path, heap size, collector and module options are this
 * JVM's; its profilers, compiler commands and system properties are not.
 *
 * <p>Its standard input stays open as long as this process lives, which is how it learns of the end; its standard error is this
 * one's.
 */
public final class ChildJvm implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;
    private static final Pattern INHERITED =
            Pattern.compile("-Xm[nsx].*|-XX:[+-]Use\\w+|-XX:ActiveProcessorCount=.*|--.*");

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
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> INHERITED.matcher(argument).matches())
                .forEach(command::add);
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
