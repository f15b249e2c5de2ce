package dev.callcost.state.delay;

import dev.callcost.agent.CellRecord;
import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import dev.callcost.state.loop.ClosedLoop;
import dev.callcost.state.loop.LoopCounters;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.wireformat.WireFormat;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A server whose handler works for a time, and one connection to it, on any CPU: with its threads on one, two spinning handlers would
 * be a queue already.
 */
@State(Scope.Benchmark)
public class DelayState {
    /** The author's text; it is sent as as many characters of plain ASCII. */
    static final String GREETING = "Howdy there";

    /** Microseconds of simulated work; 0 is none. */
    @Param({"0", "1", "10", "100", "1000"})
    public int delayMicros;

    /** How the time passes. */
    @Param("SLEEP")
    public Delay delay;

    /** How a message becomes bytes; the author's marshaller by default. */
    @Param("COPYING_WIRE")
    public WireFormat wireFormat;

    /** Arguments of the call: fields, so that the compiler cannot fold them; i is 7 or more, the function then adds 7. */
    public int k = 35;

    /** See {@link #k}. */
    public int i = 11;

    private GrpcConnection<?> connection;
    private ClosedLoop loop;

    /** Starts and checks the cell; records what runs. */
    @Setup(Level.Trial)
    public final void setUp() {
        InFlightGauge gauge = new InFlightGauge();
        DelayMeter meter = new DelayMeter();
        loop = new ClosedLoop(gauge, meter);
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).with(wireFormat).withPayload(GREETING.length());
        WorkingHandler handler = new WorkingHandler(delay, TimeUnit.MICROSECONDS.toNanos(delayMicros), gauge, meter);
        connection = CellRecord.openOrSkip(() -> cell.open(handler));
        CellRecord.add(connection.facts());
        LoopCounters.follow(loop, 1);
    }

    /** The measured call; any number of threads may make it at once. */
    public final int call() {
        long start = System.nanoTime();
        int answer = connection.call(k, i);
        loop.called(System.nanoTime() - start);
        return answer;
    }

    /** Stops the cell; throws when anything of it is left. A second time does nothing. */
    @TearDown(Level.Trial)
    public final void tearDown() {
        if (connection != null) {
            connection.close();
        }
    }

    /**
     * A handler that works for a time before it answers.
     *
     * @param delay how time passes
     * @param nanos nanoseconds of work
     * @param gauge counts the handlers at work
     * @param meter sums what the work really took
     */
    private record WorkingHandler(Delay delay, long nanos, InFlightGauge gauge, DelayMeter meter)
            implements GrpcConnection.Around {
        @Override
        public <M> UnaryOperator<M> handler(UnaryOperator<M> answer) {
            return request -> {
                gauge.enter();
                try {
                    meter.add(delay.pass(nanos));
                    return answer.apply(request);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted at work", e);
                } finally {
                    gauge.leave();
                }
            };
        }
    }
}
