package dev.callcost.state.keyvalue;

import dev.callcost.agent.CellRecord;
import dev.callcost.service.Delay;
import dev.callcost.service.DelayMeter;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.keyvalue.KeyValueHandlers;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import dev.callcost.state.keyvalue.Operation.Outcome;
import dev.callcost.state.loop.ClosedLoop;
import dev.callcost.state.loop.LoopCounters;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcLink;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Stub;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The key-value service in this JVM and a client that keeps a number of calls in flight over one connection, on any CPU.
 *
 * <p>The default is the author's first and third step: a hundred in flight against the lock that the work is done in, and without it.
 */
@State(Scope.Benchmark)
public class KeyValueState {
    private static final long SEED = 20180416;

    /** How the service keeps its map whole. */
    @Param({"SYNCHRONIZED", "CONCURRENT"})
    public Store store;

    /** How a handler's work lets time pass. */
    @Param("SLEEP")
    public Delay work;

    /** Microseconds of work of a retrieve. */
    @Param("10000")
    public int readMicros;

    /** Microseconds of work of a create, an update or a delete. */
    @Param("50000")
    public int writeMicros;

    /** BLOCKING waits for each call before it sends the next; FUTURE keeps {@link #inFlight} under way. */
    @Param("FUTURE")
    public Stub client;

    /** Calls in flight of a FUTURE client; a BLOCKING one has one. */
    @Param("100")
    public int inFlight;

    /** What runs the handlers. */
    @Param("DEFAULT")
    public CallExecutor executor;

    private final InFlightGauge gauge = new InFlightGauge();
    private final DelayMeter meter = new DelayMeter();
    private final ClosedLoop loop = new ClosedLoop(gauge, meter);
    private final Outcomes outcomes = new Outcomes();
    private final Workload workload = new Workload(SEED, Workload.MEAN_KEY, Workload.MEAN_VALUE);
    private Semaphore permits;
    private GrpcLink link;
    private KeyValueClient calls;

    /** Starts the service and makes the channel. */
    @Setup(Level.Trial)
    public void setUp() {
        StoreWork simulated = new StoreWork.Simulated(
                work, TimeUnit.MICROSECONDS.toNanos(readMicros), TimeUnit.MICROSECONDS.toNanos(writeMicros), meter);
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).withServer(executor);
        KeyValueHandlers handlers = new KeyValueHandlers(store, simulated, gauge);
        link = CellRecord.openOrSkip(() -> GrpcLink.open(cell, () -> List.of(handlers.bindService())));
        CellRecord.add(link.facts());
        calls = new KeyValueClient(link.channel(), workload, outcomes);
        permits = new Semaphore(inFlight);
        LoopCounters.follow(loop, client == Stub.BLOCKING ? 1 : inFlight);
    }

    /** Sends as many calls as are to be in flight, so that an iteration only replaces those that end in it. */
    @Setup(Level.Iteration)
    public void fill() {
        while (client == Stub.FUTURE && permits.tryAcquire()) {
            start();
        }
    }

    /**
     * One call more: a BLOCKING client's own; or, after one in flight has ended, the next.
     *
     * @return calls that have ended as they may
     */
    public long operate() throws InterruptedException {
        if (client == Stub.BLOCKING) {
            long start = System.nanoTime();
            calls.call(workload.next());
            loop.called(System.nanoTime() - start);
        } else {
            permits.acquire();
            start();
        }
        return outcomes.ok();
    }

    private void start() {
        Operation operation = workload.next();
        long start = System.nanoTime();
        calls.start(operation, () -> {
            loop.called(System.nanoTime() - start);
            permits.release();
        });
    }

    /**
     * Waits for what is in flight, sees to it that no call failed, and stops service and client. A second time does nothing.
     *
     * @throws IllegalStateException when a call ended otherwise than it may, or anything is left
     */
    @TearDown(Level.Trial)
    public void tearDown() throws InterruptedException {
        if (link == null) {
            return;
        }
        permits.acquire(inFlight);
        permits.release(inFlight);
        link.close();
        outcomes.check();
    }

    /** How the calls of an iteration ended, as secondary metrics. For a benchmark with one thread. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        /** Calls that did what was asked. */
        public long ok;

        /** Creates of a key that had a value. */
        public long alreadyExists;

        /** Retrieves and updates of a key that had none. */
        public long notFound;

        private long okBefore;
        private long alreadyExistsBefore;
        private long notFoundBefore;

        /** Remembers the counts at the iteration's start. */
        @Setup(Level.Iteration)
        public void open(KeyValueState cell) {
            okBefore = cell.outcomes.ok();
            alreadyExistsBefore = cell.outcomes.count(Outcome.ALREADY_EXISTS);
            notFoundBefore = cell.outcomes.count(Outcome.NOT_FOUND);
        }

        /**
         * Takes the counts at its end.
         *
         * @throws IllegalStateException when a call ended otherwise than it may
         */
        @TearDown(Level.Iteration)
        public void close(KeyValueState cell) {
            ok = cell.outcomes.ok() - okBefore;
            alreadyExists = cell.outcomes.count(Outcome.ALREADY_EXISTS) - alreadyExistsBefore;
            notFound = cell.outcomes.count(Outcome.NOT_FOUND) - notFoundBefore;
            cell.outcomes.check();
        }
    }
}
