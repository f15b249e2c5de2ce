package dev.callcost.transport;

import dev.callcost.transport.Pinning.Side;
import dev.callcost.transport.ServerHost.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.ServerServiceDefinition;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The channel of a {@link GrpcCell} with its server. The channel connects with its first call. */
public final class GrpcLink extends Opened {

    /** Null for a server that ran before. */
    private RunningServer server;

    private SocketAddress address;
    private GrpcEnd<ManagedChannel> client;
    private final List<GrpcEnd<ManagedChannel>> others = new ArrayList<>();

    private GrpcLink() {}

    /**
     * Starts the server, pins the calling thread as the client's, and makes the channel.
     *
     * @param services what a server in this JVM serves
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     */
    public static GrpcLink open(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services) {
        GrpcLink link = new GrpcLink();
        try {
            refuseMixedSides(cell);
            cell.security().check(cell.transport());
            link.server = cell.server().start(cell, services);
            link.address = link.server.address();
            link.connect(cell, cell.server().name());
            return link;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /**
     * Links to a running server, which keeps running when the link is closed.
     *
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

    /** In-process, a direct executor runs a side's callbacks in the other side's thread. */
    private static void refuseMixedSides(GrpcCell cell) {
        boolean direct = cell.serverExecutor() == CallExecutor.DIRECT || cell.clientExecutor() == CallExecutor.DIRECT;
        if (cell.pinning().isApart() && cell.transport() == Transport.IN_PROCESS && direct) {
            throw new UnsupportedOperationException(
                    "in-process gRPC with a direct executor works for one side in the other's thread, which has one CPU");
        }
    }

    public ManagedChannel channel() {
        return client.get();
    }

    /** Another channel to the same server, with its own connection and event loops. It ends with the link. */
    public ManagedChannel another(GrpcCell cell) {
        GrpcEnd<ManagedChannel> other = GrpcEnd.channel(cell, address);
        others.add(other);
        return other.get();
    }

    /** Runs the channel's callbacks; empty when gRPC's own pool does. */
    public Optional<Executor> clientExecutor() {
        return client.executor();
    }

    public SocketAddress address() {
        return address;
    }

    @Override
    protected List<SocketAddress> end() {
        others.forEach(GrpcEnd::close);
        if (client != null) {
            client.close();
        }
        if (server == null) {
            return List.of();
        }
        server.end().run();
        return List.of(address);
    }
}
