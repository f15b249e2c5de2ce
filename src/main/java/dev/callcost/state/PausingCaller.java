package dev.callcost.state;

import dev.callcost.agent.Latencies;
import dev.callcost.service.Delay;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Transport;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** A closed loop with one call in flight, whose caller works between calls. The samples are the calls without that work. */
@State(Scope.Benchmark)
public abstract class PausingCaller {
    private static final long[] NONE = {};

    /** Microseconds that the caller works, by reading the clock, after each reply. */
    @Param({"0", "10", "100", "300", "1000"})
    public int pauseMicros;

    private IntSupplier remote;
    private long[] nanos = new long[1 << 10];
    private int calls;

    final void begin(IntSupplier call, BenchmarkParams benchmark) {
        Latencies.require(benchmark);
        remote = call;
        calls = 0;
    }

    /** One operation: a call and the work after it. */
    public final int call() throws InterruptedException {
        long start = System.nanoTime();
        int answer = remote.getAsInt();
        long end = System.nanoTime();
        if (calls == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * calls);
        }
        nanos[calls++] = end - start;
        Delay.SPIN.pass(TimeUnit.MICROSECONDS.toNanos(pauseMicros));
        return answer;
    }

    @TearDown(Level.Iteration)
    public final void end() {
        Latencies.hand(new Latencies.Window(Arrays.copyOf(nanos, calls), NONE, NONE, Map.of()));
    }

    public static class OfGrpc extends PausingCaller {
        @Setup(Level.Iteration)
        public final void setUp(Cell cell, BenchmarkParams benchmark) {
            begin(cell::call, benchmark);
        }
    }

    public static class OfRmi extends PausingCaller {
        @Setup(Level.Iteration)
        public final void setUp(RmiState cell, BenchmarkParams benchmark) {
            begin(cell::call, benchmark);
        }
    }

    /** The base cell without sockets, and over both ways to wait for a socket. */
    @State(Scope.Benchmark)
    public static class Cell extends GrpcState {
        @Param({"IN_PROCESS", "EPOLL", "NIO"})
        public Transport transport;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE.with(transport);
        }
    }
}
