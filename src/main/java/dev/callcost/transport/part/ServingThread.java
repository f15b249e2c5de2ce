package dev.callcost.transport.part;

import dev.callcost.transport.Leftovers;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.SideThreads;
import java.util.concurrent.TimeUnit;

/** The thread of the other side, and what it was seen to be. */
final class ServingThread {
    private static final String NAME = Leftovers.THREADS + "answer";
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Thread thread;
    private volatile String seen = "";
    private volatile Throwable failure;

    /** What the thread does, until it is interrupted or what it waits for is closed. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private ServingThread(Pinning pinning, Work work) {
        thread = threads(pinning).newThread(() -> {
            seen = current(pinning);
            try {
                work.run();
            } catch (Exception e) {
                failure = e;
            }
        });
    }

    /** A thread on the server's CPUs that does some work. */
    static ServingThread start(Pinning pinning, Work work) {
        ServingThread serving = new ServingThread(pinning, work);
        serving.thread.start();
        return serving;
    }

    /** Threads on the server's CPUs. */
    static SideThreads threads(Pinning pinning) {
        return new SideThreads(NAME, pinning, Side.SERVER);
    }

    /** The name of the calling thread, a comma, and its CPUs. */
    static String current(Pinning pinning) {
        return Thread.currentThread().getName() + "," + pinning.currentCpus();
    }

    Thread thread() {
        return thread;
    }

    /** What it was, or why it has ended. */
    String seen() {
        return failure == null ? seen : failure.toString();
    }

    /** Interrupts it and waits for its end, or for ten seconds. */
    void end() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE_MILLIS);
    }
}
