package dev.callcost.fork;

import dev.callcost.agent.TurnTaking;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One of two forks that take turns, from the outside. It stands still but in its turn. */
final class Player implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Freezer freezer;
    private Socket socket;
    private BufferedReader words;
    private long process;
    private int measured;
    private volatile boolean gone;

    /**
     * Listens for a fork.
     *
     * @param freezer makes it stand still
     * @throws IOException when there is no port to be had
     */
    Player(Freezer freezer) throws IOException {
        this.freezer = freezer;
    }

    /** Where the fork is to connect. */
    int port() {
        return door.getLocalPort();
    }

    /** Waits until the fork is before its first iteration, or gone. */
    void await() {
        try {
            socket = door.accept();
            socket.setTcpNoDelay(true);
            words = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            process = Long.parseLong(words.readLine());
            if (ProcessHandle.current().descendants().noneMatch(descendant -> descendant.pid() == process)) {
                throw new IOException("a stranger");
            }
            freezer.freeze(process);
        } catch (IOException | NumberFormatException e) {
            close();
        }
    }

    /** Whether it takes no more turns, because its process is at its end. */
    boolean isGone() {
        return gone;
    }

    /**
     * Lets the fork run one iteration; or, after the last one, to its end.
     *
     * @param beforeMeasured runs before an iteration that is measured, while the fork waits for it
     */
    void turn(Runnable beforeMeasured) {
        if (gone) {
            return;
        }
        try {
            freezer.thaw(process);
            int next = words.read();
            if (next == TurnTaking.MEASURED) {
                beforeMeasured.run();
            }
            gone = next < 0 || !hasRun();
            measured += !gone && next == TurnTaking.MEASURED ? 1 : 0;
            if (!gone) {
                freezer.freeze(process);
            }
        } catch (IOException e) {
            close();
        }
    }

    /** How many measured iterations were in its turns. */
    int measured() {
        return measured;
    }

    private boolean hasRun() throws IOException {
        socket.getOutputStream().write('g');
        return words.read() == TurnTaking.DONE;
    }

    /** Takes no more turns: a fork that still runs goes on alone, and one that has never come is waited for no longer. */
    @Override
    public void close() {
        gone = true;
        try {
            door.close();
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // nobody listens any more
        }
    }
}
