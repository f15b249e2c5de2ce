package dev.callcost.transport;

import dev.callcost.transport.Pinning.Side;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Servers and clients of a trial: records what runs, ends it, and checks that nothing is left behind: no thread of this suite, no other new non-daemon
 * thread, no listening socket. Shared daemon threads of RMI and gRPC may stay: they live for seconds by design.
 */
public abstract class Opened implements AutoCloseable {
    /** The beginning of the names of all threads of this suite. */
    public static final String THREADS = "callcost-";

    static final long PATIENCE_SECONDS = 10;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    protected final Map<String, String> facts = new LinkedHashMap<>();

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final List<SocketAddress> addresses = new ArrayList<>();
    private boolean closed;

    /** What runs, for the record. */
    public final Map<String, String> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /**
     * Takes a step of the opening. When it fails, everything that was opened is closed.
     *
     * @throws UncheckedIOException for an IOException
     * @throws IllegalStateException for another checked exception
     */
    protected final <T> T step(Callable<T> step) {
        try {
            return step.call();
        } catch (Exception e) {
            RuntimeException failure = unchecked("cannot be set up", e);
            try {
                close();
            } catch (RuntimeException left) {
                failure.addSuppressed(left);
            }
            throw failure;
        }
    }

    private static RuntimeException unchecked(String message, Exception e) {
        if (e instanceof RuntimeException failure) {
            return failure;
        }
        return e instanceof IOException failure
                ? new UncheckedIOException(failure)
                : new IllegalStateException(message, e);
    }

    /** Takes over a part, which is closed before the parts that were there earlier. */
    public final <C extends AutoCloseable> C part(C part) {
        parts.push(part);
        return part;
    }

    /** Takes the address of a server, where nobody may listen after the close. */
    protected final SocketAddress listening(SocketAddress address) {
        addresses.add(address);
        return address;
    }

    /** @throws IllegalStateException with both values, when they differ: what a cell names is not what ran */
    public static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(what + ": expected " + expected + ", was " + actual);
        }
    }

    /** Checks the CPUs of a handler's thread, and of the calling thread as the client's. */
    protected static void expectCpus(Pinning pinning, String handler) {
        expect("the CPUs of the handler's thread", pinning.cpu(Side.SERVER), handler);
        expect("the CPUs of the caller", pinning.cpu(Side.CLIENT), pinning.currentCpus());
    }

    /**
     * Ends everything and waits until nothing of it is left. A second close does nothing.
     *
     * @throws IllegalStateException naming what did not end within 10 s
     */
    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            closeParts();
            awaitNothingLeft(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
        }
    }

    final void awaitNothingLeft(long patienceNanos) {
        long start = System.nanoTime();
        for (List<String> left = left(); !left.isEmpty(); left = left()) {
            if (System.nanoTime() - start > patienceNanos) {
                throw new IllegalStateException("left behind after tear-down: " + left);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Closes each part, also after one that fails. */
    private void closeParts() {
        RuntimeException failure = null;
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = unchecked("cannot be closed", e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private List<String> left() {
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
        } catch (IOException e) {
            return !(e instanceof ConnectException);
        }
    }

    /** An {@code awaitTermination}. */
    interface Ending {
        boolean await(long time, TimeUnit unit) throws InterruptedException;
    }

    /** @throws IllegalStateException when it did not end within 10 s */
    static void await(String what, Ending ending) {
        try {
            if (!ending.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the " + what + " did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during tear-down", e);
        }
    }
}
