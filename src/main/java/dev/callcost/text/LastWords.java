package dev.callcost.text;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds up the end of the JVM, when it is told to end (Ctrl-C, SIGTERM), until what was found so far is printed. */
public final class LastWords implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 20;

    private final CountDownLatch said = new CountDownLatch(1);

    /** Holds it up from now on. */
    public LastWords() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::await, "callcost-last-words"));
    }

    private void await() {
        try {
            said.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the JVM end. */
    @Override
    public void close() {
        said.countDown();
    }
}
