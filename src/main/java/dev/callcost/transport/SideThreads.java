package dev.callcost.transport;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one side's executor: daemons, each pinned to the side's CPUs when it starts. They cannot inherit the
 * CPUs, because a pool creates threads in whatever thread brings it work: over the in-process transport, a thread of
 * the other side.
 */
public final class SideThreads extends DefaultThreadFactory {
    private final AtomicInteger plain = new AtomicInteger();
    private final String name;
    private final Pinning pinning;
    private final Pinning.ConnectionSide side;

    public SideThreads(String name, Pinning pinning, Pinning.ConnectionSide side) {
        super(name, true);
        this.name = name;
        this.pinning = pinning;
        this.side = side;
    }

    String name() {
        return name;
    }

    /** Whether they must not work for the other side. */
    boolean areApart() {
        return pinning.isApart();
    }

    /** Pins the calling thread. */
    void join() {
        pinning.pin(side);
    }

    @Override
    public Thread newThread(Runnable work) {
        return super.newThread(pinned(work));
    }

    /** A thread of the JDK's own class, like those of gRPC's default pool, not of netty's. */
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
