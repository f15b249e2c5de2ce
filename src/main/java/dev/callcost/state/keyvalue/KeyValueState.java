package dev.callcost.state.keyvalue;

import dev.callcost.service.Delay;
import dev.callcost.service.keyvalue.KeyValueHandlers;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import dev.callcost.state.ClosedLoop;
import dev.callcost.state.LoopCounters;
import dev.callcost.state.RemoteState;
import dev.callcost.state.keyvalue.Workload.Operation;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcLink;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Stub;
import io.grpc.Status.Code;
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
 * The key-value service in this JVM, and a client that keeps a number of calls in flight over one connection, on any
 * CPU. The defaults are the author's first and third step: a hundred calls in flight, with and without the lock around
 * the work.
 */
@State(Scope.Benchmark)
public class KeyValueState extends RemoteState {
    private static final long SEED = 20180416;

    @Param({"SYNCHRONIZED", "CONCURRENT"})
    public Store store;

    @Param("SLEEP")
    public Delay work;

    @Param("10000")
    public int readMicros;

    /** Of a create, an update or a delete. */
    @Param("50000")
    public int writeMicros;

    /** BLOCKING waits for each call before the next; FUTURE keeps {@link #inFlight} calls in flight. */
    @Param("FUTURE")
    public Stub client;

    /** Calls in flight with FUTURE; BLOCKING has one. */
    @Param("100")
    public int inFlight;

    @Param("DEFAULT")
    public CallExecutor executor;

    private final ClosedLoop loop = new ClosedLoop();
    private final Workload workload = new Workload(SEED, Workload.MEAN_KEY, Workload.MEAN_VALUE);
    private Semaphore permits;
    private KeyValueClient calls;

    @Setup(Level.Trial)
    public void setUp() {
        StoreWork simulated = new StoreWork(
                work,
                TimeUnit.MICROSECONDS.toNanos(readMicros),
                TimeUnit.MICROSECONDS.toNanos(writeMicros),
                loop::worked);
        GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE).withServer(executor);
        KeyValueHandlers handlers = new KeyValueHandlers(store.open(simulated));
        GrpcLink link = opened(() -> new GrpcLink(cell, () -> List.of(handlers.bindService())));
        calls = new KeyValueClient(link.channel(), workload);
        permits = new Semaphore(inFlight);
        link.part(this::drain);
        LoopCounters.follow(loop, client == Stub.BLOCKING ? 1 : inFlight);
    }

    /** Waits for the calls in flight, and checks that no call failed. */
    private void drain() throws InterruptedException {
        permits.acquire(inFlight);
        calls.check();
    }

    /** Fills up the calls in flight, so that an iteration only replaces calls that end in it. */
    @Setup(Level.Iteration)
    public void fill() {
        while (client == Stub.FUTURE && permits.tryAcquire()) {
            start();
        }
    }

    /**
     * Makes a call: with BLOCKING a whole one, with FUTURE the next after one has ended. Returns the number of calls
     * that were OK.
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
        return calls.count(Code.OK);
    }

    private void start() {
        Operation operation = workload.next();
        long start = System.nanoTime();
        calls.start(operation, () -> {
            loop.called(System.nanoTime() - start);
            permits.release();
        });
    }

    /** The outcomes of an iteration's calls as secondary metrics, for a benchmark with one thread. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counters {
        public long ok;

        /** Creates of a present key. */
        public long alreadyExists;

        /** Retrieves and updates of an absent key. */
        public long notFound;

        private long okBefore;
        private long alreadyExistsBefore;
        private long notFoundBefore;

        @Setup(Level.Iteration)
        public void open(KeyValueState cell) {
            okBefore = cell.calls.count(Code.OK);
            alreadyExistsBefore = cell.calls.count(Code.ALREADY_EXISTS);
            notFoundBefore = cell.calls.count(Code.NOT_FOUND);
        }

        @TearDown(Level.Iteration)
        public void close(KeyValueState cell) {
            ok = cell.calls.count(Code.OK) - okBefore;
            alreadyExists = cell.calls.count(Code.ALREADY_EXISTS) - alreadyExistsBefore;
            notFound = cell.calls.count(Code.NOT_FOUND) - notFoundBefore;
            cell.calls.check();
        }
    }
}
