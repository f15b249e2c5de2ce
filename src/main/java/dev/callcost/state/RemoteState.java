package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.Opened;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** A state that opens a connection before a trial and closes it after the trial. */
public abstract class RemoteState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, so the function adds 7. */
    public int k = 35;

    public int i = 11;

    private Opened closing;

    /**
     * Whether the fork warms up before it is measured. A warm-up shorter than a second only tries whether the benchmark
     * runs.
     *
     * @param first the fork's first iteration
     */
    protected static boolean warmsUp(IterationParams first) {
        return first.getType() == IterationType.WARMUP
                && first.getCount() * first.getTime().convertTo(TimeUnit.MILLISECONDS) >= 1000;
    }

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
