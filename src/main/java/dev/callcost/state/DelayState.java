package dev.callcost.state;

import dev.callcost.service.Delay;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.wireformat.WireFormat;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A server whose handler works for a time, and one connection to it, on any CPU: on one CPU two spinning handlers would
 * already be a queue.
 */
@State(Scope.Benchmark)
public class DelayState extends RemoteState {
    /** The author's text, sent as plain ASCII of the same length. */
    private static final String GREETING = "Howdy there";

    /** Microseconds of simulated work; 0 is none. */
    @Param({"0", "1", "10", "100", "1000"})
    public int delayMicros;

    @Param("SLEEP")
    public Delay delay;

    /** The author's marshaller by default. */
    @Param("COPYING_WIRE")
    public WireFormat wireFormat;

    private GrpcConnection<?> connection;
    private final ClosedLoop loop = new ClosedLoop();

    @Setup(Level.Trial)
    public final void setUp() {
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(wireFormat).withPayload(GREETING.length());
        connection = opened(() -> cell.open(this::work));
        LoopCounters.follow(loop, 1);
    }

    /** The measured call, for any number of threads at once. */
    public final int call() {
        long start = System.nanoTime();
        int answer = connection.call(k, i);
        loop.called(System.nanoTime() - start);
        return answer;
    }

    private void work() {
        try {
            loop.worked(delay.pass(TimeUnit.MICROSECONDS.toNanos(delayMicros)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at work", e);
        }
    }

    /** The author's clients: one thread takes all permits and waits for each call before the next. */
    @State(Scope.Benchmark)
    public static class Permits {
        /** The number of permits, called clients in the author's table. */
        @Param({"1", "10", "100"})
        public int clients;

        private Semaphore permits;

        @Setup(Level.Trial)
        public void make() {
            permits = new Semaphore(clients);
        }

        public int call(DelayState cell) throws InterruptedException {
            permits.acquire();
            try {
                return cell.call();
            } finally {
                permits.release();
            }
        }
    }
}
