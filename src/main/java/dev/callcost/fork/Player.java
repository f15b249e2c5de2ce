package dev.callcost.fork;

import dev.callcost.agent.TurnTaking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** One of two forks that take turns, from the outside. It stands still but in its turn. */
final class Player implements AutoCloseable {
    private final ForkHost host;
    private final Freezer freezer;
    private Socket socket;
    private BufferedReader words;
    private long process;
    private int measured;
    private boolean over;

    /**
     * A fork that is being started.
     *
     * @param host starts it
     * @param freezer makes it stand still
     */
    Player(ForkHost host, Freezer freezer) {
        this.host = host;
        this.freezer = freezer;
    }

    /** Waits until the fork is before its first iteration, or gone. */
    void await() {
        try {
            socket = host.accept();
            words = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            process = Long.parseLong(words.readLine());
            if (!isOurs(process)) {
                throw new IOException("a stranger");
            }
            freezer.freeze(process);
        } catch (IOException | NumberFormatException e) {
            close();
        }
    }

    /** Only what this process has started, at whatever remove, is ever stopped. */
    private static boolean isOurs(long pid) {
        Optional<ProcessHandle> ancestor = ProcessHandle.of(pid);
        while (ancestor.isPresent() && !ancestor.get().equals(ProcessHandle.current())) {
            ancestor = ancestor.get().parent();
        }
        return ancestor.isPresent();
    }

    /** Whether it takes no more turns: it has had its last iteration, or is gone. */
    boolean isOver() {
        return over;
    }

    /** Lets the fork run one iteration. */
    void turn() {
        if (over) {
            return;
        }
        try {
            freezer.thaw(process);
            int next = words.read();
            socket.getOutputStream().write('g');
            int ended = words.read();
            measured += next == TurnTaking.MEASURED && ended >= 0 ? 1 : 0;
            over = ended != TurnTaking.DONE;
            if (ended >= 0) {
                freezer.freeze(process);
            }
        } catch (IOException e) {
            close();
        }
    }

    /** Lets it go on to its end. */
    void goOn() {
        try {
            if (process > 0) {
                freezer.thaw(process);
            }
        } catch (IOException e) {
            // the shell lets all go on when it is gone
        }
    }

    /** How many measured iterations were in its turns. */
    int measured() {
        return measured;
    }

    /** Takes no more turns: a fork that still runs goes on alone. */
    @Override
    public void close() {
        over = true;
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // nobody listens any more
        }
    }
}
