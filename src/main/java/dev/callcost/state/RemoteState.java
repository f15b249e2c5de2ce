package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Opened;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.TearDown;

/** A state that opens a connection before a trial and closes it after the trial. */
public abstract class RemoteState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, so the function adds 7. */
    public int k = 35;

    public int i = 11;

    private Opened closing;

    /**
     * Opens a connection and records its facts, or that it is skipped.
     *
     * @param opening throws UnsupportedOperationException with the reason when it cannot run here
     */
    protected final <T extends Opened> T opened(Supplier<T> opening) {
        T connection = CellRecord.openOrSkip(opening);
        closing = connection;
        CellRecord.add(connection.facts());
        return connection;
    }

    /** Closes the connection; throws when anything is left. A second call does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (closing != null) {
            closing.close();
        }
    }
}
