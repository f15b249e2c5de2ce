package dev.callcost.transport.part;

import dev.callcost.service.CallFunction;
import dev.callcost.transport.Opened;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.ConnectionSide;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** An open and verified way to call {@link CallFunction} in another thread. */
public final class RoundTrip extends Opened {
    private final Way way;

    /** Carries arguments there and the result back. One caller at a time. */
    interface Way extends AutoCloseable {
        int call(int k, int i) throws Exception;

        /** The thread that answers, as {@link Pinning#currentThread} names it. */
        String answerer() throws Exception;

        /** Facts that the log of a fork records. */
        default Map<String, String> facts() {
            return Map.of();
        }
    }

    /** Starts the other side, whose threads inherit the calling thread's CPUs, and what leads to it. */
    interface Opening {
        Way way(Pinning pinning) throws Exception;
    }

    /**
     * Opens and verifies a way. The calling thread is pinned as the server's while the way opens, then as the client's.
     *
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot
     * @throws IllegalStateException when another thread or CPU answers
     */
    RoundTrip(Pinning pinning, Opening opening) {
        way = step(() -> {
            pinning.pin(ConnectionSide.SERVER);
            return part(opening.way(pinning));
        });
        step(() -> verify(pinning));
    }

    private Void verify(Pinning pinning) throws Exception {
        pinning.pin(ConnectionSide.CLIENT);
        expect("the answer", CallFunction.apply(40, 9), call(40, 9));
        expect("the answer", CallFunction.apply(-3, 2), call(-3, 2));
        String[] answerer = way.answerer().split(",", 2);
        if (answerer[0].equals(Thread.currentThread().getName())) {
            throw new IllegalStateException("the caller answered itself");
        }
        expectCpus(pinning, answerer[1]);
        facts.putAll(pinning.facts());
        facts.put("answeredBy", answerer[0]);
        facts.putAll(way.facts());
        return null;
    }

    /**
     * One round trip for {@link CallFunction#apply(int, int)}.
     *
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
}
