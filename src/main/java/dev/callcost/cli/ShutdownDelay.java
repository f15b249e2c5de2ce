package dev.callcost.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Delays the end of the JVM on Ctrl-C or SIGTERM until the results so far are printed, 20 s at most. */
final class ShutdownDelay implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final CountDownLatch printed = new CountDownLatch(1);

    ShutdownDelay() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::await, "callcost-last-words"));
    }

    private void await() {
        try {
            printed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        printed.countDown();
    }
}
