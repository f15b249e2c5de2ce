package dev.callcost.transport;

import io.netty.channel.EventLoopGroup;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends what an end of a connection has started, and waits for it. */
final class Shutdown {
    private static final long PATIENCE_SECONDS = 10;

    /** Waits for an end that was asked for. */
    interface Awaited {
        boolean await(long time, TimeUnit unit) throws InterruptedException;
    }

    private Shutdown() {}

    /** Ends an executor of our own; a shared or direct one, or none, is left alone. */
    static void end(Executor executor) {
        if (executor instanceof ExecutorService service) {
            service.shutdown();
            await("executor", service::awaitTermination);
        }
    }

    /** Ends event loops; there may be none. */
    static void end(EventLoopGroup loops) {
        if (loops != null) {
            loops.shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS);
            await("event loops", loops::awaitTermination);
        }
    }

    /**
     * Waits until something has ended.
     *
     * @throws IllegalStateException naming it, when it has not after 10 s
     */
    static void await(String what, Awaited end) {
        try {
            if (!end.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the " + what + " did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during tear-down", e);
        }
    }
}
