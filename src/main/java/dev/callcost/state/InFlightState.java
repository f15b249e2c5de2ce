package dev.callcost.state;

import dev.callcost.agent.CellRecord;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;

/**
 * The base cell, or one over another transport with other executors, with a number of calls in flight. Each reply sends
 * the next call on the thread that delivered the reply, over the same connection. The benchmark's thread only waits,
 * once for {@value #CALLS} calls. Calls begin with an iteration's first operation, and the last ones end before the
 * next iteration.
 */
@State(Scope.Benchmark)
public class InFlightState extends RemoteState {
    /**
     * Calls per operation: so many that waking the benchmark's thread and starting and ending the calls hardly count.
     */
    public static final int CALLS = 5000;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Param({"1", "10", "100"})
    public int inFlight;

    /** Connections that share the calls evenly. */
    @Param({"1", "2", "4"})
    public int connections;

    @Param("NIO")
    public Transport transport;

    /** The executor of the handlers and of the replies' callbacks. */
    @Param("DEFAULT")
    public CallExecutor executor;

    @Param("ONE_CPU")
    public Pinning pinning;

    private final ClosedLoop loop = new ClosedLoop();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicInteger open = new AtomicInteger();
    private List<GrpcConnection.Sender> senders;
    private volatile boolean running;
    private volatile long awaited;
    private volatile Thread waiter;
    private volatile Throwable failure;
    private volatile int answer;

    @Setup(Level.Trial)
    public final void setUp(IterationParams first) {
        if (warmsUp(first) && GrpcCell.BASE.with(transport).hasScout()) { // opening the cell may skip it
            try (GrpcConnection<?> scout = CellRecord.openOrSkip(() -> cell().openScout())) {
                sendOver(scout);
                for (int n = 0; n < GrpcCell.SCOUT_CALLS; n += CALLS) {
                    awaitCalls();
                }
                drain();
            }
        }
        GrpcConnection<?> connection = opened(() -> cell().open());
        MeasuredThread.PinnedThread.follow(pinning);
        CellRecord.add(Map.of("connections", Integer.toString(connections)));
        sendOver(connection);
        LoopCounters.follow(loop, inFlight);
    }

    /** Directs the calls to a connection and others like it. */
    private void sendOver(GrpcConnection<?> connection) {
        senders = new ArrayList<>(List.of(connection.sender()));
        while (senders.size() < connections) {
            senders.add(connection.another());
        }
    }

    private GrpcCell cell() {
        if (transport == Transport.IN_PROCESS && executor == CallExecutor.DIRECT) {
            throw new UnsupportedOperationException(
                    "in-process gRPC with direct executors replies before a call is sent, and each reply would send"
                            + " the next from within");
        }
        return GrpcCell.BASE.with(pinning).with(transport).withServer(executor).withClient(executor);
    }

    /**
     * Waits until {@value #CALLS} more calls have returned, and returns the last answer.
     *
     * @throws IllegalStateException when a call failed, or none returns for 10 s
     */
    public final int awaitCalls() {
        waiter = Thread.currentThread();
        awaited = ended.get() + CALLS;
        if (!running) {
            running = true;
            open.set(inFlight);
            for (int n = 0; n < inFlight; n++) {
                send(senders.get(n % connections));
            }
        }
        await(() -> ended.get() >= awaited);
        return answer;
    }

    /** Waits for the calls in flight and sends no more. */
    @TearDown(Level.Iteration)
    public final void drain() {
        waiter = Thread.currentThread();
        running = false;
        await(() -> open.get() == 0);
    }

    private void await(BooleanSupplier condition) {
        long last = ended.get();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (failure != null) {
                throw new IllegalStateException("a call failed", failure);
            }
            long left = deadline - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(this, left);
            } else if (ended.get() == last) {
                throw new IllegalStateException("calls do not return");
            } else {
                last = ended.get();
                deadline += PATIENCE_NANOS;
            }
        }
    }

    private void send(GrpcConnection.Sender sender) {
        long start = System.nanoTime();
        sender.send(k, i, new GrpcConnection.Receiver() {
            @Override
            public void answered(int value) {
                loop.called(System.nanoTime() - start);
                answer = value;
                if (ended.incrementAndGet() == awaited) {
                    LockSupport.unpark(waiter);
                }
                if (running) {
                    send(sender);
                } else if (open.decrementAndGet() == 0) {
                    LockSupport.unpark(waiter);
                }
            }

            @Override
            public void failed(Throwable cause) {
                failure = cause;
                open.decrementAndGet();
                LockSupport.unpark(waiter);
            }
        });
    }
}
