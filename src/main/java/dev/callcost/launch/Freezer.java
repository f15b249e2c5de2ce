package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Stops and continues processes with SIGSTOP and SIGCONT: a stopped JVM neither collects garbage nor compiles while another is measured. A shell sends the
 * signals. When this process ends, even by SIGKILL, the shell continues all processes before it ends.
 */
final class Freezer implements AutoCloseable {
    /** Reads lines of signals and process ids, and answers each with an empty line. */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            while read -r line; do
                set -- $line
                while [ $# -gt 1 ]; do
                    kill -s "$1" "$2" 2>/dev/null
                    case " $seen " in
                        *" $2 "*) ;;
                        *) seen="$seen $2" ;;
                    esac
                    shift 2
                done
                echo
            done
            for process in $seen; do
                kill -s CONT "$process" 2>/dev/null
            done
            """;

    private final Process shell;
    private final Writer shellsInput;
    private final BufferedReader answers;

    /**
     * Starts the shell.
     *
     * @throws CommandException (failure) when there is none
     */
    Freezer() {
        try {
            shell = new ProcessBuilder("sh", "-c", SCRIPT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw CommandException.failure(
                    "compare: forks cannot be made to take turns here (--interleave=forks does without): "
                            + e.getMessage());
        }
        shellsInput = shell.outputWriter();
        answers = shell.inputReader();
    }

    /**
     * Stops processes that still run.
     *
     * @param processes their ids, none of them 0, which stands for the group of this process
     * @throws IOException when the shell has ended, for example on Ctrl-C
     */
    void freeze(List<Long> processes) throws IOException {
        send(orders("STOP", processes));
    }

    /**
     * Stops processes, and continues others.
     *
     * @param stopped see {@link #freeze}
     * @param goOn likewise
     * @throws IOException as {@link #freeze}
     */
    void swap(List<Long> stopped, List<Long> goOn) throws IOException {
        send(orders("STOP", stopped) + orders("CONT", goOn));
    }

    private static String orders(String signal, List<Long> processes) {
        return processes.stream().map(process -> signal + " " + process + " ").collect(Collectors.joining());
    }

    private void send(String orders) throws IOException {
        shellsInput.write(orders + "\n");
        shellsInput.flush();
        if (answers.readLine() == null) {
            throw new EOFException("the shell that stops forks is gone");
        }
    }

    /** Continues all processes. */
    @Override
    public void close() {
        try {
            shellsInput.close();
            shell.waitFor();
        } catch (IOException e) {
            shell.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
