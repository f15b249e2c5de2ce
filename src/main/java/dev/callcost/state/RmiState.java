package dev.callcost.state;

import dev.callcost.transport.Pinning;
import dev.callcost.transport.RmiConnection;
import dev.callcost.transport.ServerHost;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Exports, registers and looks up the remote function before a trial, on one CPU, and ends all of it after the trial.
 */
@State(Scope.Benchmark)
public class RmiState extends RemoteState {
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
        MeasuredThread.PinnedThread.follow(pinning());
    }

    public final int call() {
        return connection.call(k, i);
    }

    public static class RmiByPinning extends RmiState {
        @Param
        public Pinning pinning;

        @Override
        protected Pinning pinning() {
            return pinning;
        }
    }
}
