package dev.callcost.transport;

import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Checks that a cell leaves nothing behind: no thread of its own, no other new non-daemon thread, no listening socket. Shared daemon threads of RMI and
 * gRPC may stay: they live for seconds by design.
 */
public final class Leftovers {
    /** The beginning of the names of all threads of this suite. */
    public static final String THREADS = "callcost-";

    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(10);

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    /**
     * Waits until nothing is left that started after the creation of this object.
     *
     * @param addresses where servers listened
     * @throws IllegalStateException naming what is left after 10 s
     */
    public void check(List<? extends SocketAddress> addresses) {
        long start = System.nanoTime();
        List<String> left = find(addresses);
        while (!left.isEmpty()) {
            if (System.nanoTime() - start > DEADLINE) {
                throw new IllegalStateException("left behind after tear-down: " + left);
            }
            LockSupport.parkNanos(POLL);
            left = find(addresses);
        }
    }

    private List<String> find(List<? extends SocketAddress> addresses) {
        List<String> left = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .filter(thread -> thread.getName().startsWith(THREADS) || !thread.isDaemon())
                .map(thread -> "thread " + thread.getName())
                .collect(Collectors.toCollection(ArrayList::new));
        for (SocketAddress address : addresses) {
            if (address instanceof InetSocketAddress inet && listens(inet)) {
                left.add("listener on " + inet);
            }
            if (address instanceof DomainSocketAddress socket && Files.exists(Path.of(socket.path()))) {
                left.add("socket " + socket.path());
            }
        }
        return left;
    }

    /** Only a refusal proves that nobody listens: an unanswered connection waits in a listener's queue. */
    private static boolean listens(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1000);
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
