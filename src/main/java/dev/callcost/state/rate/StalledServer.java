package dev.callcost.state.rate;

import dev.callcost.service.Delay;
import dev.callcost.state.RemoteState;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;

/** The base cell on any CPU. Its server answers nothing for the last 100 ms of each second. */
@State(Scope.Benchmark)
public class StalledServer extends RemoteState {
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private GrpcConnection<?> connection;

    @Setup(Level.Trial)
    public final void setUp() {
        connection = opened(() -> GrpcCell.BASE.with(Pinning.FREE).open(new Stalling(System.nanoTime())));
    }

    /** A call of a caller that waits for the reply. */
    public final int call() {
        return connection.call(k, i);
    }

    /** How long a handler waits that begins at a time after the server's start. */
    static long waitNanos(long nanos) {
        long left = PERIOD_NANOS - nanos % PERIOD_NANOS;
        return left <= STALL_NANOS ? left : 0;
    }

    private record Stalling(long start) implements GrpcConnection.Around {
        @Override
        public <M> UnaryOperator<M> handler(UnaryOperator<M> answer) {
            return request -> {
                try {
                    Delay.PARK.pass(waitNanos(System.nanoTime() - start));
                    return answer.apply(request);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted in a stall", e);
                }
            };
        }
    }

    /** Sends calls to it when they are due. */
    public static class OpenLoop extends Pacer {
        @Setup(Level.Iteration)
        public final void setUp(StalledServer server, BenchmarkParams benchmark, IterationParams iteration) {
            Calls calls = GrpcPacer.calls(server.connection.sender(), server.k, server.i);
            begin(calls, Pinning.FREE, benchmark, iteration);
        }
    }
}
