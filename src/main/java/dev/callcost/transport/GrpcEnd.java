package dev.callcost.transport;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.SharedResourceHolder;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * One end of a gRPC connection in this JVM, a server or a channel, with event loops and an executor of its own. The event loop's thread
 * inherits the CPUs of the thread that opens a server, or makes a channel's first call; the executor's threads are {@link SideThreads}.
 *
 * @param <E> {@link Server} or {@link ManagedChannel}
 */
public final class GrpcEnd<E> implements AutoCloseable {
    private EventLoopGroup loops;
    private Executor executor;

    /**
     * gRPC's own pool, held and given back here: a server with TLS takes it twice, for the handlers and the handshakes, and gives it back once
     * (grpc 1.85.1), so that its threads would live as long as the JVM, on the CPUs of whoever made them first.
     */
    private Executor pool;

    private E end;

    private GrpcEnd() {}

    /** Makes a server or a channel out of loops and executor. */
    private interface Maker<E> {
        E make(EventLoopGroup loops, Executor executor) throws IOException;
    }

    /**
     * Starts a server on loopback.
     *
     * @param cell how bytes travel, what runs the handlers, and which CPUs its executor's threads keep to
     * @param port the TCP port, 0 for one that the kernel chooses
     * @param services what it serves
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     * @throws UncheckedIOException when it cannot listen
     */
    public static GrpcEnd<Server> server(ServedCell cell, int port, List<ServerServiceDefinition> services) {
        boolean keepsPool = cell.security().isTls();
        return open(
                cell.transport(),
                "server-io",
                cell.executor(),
                serverCalls(cell.pinning()),
                keepsPool,
                (loops, own) -> {
                    ServerBuilder<?> server = cell.transport().server(loops, port);
                    cell.security().protect(server);
                    return server.executor(own).addServices(services).build().start();
                });
    }

    /**
     * Makes a channel, which connects with its first call.
     *
     * @param cell how bytes travel, what runs the client's callbacks, and which CPUs its executor's threads keep to
     * @param server where the server listens
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     */
    public static GrpcEnd<ManagedChannel> channel(GrpcCell cell, SocketAddress server) {
        return open(
                cell.transport(),
                "client-io",
                cell.clientExecutor(),
                clientCalls(cell.pinning()),
                false,
                (loops, own) -> {
                    ManagedChannelBuilder<?> channel = cell.transport().channel(server, loops);
                    cell.security().protect(channel);
                    return channel.executor(own).build();
                });
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
            Transport transport,
            String ioThreads,
            CallExecutor executor,
            SideThreads callThreads,
            boolean keepsPool,
            Maker<E> maker) {
        GrpcEnd<E> opened = new GrpcEnd<>();
        try {
            opened.loops = transport.open(Leftovers.THREADS + ioThreads);
            opened.executor = executor.open(callThreads);
            if (opened.executor == null && keepsPool) {
                opened.pool = SharedResourceHolder.get(GrpcUtil.SHARED_CHANNEL_EXECUTOR);
            }
            opened.end = maker.make(opened.loops, opened.pool == null ? opened.executor : opened.pool);
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
            EventLoops.await("server", server.shutdownNow()::awaitTermination);
        } else if (end instanceof ManagedChannel channel) {
            EventLoops.await("channel", channel.shutdownNow()::awaitTermination);
        }
        if (executor instanceof ExecutorService service) {
            service.shutdown();
            EventLoops.await("executor", service::awaitTermination);
        }
        EventLoops.end(loops);
        if (pool != null) {
            SharedResourceHolder.release(GrpcUtil.SHARED_CHANNEL_EXECUTOR, pool);
            pool = null;
        }
    }
}
