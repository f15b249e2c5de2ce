package dev.callcost.transport;

import java.net.SocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Servers and clients of a trial: records what runs, and checks that nothing is left of them at the end. */
public abstract class Opened implements AutoCloseable {
    /** See {@link #facts()}. */
    protected final Map<String, String> facts = new LinkedHashMap<>();

    private final Leftovers leftovers = new Leftovers();
    private boolean closed;

    /** What runs, for the record. */
    public final Map<String, String> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /**
     * Ends what was opened; called once, also after an opening that failed.
     *
     * @return the addresses where servers listened
     */
    protected abstract List<? extends SocketAddress> end();

    /**
     * Ends everything and waits until nothing of it is left. A second close does nothing.
     *
     * @throws IllegalStateException naming what did not end
     */
    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            leftovers.check(end());
        }
    }
}
