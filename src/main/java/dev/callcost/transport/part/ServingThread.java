package dev.callcost.transport.part;

import dev.callcost.transport.Opened;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.SideThreads;
import java.util.concurrent.TimeUnit;

/** The thread of the server's side. */
final class ServingThread {
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Thread thread;
    private volatile String seen = "";
    private volatile Throwable failure;

    /** A way whose calls such a thread answers. A subclass starts the thread when it is constructed. */
    abstract static class Answered implements RoundTrip.Way {
        final ServingThread server;

        Answered(Pinning pinning) {
            server = new ServingThread(pinning, this);
        }

        /** Ends when the thread is interrupted, or when its channel is closed. */
        abstract void serve() throws Exception;

        /** The thread's name and CPUs, or the exception that ended it. */
        @Override
        public final String answerer() {
            return server.failure == null ? server.seen : server.failure.toString();
        }

        /** Interrupts the thread and waits up to ten seconds for its end. */
        @Override
        public void close() throws Exception {
            server.thread.interrupt();
            server.thread.join(PATIENCE_MILLIS);
        }
    }

    private ServingThread(Pinning pinning, Answered way) {
        thread = threads(pinning).newThread(() -> {
            seen = pinning.currentThread();
            try {
                way.serve();
            } catch (Exception e) {
                failure = e;
            }
        });
    }

    /** Threads on the server's CPUs. */
    static SideThreads threads(Pinning pinning) {
        return new SideThreads(Opened.THREADS + "answer", pinning, Side.SERVER);
    }

    Thread thread() {
        return thread;
    }
}
