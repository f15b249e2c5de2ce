package dev.callcost.launch;

import dev.callcost.agent.TurnTaking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The host's side of a fork that takes turns: the fork begins an iteration on a byte from here, and reports its end. */
final class Player implements AutoCloseable {
    private final ForkHost host;
    private Socket socket;
    private BufferedReader words;
    private List<Long> processes = List.of();
    private boolean hasRun;
    private int next;
    private int measured;
    private boolean over;

    Player(ForkHost host) {
        this.host = host;
    }

    /** Waits until the fork is ready for its first iteration, or has ended. */
    void await() {
        try {
            socket = host.accept();
            words = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            long process = Long.parseLong(words.readLine());
            if (!isOurs(process)) {
                throw new IOException("a stranger");
            }
            processes = List.of(process);
            next = words.read();
        } catch (IOException | NumberFormatException e) {
            close();
        }
    }

    /** Only descendants of this process are ever stopped. */
    private static boolean isOurs(long pid) {
        Optional<ProcessHandle> ancestor = ProcessHandle.of(pid);
        while (ancestor.isPresent() && !ancestor.get().equals(ProcessHandle.current())) {
            ancestor = ancestor.get().parent();
        }
        return ancestor.isPresent();
    }

    /** The ids of the fork's process and of those that it started in its set-up, such as a server in a JVM of its own; none before {@link #await}. */
    List<Long> processes() {
        return processes;
    }

    /** Whether its next iteration is warm-up. */
    boolean isWarmingUp() {
        return !over && next == TurnTaking.WARM_UP;
    }

    /** Whether it has no more iterations. */
    boolean isOver() {
        return over;
    }

    /** Lets it begin its next iteration. */
    void begin() {
        try {
            socket.getOutputStream().write('g');
        } catch (IOException e) {
            close();
        }
    }

    /** Waits for the end of the iteration, and until the next can begin. */
    void end() {
        try {
            int ended = words.read();
            if (!hasRun) {
                hasRun = true;
                processes = withDescendants(processes);
            }
            measured += next == TurnTaking.MEASURED && ended >= 0 ? 1 : 0;
            over = ended != TurnTaking.DONE;
            next = over ? ended : words.read();
        } catch (IOException e) {
            close();
        }
    }

    private static List<Long> withDescendants(List<Long> processes) {
        return processes.stream()
                .flatMap(id -> ProcessHandle.of(id).stream())
                .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                .map(ProcessHandle::pid)
                .toList();
    }

    /** How many measured iterations were in its turns. */
    int measured() {
        return measured;
    }

    /** Ends its turns: a fork that still runs continues alone. */
    @Override
    public void close() {
        over = true;
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // the fork has ended
        }
    }
}
