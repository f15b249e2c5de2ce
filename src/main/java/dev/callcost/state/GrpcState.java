package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Starts a cell's server and client before a trial and stops them after it; the axis is the subclass's. */
@State(Scope.Benchmark)
public abstract class GrpcState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, the function then adds 7. */
    public int k = 35;

    /** See {@link #k}. */
    public int i = 11;

    private GrpcConnection<?> connection;

    /** The cell that this state's parameters name. */
    protected abstract GrpcCell cell();

    /** Starts and checks the cell; records what runs. */
    @Setup(Level.Trial)
    public final void setUp() {
        GrpcCell cell = cell();
        connection = CellRecord.openOrSkip(cell::open);
        PinnedCaller.follow(cell.pinning());
        CellRecord.add(connection.facts());
    }

    /** The measured call. */
    public final int call() {
        return connection.call(k, i);
    }

    /** Stops the cell; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (connection != null) {
            connection.close();
        }
    }
}
