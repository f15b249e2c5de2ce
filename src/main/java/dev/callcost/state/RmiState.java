package dev.callcost.state;

import dev.callcost.agent.UntilWarm;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.RmiConnection;
import dev.callcost.transport.ServerHost;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Exports, registers and looks up the remote function before a trial, on one CPU, and ends all of it after the trial. */
@State(Scope.Benchmark)
public class RmiState extends RemoteState {
    /**
     * Replies until {@link java.rmi.server.UID} has used up its 16-bit counter for the first time, a branch that the JIT has not seen before. The
     * client would use each reply's UID to acknowledge remote objects in the reply (sun.rmi.transport.ConnectionOutputStream).
     */
    private static final long REPLIES_TO_NEW_UID_TIME = 1 << 16;

    private RmiConnection connection;

    protected Pinning pinning() {
        return Pinning.ONE_CPU;
    }

    protected ServerHost server() {
        return ServerHost.SAME_JVM;
    }

    @Setup(Level.Trial)
    public final void setUp() {
        connection = opened(() -> RmiConnection.open(pinning(), server()));
        MeasuredThread.Caller.follow(pinning());
        UntilWarm.await("new time of UIDs", REPLIES_TO_NEW_UID_TIME);
    }

    public final int call() {
        return connection.call(k, i);
    }

    public static class ByPinning extends RmiState {
        @Param
        public Pinning pinning;

        @Override
        protected Pinning pinning() {
            return pinning;
        }
    }

    public static class ByServerHost extends RmiState {
        @Param
        public ServerHost server;

        @Override
        protected ServerHost server() {
            return server;
        }
    }
}
