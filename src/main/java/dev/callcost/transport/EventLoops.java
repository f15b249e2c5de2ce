package dev.callcost.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/** Ends netty's event loops. */
public final class EventLoops {
    private static final long PATIENCE_SECONDS = 10;

    private EventLoops() {}

    /**
     * Ends event loops and waits for their end.
     *
     * @param loops may be null
     * @throws IllegalStateException when they did not end within 10 s
     */
    public static void end(EventLoopGroup loops) {
        if (loops != null) {
            letNettyEndWithTheJvm();
            loops.shutdownGracefully(0, PATIENCE_SECONDS, TimeUnit.SECONDS);
            await("event loops", loops::awaitTermination);
        }
    }

    /**
     * Makes the thread a daemon on which netty announces the end of event loops: it lingers for a second, so each JVM would end a second later.
     * Nothing public does that. The private field was last seen in netty 4.2.17; in a netty without it every fork takes that second.
     */
    private static void letNettyEndWithTheJvm() {
        try {
            Field field = GlobalEventExecutor.class.getDeclaredField("threadFactory");
            field.setAccessible(true);
            field.set(GlobalEventExecutor.INSTANCE, new DefaultThreadFactory(GlobalEventExecutor.class, true));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return; // the JVM ends a second later
        }
    }

    /** An {@code awaitTermination}. */
    interface Ending {
        boolean await(long time, TimeUnit unit) throws InterruptedException;
    }

    /** @throws IllegalStateException when it did not end within 10 s */
    static void await(String what, Ending ending) {
        try {
            if (!ending.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the " + what + " did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during tear-down", e);
        }
    }
}
