package dev.callcost.launch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Delays the end of the JVM on Ctrl-C or SIGTERM until {@link #close}, 20 s at most. */
public final class ShutdownDelay implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;
    private volatile boolean isEnding;

    public ShutdownDelay() {
        this(() -> {});
    }

    /** @param first is done when the JVM was told to end, before the wait */
    public ShutdownDelay(Runnable first) {
        hook = new Thread(() -> end(first), "callcost-last-words");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end(Runnable first) {
        isEnding = true;
        first.run();
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the JVM was told to end. */
    public boolean isEnding() {
        return isEnding;
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this process is ending, and the hook runs
        }
    }
}
