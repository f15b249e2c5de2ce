package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.agent.UntilWarm;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.RmiConnection;
import dev.callcost.transport.ServerHost;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Exports, registers and looks up the remote function before a trial, on one CPU; ends all of it after the trial. */
@State(Scope.Benchmark)
public class RmiState {
    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, the function then adds 7. */
    public int k = 35;

    /** See {@link #k}. */
    public int i = 11;

    /**
     * Replies until {@link java.rmi.server.UID} has used up its counter of 16 bits for the first time: each reply has one, by which the client would
     * acknowledge remote objects in it (sun.rmi.transport.ConnectionOutputStream). The JIT has not seen that branch before.
     */
    private static final long REPLIES_TO_NEW_UID_TIME = 1 << 16;

    private RmiConnection connection;

    /** Which CPUs client and server may use. */
    protected Pinning pinning() {
        return Pinning.ONE_CPU;
    }

    /** Where the server runs. */
    protected ServerHost server() {
        return ServerHost.SAME_JVM;
    }

    /** Starts and checks the server; records what runs. */
    @Setup(Level.Trial)
    public final void setUp() {
        connection = CellRecord.openOrSkip(() -> RmiConnection.open(pinning(), server()));
        PinnedCaller.follow(pinning());
        CellRecord.add(connection.facts());
        UntilWarm.await("new time of UIDs", REPLIES_TO_NEW_UID_TIME);
    }

    /** The measured call. */
    public final int call() {
        return connection.call(k, i);
    }

    /** Stops the server; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (connection != null) {
            connection.close();
        }
    }

    /** The RMI server and client with each pinning. */
    public static class ByPinning extends RmiState {
        /** Which CPUs client and server may use: every constant. */
        @Param
        public Pinning pinning;

        @Override
        protected Pinning pinning() {
            return pinning;
        }
    }

    /** RMI with the server in either place. */
    public static class ByServerHost extends RmiState {
        /** Where the server runs: every constant. */
        @Param
        public ServerHost server;

        @Override
        protected ServerHost server() {
            return server;
        }
    }
}
