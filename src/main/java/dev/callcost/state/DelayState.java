package dev.callcost.state;

import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.wireformat.WireFormat;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A server whose handler works for a time, and one connection to it, on any CPU: on one CPU two spinning handlers would already be a queue. */
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
    private ClosedLoop loop;

    @Setup(Level.Trial)
    public final void setUp() {
        DelayMeter meter = new DelayMeter();
        loop = new ClosedLoop(meter);
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(wireFormat).withPayload(GREETING.length());
        WorkingHandler handler = new WorkingHandler(delay, TimeUnit.MICROSECONDS.toNanos(delayMicros), meter);
        connection = opened(() -> cell.open(handler));
        LoopCounters.follow(loop, 1);
    }

    /** The measured call, for any number of threads at once. */
    public final int call() {
        long start = System.nanoTime();
        int answer = connection.call(k, i);
        loop.called(System.nanoTime() - start);
        return answer;
    }

    /** Works for a time before it answers. */
    private record WorkingHandler(Delay delay, long nanos, DelayMeter meter) implements GrpcConnection.Around {
        @Override
        public <M> UnaryOperator<M> handler(UnaryOperator<M> answer) {
            return request -> {
                try {
                    meter.add(delay.pass(nanos));
                    return answer.apply(request);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted at work", e);
                }
            };
        }
    }

    /** The author's blocking client on any CPU, with a small or a large message. The benchmark class sets the heap. */
    public static class ForHeap extends GrpcState {
        /** The three formats that the author compared. */
        @Param({"PROTOBUF", "COPYING_WIRE", "GSON"})
        public WireFormat wireFormat;

        /** Random longs in addition to the greeting: none, or as many as the author had with the small heap. */
        @Param({"0", "1000"})
        public int longs;

        @Override
        protected GrpcCell cell() {
            return GrpcCell.BASE
                    .with(Pinning.FREE)
                    .with(wireFormat)
                    .withPayload(GREETING.length())
                    .withLongs(longs);
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
