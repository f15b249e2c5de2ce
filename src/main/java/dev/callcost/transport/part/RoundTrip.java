package dev.callcost.transport.part;

import dev.callcost.service.CallFunction;
import dev.callcost.transport.Opened;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.Ran;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/** An open and verified way to call {@link CallFunction} in another thread. */
public final class RoundTrip extends Opened {
    private Way way;

    private RoundTrip() {}

    /** Carries arguments there and the result back. One caller at a time. */
    interface Way extends AutoCloseable {
        int call(int k, int i) throws Exception;

        /** The thread that answers, as {@link Pinning#currentThread} names it. */
        String answerer() throws Exception;

        /** For the record. */
        default Map<String, String> facts() {
            return Map.of();
        }

        default List<SocketAddress> addresses() {
            return List.of();
        }

        @Override
        void close() throws Exception;
    }

    /** Starts the other side, whose threads inherit the calling thread's CPUs, and what leads to it. */
    interface Opening {
        Way way(Pinning pinning) throws Exception;
    }

    /**
     * Opens and verifies a way. The calling thread is pinned as the server's while the way opens, then as the client's.
     *
     * @param pinning which CPUs both sides may use
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot
     * @throws IllegalStateException when another thread or CPU answers
     */
    static RoundTrip open(Pinning pinning, Opening opening) {
        RoundTrip trip = new RoundTrip();
        try {
            pinning.pin(Side.SERVER);
            trip.way = get(() -> opening.way(pinning));
            pinning.pin(Side.CLIENT);
            trip.verify(pinning);
            return trip;
        } catch (RuntimeException e) {
            trip.close();
            throw e;
        }
    }

    private static <T> T get(Callable<T> step) {
        try {
            return step.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the round trip cannot be set up", e);
        }
    }

    private void verify(Pinning pinning) {
        Ran.expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        Ran.expect("the answer", CallFunction.apply(-3, 2), call(-3, 2));
        String[] answerer = get(way::answerer).split(",", 2);
        if (answerer[0].equals(Thread.currentThread().getName())) {
            throw new IllegalStateException("the caller answered itself");
        }
        Ran.expect("the CPUs of the thread that answers", pinning.cpu(Side.SERVER), answerer[1]);
        Ran.expect("the CPUs of the caller", pinning.cpu(Side.CLIENT), pinning.currentCpus());
        facts.putAll(pinning.facts());
        facts.put("answeredBy", answerer[0]);
        facts.putAll(way.facts());
    }

    /**
     * One round trip.
     *
     * @param k the value to start from
     * @param i how many of the function's steps add
     * @return the other side's {@link CallFunction#apply(int, int)}
     * @throws IllegalStateException when no answer came back
     */
    public int call(int k, int i) {
        try {
            return way.call(k, i);
        } catch (ExecutionException e) {
            throw new IllegalStateException("no answer came back", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the answer", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("no answer came back", e);
        }
    }

    @Override
    protected List<SocketAddress> end() {
        if (way == null) {
            return List.of();
        }
        try {
            way.close();
            return way.addresses();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("cannot be closed", e);
        }
    }
}
