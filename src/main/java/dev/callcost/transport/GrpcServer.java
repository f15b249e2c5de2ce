package dev.callcost.transport;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.Executor;

/** A gRPC server in this JVM, with event loops and an executor of its own. */
public final class GrpcServer implements AutoCloseable {
    /** What the names of the threads of its executor begin with. */
    public static final String CALL_THREADS = Leftovers.THREADS + "server-call";

    private static final String IO_THREADS = Leftovers.THREADS + "server-io";

    private EventLoopGroup loops;
    private Executor executor;
    private Server server;

    private GrpcServer() {}

    /**
     * Starts a server on loopback. Its threads inherit the CPUs of the calling one.
     *
     * @param transport how bytes travel
     * @param executor what runs the handlers
     * @param port the TCP port, 0 for one that the kernel chooses
     * @param services what it serves
     * @throws UnsupportedOperationException with the reason, when this JVM or machine has no such transport or executor
     * @throws UncheckedIOException when it cannot listen
     */
    public static GrpcServer start(
            Transport transport, CallExecutor executor, int port, List<ServerServiceDefinition> services) {
        GrpcServer started = new GrpcServer();
        try {
            started.loops = transport.open(IO_THREADS);
            started.executor = executor.open(CALL_THREADS);
            started.server = transport
                    .server(started.loops, port)
                    .executor(started.executor)
                    .addServices(services)
                    .build()
                    .start();
            return started;
        } catch (IOException e) {
            started.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Where it listens: an address of loopback, or the in-process name. */
    public SocketAddress address() {
        return server.getListenSockets().get(0);
    }

    /**
     * Stops the server, cancelling the calls that are still open, and its threads.
     *
     * @throws IllegalStateException naming what did not end
     */
    @Override
    public void close() {
        if (server != null) {
            Shutdown.await("server", server.shutdownNow()::awaitTermination);
        }
        Shutdown.end(executor);
        Shutdown.end(loops);
    }
}
