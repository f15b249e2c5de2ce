package dev.callcost.transport;

import dev.callcost.transport.Pinning.ConnectionSide;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Servers and clients of a trial: records what runs, and ends it. No thread of this suite and no listening socket is
 * left; shared daemon threads of RMI and gRPC may stay, which live for seconds by design.
 */
public abstract class Opened implements AutoCloseable {
    /** The beginning of the names of all threads of this suite. */
    public static final String THREADS = "callcost-";

    static final long PATIENCE_SECONDS = 60;

    protected final Map<String, String> facts = new LinkedHashMap<>();

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

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

    /** @throws IllegalStateException with both values, when they differ: what a cell names is not what ran */
    public static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(what + ": expected " + expected + ", was " + actual);
        }
    }

    /** Checks the CPUs of a handler's thread, and of the calling thread as the client's. */
    protected static void expectCpus(Pinning pinning, String handler) {
        expect("the CPUs of the handler's thread", pinning.cpu(ConnectionSide.SERVER), handler);
        expect("the CPUs of the caller", pinning.cpu(ConnectionSide.CLIENT), pinning.currentCpus());
    }

    /**
     * Closes each part, also after one that fails, and waits for its end. A second close does nothing.
     *
     * @throws IllegalStateException naming what did not end within 10 s
     */
    @Override
    public final void close() {
        RuntimeException failure = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
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
