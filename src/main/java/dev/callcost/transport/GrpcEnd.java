package dev.callcost.transport;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.internal.GrpcUtil;
import io.grpc.internal.SharedResourceHolder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * A gRPC server or channel in this JVM with its own event loops and executor. The event loop's thread inherits the CPUs
 * of the thread that opens the server, or makes the channel's first call. The executor's threads are
 * {@link SideThreads}.
 *
 * @param <E> {@link Server} or {@link ManagedChannel}
 */
public final class GrpcEnd<E> implements AutoCloseable {
    /**
     * gRPC's default for the bytes that each end's peer may send before a WINDOW_UPDATE (RFC 9113, 6.9). gRPC widens it
     * for large messages.
     */
    public static final int WINDOW = NettyChannelBuilder.DEFAULT_FLOW_CONTROL_WINDOW;

    private EventLoopGroup loops;
    private Executor executor;

    /**
     * gRPC's own pool, acquired and released here. A server with TLS acquires the pool twice, for handlers and
     * handshakes, but releases it once (grpc 1.85.1): its threads would live as long as the JVM, on the CPUs of the
     * thread that created them.
     */
    private Executor pool;

    private E end;

    private interface Maker<E> {
        E make(EventLoopGroup loops, Executor executor) throws IOException;
    }

    private GrpcEnd(
            Transport transport, String io, CallExecutor kind, SideThreads threads, boolean keepsPool, Maker<E> maker) {
        try {
            loops = transport.open(Opened.THREADS + io);
            executor = kind.open(threads);
            if (executor == null && keepsPool) {
                pool = SharedResourceHolder.get(GrpcUtil.SHARED_CHANNEL_EXECUTOR);
            }
            end = maker.make(loops, pool == null ? executor : pool);
        } catch (IOException e) {
            close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * @param address where it listens; a port of 0 lets the kernel choose
     * @param window see {@link #WINDOW}
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     * @throws UncheckedIOException when it cannot listen
     */
    static GrpcEnd<Server> server(
            GrpcCell cell, SocketAddress address, List<ServerServiceDefinition> services, int window) {
        SideThreads threads = serverCalls(cell.pinning());
        boolean isTls = cell.security().isTls();
        return new GrpcEnd<>(cell.transport(), "server-io", cell.handlers(), threads, isTls, (loops, executor) -> {
            ServerBuilder<?> server = cell.transport().server(loops, address);
            if (server instanceof NettyServerBuilder netty) {
                netty.initialFlowControlWindow(window);
            }
            cell.security().protect(server);
            return server.executor(executor).addServices(services).build().start();
        });
    }

    /** As {@link #channel(GrpcCell, SocketAddress, int, Consumer)}, with the usual window. */
    public static GrpcEnd<ManagedChannel> channel(GrpcCell cell, SocketAddress server) {
        return channel(cell, server, WINDOW, channel -> {});
    }

    /**
     * Makes a channel, which connects with its first call.
     *
     * @param window see {@link #WINDOW}
     * @param adapt changes what the cell does not choose
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     */
    public static GrpcEnd<ManagedChannel> channel(
            GrpcCell cell, SocketAddress server, int window, Consumer<ManagedChannelBuilder<?>> adapt) {
        SideThreads threads = clientCalls(cell.pinning());
        return new GrpcEnd<>(cell.transport(), "client-io", cell.client(), threads, false, (loops, executor) -> {
            ManagedChannelBuilder<?> channel = cell.transport().channel(server, loops);
            if (channel instanceof NettyChannelBuilder netty) {
                netty.initialFlowControlWindow(window);
            }
            cell.security().protect(channel);
            adapt.accept(channel);
            return channel.executor(executor).build();
        });
    }

    static SideThreads serverCalls(Pinning pinning) {
        return new SideThreads(Opened.THREADS + "server-call", pinning, Pinning.ConnectionSide.SERVER);
    }

    static SideThreads clientCalls(Pinning pinning) {
        return new SideThreads(Opened.THREADS + "client-call", pinning, Pinning.ConnectionSide.CLIENT);
    }

    public E get() {
        return end;
    }

    /** The address of a server. */
    static SocketAddress address(GrpcEnd<Server> server) {
        return server.get().getListenSockets().get(0);
    }

    /** Runs the handlers or callbacks; empty when gRPC's own pool does. */
    Optional<Executor> executor() {
        return Optional.ofNullable(executor);
    }

    /** The class of its event loops; empty when the transport has none. */
    Optional<String> eventLoops() {
        return Optional.ofNullable(loops).map(group -> group.getClass().getSimpleName());
    }

    /**
     * Ends the server or channel with its threads, and cancels open calls. A shared or direct executor stays.
     *
     * @throws IllegalStateException naming what did not end within 10 s
     */
    @Override
    public void close() {
        if (end instanceof Server server) {
            Opened.await("server", server.shutdownNow()::awaitTermination);
        } else if (end instanceof ManagedChannel channel) {
            Opened.await("channel", channel.shutdownNow()::awaitTermination);
        }
        if (executor instanceof ExecutorService service) {
            service.shutdown();
            Opened.await("executor", service::awaitTermination);
        }
        Transport.end(loops);
        if (pool != null) {
            SharedResourceHolder.release(GrpcUtil.SHARED_CHANNEL_EXECUTOR, pool);
            pool = null;
        }
    }
}
