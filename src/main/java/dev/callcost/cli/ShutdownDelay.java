package dev.callcost.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Delays the end of the JVM on Ctrl-C or SIGTERM until the results so far are printed, 20 s at most. */
final class ShutdownDelay implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private volatile boolean isEnding;
    private final CountDownLatch printed = new CountDownLatch(1);

    ShutdownDelay() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::await, "callcost-last-words"));
    }

    private void await() {
        isEnding = true;
        try {
            printed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the JVM was told to end. */
    boolean isEnding() {
        return isEnding;
    }

    @Override
    public void close() {
        printed.countDown();
    }
}
