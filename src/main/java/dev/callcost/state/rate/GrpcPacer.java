package dev.callcost.state.rate;

import dev.callcost.state.GrpcState;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.ServerHost;
import io.grpc.Status;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

/** Sends unary gRPC calls. */
public class GrpcPacer extends Pacer {
    @Setup(Level.Iteration)
    public final void setUp(PacedCell cell, BenchmarkParams benchmark, IterationParams iteration) {
        begin(cell.calls(), cell.pinning, benchmark, iteration);
    }

    /**
     * Any cell. Unless {@code -p} changes it, the scheduler places the threads and the server has its own JVM, as for a
     * user.
     */
    @State(Scope.Benchmark)
    public static class PacedCell extends GrpcState.AllAxes {
        @Param("FREE")
        public Pinning pinning;

        @Param("OWN_JVM")
        public ServerHost server;

        @Override
        protected GrpcCell cell() {
            return cell(pinning, server);
        }

        Calls calls() {
            return GrpcPacer.calls(sender(), k, i);
        }
    }

    static Calls calls(GrpcConnection.Sender sender, int k, int i) {
        return end -> sender.send(k, i, new GrpcConnection.Receiver() {
            @Override
            public void answered(int answer) {
                end.answered();
            }

            @Override
            public void failed(Throwable failure) {
                end.failed(Status.fromThrowable(failure).getCode().name());
            }
        });
    }
}
