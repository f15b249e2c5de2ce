package dev.callcost.transport.part;

import dev.callcost.transport.Leftovers;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.SideThreads;
import java.util.concurrent.TimeUnit;

/** The thread of the server's side. */
final class ServingThread {
    private static final String NAME = Leftovers.THREADS + "answer";
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Thread thread;
    private volatile String seen = "";
    private volatile Throwable failure;

    /** Ends when the thread is interrupted, or when its channel is closed. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private ServingThread(Pinning pinning, Work work) {
        thread = threads(pinning).newThread(() -> {
            seen = pinning.currentThread();
            try {
                work.run();
            } catch (Exception e) {
                failure = e;
            }
        });
    }

    static ServingThread start(Pinning pinning, Work work) {
        ServingThread serving = new ServingThread(pinning, work);
        serving.thread.start();
        return serving;
    }

    /** Threads on the server's CPUs. */
    static SideThreads threads(Pinning pinning) {
        return new SideThreads(NAME, pinning, Side.SERVER);
    }

    Thread thread() {
        return thread;
    }

    /** Its name and CPUs ({@link Pinning#currentThread}), or the exception that ended it. */
    String seen() {
        return failure == null ? seen : failure.toString();
    }

    /** Interrupts it and waits up to ten seconds for its end. */
    void end() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE_MILLIS);
    }
}
