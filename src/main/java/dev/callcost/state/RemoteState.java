package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.TearDown;

/** A state that opens a connection before a trial and closes it after the trial. */
public abstract class RemoteState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, so the function adds 7. */
    public int k = 35;

    public int i = 11;

    private Runnable closing = () -> {};

    /**
     * Opens a connection and records its facts, or that it is skipped.
     *
     * @param opening throws UnsupportedOperationException with the reason when it cannot run here
     * @param close throws when anything is left
     */
    protected final <T> T opened(Supplier<T> opening, Function<T, Map<String, String>> facts, Consumer<T> close) {
        T connection = CellRecord.openOrSkip(opening);
        closing = () -> close.accept(connection);
        CellRecord.add(facts.apply(connection));
        return connection;
    }

    /** Closes the connection; throws when anything is left. A second call does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        closing.run();
    }
}
