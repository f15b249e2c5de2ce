package dev.callcost.launch;

import dev.callcost.text.CommandException;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Stops and continues processes with SIGSTOP and SIGCONT, by a shell. When this process ends, even by SIGKILL, the
 * shell continues all before it ends.
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

    /** @throws CommandException (failure) when there is no shell */
    Freezer() {
        try {
            shell = new ProcessBuilder("sh", "-c", SCRIPT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw CommandException.failure("compare: forks cannot be made to take turns here: " + e.getMessage());
        }
    }

    /**
     * @param stopped ids of processes, none of them 0, which stands for the group of this process
     * @throws IOException when the shell has ended, for example on Ctrl-C
     */
    synchronized void swap(List<Long> stopped, List<Long> continued) throws IOException {
        shell.outputWriter().write(orders("STOP", stopped) + orders("CONT", continued) + "\n");
        shell.outputWriter().flush();
        if (shell.inputReader().readLine() == null) {
            throw new EOFException("the shell that stops forks is gone");
        }
    }

    private static String orders(String signal, List<Long> processes) {
        return processes.stream().map(process -> signal + " " + process + " ").collect(Collectors.joining());
    }

    @Override
    public void close() {
        try {
            shell.outputWriter().close();
            shell.waitFor();
        } catch (IOException e) {
            shell.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
