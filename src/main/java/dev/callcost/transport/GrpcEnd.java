package dev.callcost.transport;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * One end of a gRPC connection in this JVM, a server or a channel, with event loops and an executor of its own. The event loop's thread
 * inherits the CPUs of the thread that opens a server, or makes a channel's first call; the executor's threads are {@link SideThreads}.
 *
 * @param <E> {@link Server} or {@link ManagedChannel}
 */
public final class GrpcEnd<E> implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private EventLoopGroup loops;
    private Executor executor;
    private E end;

    private GrpcEnd() {}

    /** Makes a server or a channel out of loops and executor. */
    private interface Maker<E> {
        E make(EventLoopGroup loops, Executor executor) throws IOException;
    }

    /**
     * Starts a server on loopback.
     *
     * @param transport how bytes travel
     * @param executor what runs the handlers
     * @param pinning which CPUs its executor's threads keep to
     * @param port the TCP port, 0 for one that the kernel chooses
     * @param services what it serves
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     * @throws UncheckedIOException when it cannot listen
     */
    public static GrpcEnd<Server> server(
            Transport transport,
            CallExecutor executor,
            Pinning pinning,
            int port,
            List<ServerServiceDefinition> services) {
        return open(
                transport,
                "server-io",
                executor,
                serverCalls(pinning),
                (loops, own) -> transport
                        .server(loops, port)
                        .executor(own)
                        .addServices(services)
                        .build()
                        .start());
    }

    /**
     * Makes a channel, which connects with its first call.
     *
     * @param transport how bytes travel
     * @param executor what runs the client's callbacks
     * @param pinning which CPUs its executor's threads keep to
     * @param server where the server listens
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     */
    public static GrpcEnd<ManagedChannel> channel(
            Transport transport, CallExecutor executor, Pinning pinning, SocketAddress server) {
        return open(
                transport,
                "client-io",
                executor,
                clientCalls(pinning),
                (loops, own) -> transport.channel(server, loops).executor(own).build());
    }

    /** The threads of a server's executor. */
    static SideThreads serverCalls(Pinning pinning) {
        return new SideThreads(Leftovers.THREADS + "server-call", pinning, Pinning.Side.SERVER);
    }

    /** The threads of a channel's executor. */
    static SideThreads clientCalls(Pinning pinning) {
        return new SideThreads(Leftovers.THREADS + "client-call", pinning, Pinning.Side.CLIENT);
    }

    private static <E> GrpcEnd<E> open(
            Transport transport, String ioThreads, CallExecutor executor, SideThreads callThreads, Maker<E> maker) {
        GrpcEnd<E> opened = new GrpcEnd<>();
        try {
            opened.loops = transport.open(Leftovers.THREADS + ioThreads);
            opened.executor = executor.open(callThreads);
            opened.end = maker.make(opened.loops, opened.executor);
            return opened;
        } catch (IOException e) {
            opened.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** The server or the channel. */
    public E get() {
        return end;
    }

    /** What runs its handlers or callbacks; empty when that is gRPC's own pool. */
    public Optional<Executor> executor() {
        return Optional.ofNullable(executor);
    }

    /** The class of its event loops; empty when the transport has none. */
    Optional<String> eventLoops() {
        return Optional.ofNullable(loops).map(group -> group.getClass().getSimpleName());
    }

    /**
     * Ends the server or channel, cancelling the calls that are still open, and its threads. A shared or direct executor is left alone.
     *
     * @throws IllegalStateException naming what did not end within 10 s
     */
    @Override
    public void close() {
        if (end instanceof Server server) {
            await("server", server.shutdownNow()::awaitTermination);
        } else if (end instanceof ManagedChannel channel) {
            await("channel", channel.shutdownNow()::awaitTermination);
        }
        if (executor instanceof ExecutorService service) {
            service.shutdown();
            await("executor", service::awaitTermination);
        }
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

    private interface Ending {
        boolean await(long time, TimeUnit unit) throws InterruptedException;
    }

    private static void await(String what, Ending ending) {
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
