package dev.callcost.transport;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one side's executor: daemons on the side's CPUs, whoever creates them. A pool makes its threads when it needs them, in
 * whatever thread then brings it work, and over the in-process transport that is the other side's.
 */
public final class SideThreads extends DefaultThreadFactory {
    private final AtomicInteger plain = new AtomicInteger();
    private final String name;
    private final Pinning pinning;
    private final Pinning.Side side;

    /**
     * Threads that are made as Netty makes its own.
     *
     * @param name what their names begin with
     * @param pinning which CPUs the sides use
     * @param side which side they work for
     */
    public SideThreads(String name, Pinning pinning, Pinning.Side side) {
        super(name, true);
        this.name = name;
        this.pinning = pinning;
        this.side = side;
    }

    /** What the threads' names begin with. */
    String name() {
        return name;
    }

    /** Whether none of them may work for the other side. */
    boolean areApart() {
        return pinning.isApart();
    }

    /** Takes the calling thread among them. */
    void join() {
        pinning.pin(side);
    }

    @Override
    public Thread newThread(Runnable work) {
        return super.newThread(pinned(work));
    }

    /** A thread of the JDK's own class, as gRPC's default pool has them. */
    Thread newPlainThread(Runnable work) {
        Thread thread = new Thread(pinned(work), name + "-" + plain.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    private Runnable pinned(Runnable work) {
        return () -> {
            join();
            work.run();
        };
    }
}
