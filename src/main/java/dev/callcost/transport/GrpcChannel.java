package dev.callcost.transport;

import io.grpc.ManagedChannel;
import io.netty.channel.EventLoopGroup;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.Executor;

/** A gRPC channel with event loops and an executor of its own. It connects with its first call. */
public final class GrpcChannel implements AutoCloseable {
    /** What the names of the threads of its executor begin with. */
    public static final String CALL_THREADS = Leftovers.THREADS + "client-call";

    private static final String IO_THREADS = Leftovers.THREADS + "client-io";

    private EventLoopGroup loops;
    private Executor executor;
    private ManagedChannel channel;

    private GrpcChannel() {}

    /**
     * Makes a channel. Its threads inherit the CPUs of the calling one.
     *
     * @param transport how bytes travel
     * @param executor what runs the client's callbacks
     * @param server where the server listens
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     */
    public static GrpcChannel to(Transport transport, CallExecutor executor, SocketAddress server) {
        GrpcChannel made = new GrpcChannel();
        try {
            made.loops = transport.open(IO_THREADS);
            made.executor = executor.open(CALL_THREADS);
            made.channel = transport
                    .channel(server, made.loops)
                    .executor(made.executor)
                    .build();
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    /** The channel, for stubs. */
    public ManagedChannel channel() {
        return channel;
    }

    /** What runs its callbacks; empty when that is gRPC's own pool. */
    public Optional<Executor> executor() {
        return Optional.ofNullable(executor);
    }

    /** The class of its event loops; empty when the transport has none. */
    public String eventLoops() {
        return loops == null ? "" : loops.getClass().getSimpleName();
    }

    /**
     * Ends the channel, cancelling the calls that are still open, and its threads.
     *
     * @throws IllegalStateException naming what did not end
     */
    @Override
    public void close() {
        if (channel != null) {
            Shutdown.await("channel", channel.shutdownNow()::awaitTermination);
        }
        Shutdown.end(executor);
        Shutdown.end(loops);
    }
}
