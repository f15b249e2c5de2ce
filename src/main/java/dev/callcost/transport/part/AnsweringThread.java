package dev.callcost.transport.part;

import dev.callcost.transport.Opened;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.ConnectionSide;
import dev.callcost.transport.SideThreads;
import java.util.concurrent.TimeUnit;

/** A way whose calls one thread of the server's side answers. A subclass starts the thread when it is constructed. */
abstract class AnsweringThread implements RoundTrip.Way {
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    final Thread thread;
    private volatile String seen = "";

    AnsweringThread(Pinning pinning) {
        thread = threads(pinning).newThread(() -> {
            seen = pinning.currentThread();
            try {
                serve();
            } catch (Exception e) {
                seen = e.toString();
            }
        });
    }

    /** Threads on the server's CPUs. */
    static SideThreads threads(Pinning pinning) {
        return new SideThreads(Opened.THREADS + "answer", pinning, ConnectionSide.SERVER);
    }

    /** Ends when the thread is interrupted, or when its channel is closed. */
    abstract void serve() throws Exception;

    /** The thread's name and CPUs, or the exception that ended it. */
    @Override
    public final String answerer() {
        return seen;
    }

    /** Interrupts the thread and waits up to ten seconds for its end. */
    @Override
    public void close() throws Exception {
        thread.interrupt();
        thread.join(PATIENCE_MILLIS);
    }
}
