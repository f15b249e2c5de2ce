package dev.callcost.transport;

import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.ServerHost.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.ServerServiceDefinition;
import java.net.SocketAddress;
import java.util.ArrayList;
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

    /** Null for one that was there before. */
    private RunningServer server;

    private SocketAddress address;
    private GrpcEnd<ManagedChannel> client;
    private final List<GrpcEnd<ManagedChannel>> others = new ArrayList<>();
    private boolean closed;

    private GrpcLink() {}

    /**
     * Starts the server, pins the calling thread as the client's, and makes the channel.
     *
     * @param cell what to start
     * @param services what a server in this JVM serves
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     */
    public static GrpcLink open(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services) {
        GrpcLink link = new GrpcLink();
        try {
            refuseMixedSides(cell);
            cell.security().check(cell.transport());
            link.server = cell.server().start(cell.served(), services);
            link.address = link.server.address();
            link.connect(cell, cell.server().name());
            return link;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /**
     * As {@link #open}, with a server that runs already and goes on when the link is closed.
     *
     * @param cell what it is
     * @param server where it listens
     */
    static GrpcLink to(GrpcCell cell, SocketAddress server) {
        GrpcLink link = new GrpcLink();
        link.address = server;
        link.connect(cell, Transport.text(server));
        return link;
    }

    private void connect(GrpcCell cell, String host) {
        cell.pinning().pin(Side.CLIENT);
        facts.putAll(cell.pinning().facts());
        facts.put("server", host);
        client = GrpcEnd.channel(cell, address);
        client.eventLoops().ifPresent(loops -> facts.put("eventLoops", loops));
    }

    /** In-process with a direct executor a side's callbacks run in the other side's thread. */
    private static void refuseMixedSides(GrpcCell cell) {
        boolean direct = cell.serverExecutor() == CallExecutor.DIRECT || cell.clientExecutor() == CallExecutor.DIRECT;
        if (cell.pinning().isApart() && cell.transport() == Transport.IN_PROCESS && direct) {
            throw new UnsupportedOperationException(
                    "in-process gRPC with a direct executor works for one side in the other's thread, which has one CPU");
        }
    }

    /** The channel, for stubs. */
    public ManagedChannel channel() {
        return client.get();
    }

    /** Another channel to the same server, with a connection and event loops of its own; it ends with the link. */
    public ManagedChannel another(GrpcCell cell) {
        GrpcEnd<ManagedChannel> other = GrpcEnd.channel(cell, address);
        others.add(other);
        return other.get();
    }

    /** What runs the channel's callbacks; empty when that is gRPC's own pool. */
    public Optional<Executor> clientExecutor() {
        return client.executor();
    }

    /** Where the server listens. */
    public SocketAddress address() {
        return address;
    }

    /** What is known to run, for the record: the pinned CPUs, the server's host, the class of the event loops. */
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
        others.forEach(GrpcEnd::close);
        if (client != null) {
            client.close();
        }
        if (server == null) {
            leftovers.check(List.of());
        } else {
            server.close();
            leftovers.check(List.of(address));
        }
    }
}
