package dev.callcost.transport;

import dev.callcost.transport.ServerHost.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.ServerServiceDefinition;
import java.net.SocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A channel with the server that it leads to, made for a {@link GrpcCell}. The channel connects with its first call. */
public final class GrpcLink implements AutoCloseable {
    private final Leftovers leftovers = new Leftovers();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private RunningServer server;
    private GrpcEnd<ManagedChannel> client;
    private boolean closed;

    private GrpcLink() {}

    /**
     * Starts the server, pins the calling thread, and makes the channel.
     *
     * @param cell what to start
     * @param services what a server in this JVM serves
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     */
    public static GrpcLink open(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services) {
        GrpcLink link = new GrpcLink();
        try {
            link.server = cell.server().start(cell.served(), services);
            link.facts.put("cpu", cell.pinning().pinCurrentThread());
            link.facts.put("server", cell.server().name());
            link.client = GrpcEnd.channel(cell.transport(), cell.clientExecutor(), link.server.address());
            link.client.eventLoops().ifPresent(loops -> link.facts.put("eventLoops", loops));
            return link;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /** The channel, for stubs. */
    public ManagedChannel channel() {
        return client.get();
    }

    /** What runs the channel's callbacks; empty when that is gRPC's own pool. */
    public Optional<Executor> clientExecutor() {
        return client.executor();
    }

    /** Where the server listens. */
    public SocketAddress address() {
        return server.address();
    }

    /** What is known to run, for the record: the pinned CPU, the server's host, the class of the event loops. */
    public Map<String, String> facts() {
        return Map.copyOf(facts);
    }

    /**
     * Stops client and server, and waits until nothing of them is left. A second close does nothing.
     *
     * @throws IllegalStateException naming what did not end
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (client != null) {
            client.close();
        }
        if (server == null) {
            leftovers.check(List.of());
        } else {
            server.close();
            leftovers.check(List.of(server.address()));
        }
    }
}
