package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Stops processes and lets them go on, with SIGSTOP and SIGCONT: what stands still neither collects garbage nor compiles while another is
 * measured, and does that later, in its own time. A shell sends the signals. It outlives its user by as much as it takes to let all
 * processes go on, also when that is killed.
 */
final class Freezer implements AutoCloseable {
    /** Reads pairs of a signal and a process in lines and answers each line with a line. */
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
     * Stops processes; nothing for one that is gone.
     *
     * @param processes their ids, none of them 0: to signal that is to signal a whole group, this process in it
     * @throws IOException when the shell is gone, as it is when the host is told to end
     */
    void freeze(List<Long> processes) throws IOException {
        send(orders("STOP", processes));
    }

    /**
     * Stops processes, and lets others go on.
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

    /** Lets all processes go on. */
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
