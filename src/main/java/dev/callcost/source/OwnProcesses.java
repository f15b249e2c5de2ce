package dev.callcost.source;

import dev.callcost.launch.ShutdownDelay;
import dev.callcost.text.CommandException;
import dev.callcost.text.Visible;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Commands that end with this process. On Ctrl-C or SIGTERM the running command is killed with all processes that it
 * started, and the end of this process is delayed until {@link #close}.
 */
final class OwnProcesses implements AutoCloseable {
    private static final int RETRY_MILLIS = 20;
    private static final int TAIL_BYTES = 1 << 16;

    /** The most characters of a line or of a command that are shown. */
    static final int LONGEST_LINE = 500;

    /** Colours and other escape sequences of ECMA-48. */
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");

    private final ShutdownDelay delay = new ShutdownDelay(this::end);
    private Process running;

    /**
     * Runs a command to its end.
     *
     * @param output receives all that it prints
     * @return the exit code
     * @throws IOException when it cannot be started
     * @throws CommandException (failure) when this process is ending
     */
    int run(ProcessBuilder command, Path output) throws IOException {
        command.redirectErrorStream(true)
                .redirectInput(Redirect.from(nothing()))
                .redirectOutput(Redirect.appendTo(output.toFile()));
        try {
            int exitCode = start(command).waitFor();
            synchronized (this) {
                running = null;
                check();
                return exitCode;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The last lines of what commands printed, each after a line feed and two blanks. */
    static String tail(Path output, int most) {
        try (RandomAccessFile bytes = new RandomAccessFile(output.toFile(), "r")) {
            bytes.seek(Math.max(0, bytes.length() - TAIL_BYTES));
            byte[] end = new byte[(int) (bytes.length() - bytes.getFilePointer())];
            bytes.readFully(end);
            String text =
                    ESCAPES.matcher(new String(end, StandardCharsets.UTF_8)).replaceAll("");
            List<String> lines = text.lines().filter(it -> !it.isBlank()).toList();
            return lines.subList(Math.max(0, lines.size() - most), lines.size()).stream()
                    .map(it -> "\n  " + Visible.line(it, LONGEST_LINE))
                    .collect(Collectors.joining());
        } catch (IOException e) {
            return "";
        }
    }

    private static File nothing() {
        return new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
    }

    private synchronized Process start(ProcessBuilder command) throws IOException {
        check();
        running = command.start();
        return running;
    }

    /** @throws CommandException (failure) when this process is ending */
    void check() {
        if (delay.isEnding()) {
            throw CommandException.failure("stopped before both sides were built; nothing was measured");
        }
    }

    private void end() {
        try {
            Process last;
            synchronized (this) { // a command that starts now is the running one, or is refused
                last = running;
            }
            // repeated, because a process that is just starting is not among the descendants yet
            while (last != null && !kill(last)) {
                last.waitFor(RETRY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills a process and what it started. Returns whether the process has ended. */
    private static boolean kill(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly(); // first, so that it starts no more
        started.forEach(it -> {
            it.descendants().forEach(ProcessHandle::destroyForcibly);
            it.destroyForcibly();
        });
        return !process.isAlive();
    }

    @Override
    public void close() {
        delay.close();
    }
}
