package dev.callcost.transport;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/** How netty's event loops end. */
public final class EventLoops {
    private static final long PATIENCE_SECONDS = 10;

    private EventLoops() {}

    /**
     * Ends event loops and waits for it.
     *
     * @param loops null for none
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
     * Netty tells of the end of event loops on a thread of its own, which lingers for a second and is no daemon, so that each JVM would
     * end a second later. Nothing public makes it one; where this does not succeed, the second is waited for.
     */
    private static void letNettyEndWithTheJvm() {
        try {
            Field field = GlobalEventExecutor.class.getDeclaredField("threadFactory");
            field.setAccessible(true);
            field.set(GlobalEventExecutor.INSTANCE, new DefaultThreadFactory(GlobalEventExecutor.class, true));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return;
        }
    }

    /** Something that ends in its own time. */
    interface Ending {
        boolean await(long time, TimeUnit unit) throws InterruptedException;
    }

    /** Waits for an end for ten seconds. */
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
