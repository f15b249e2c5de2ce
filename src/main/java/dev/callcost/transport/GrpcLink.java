package dev.callcost.transport;

import dev.callcost.transport.Pinning.ConnectionSide;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The channel of a {@link GrpcCell} with its server. The channel connects with its first call. */
public class GrpcLink extends Opened {
    private final SocketAddress address;
    private final GrpcEnd<ManagedChannel> client;

    /**
     * Starts the server, pins the calling thread as the client's, and makes the channel.
     *
     * @param services what a server in this JVM serves; one in its own JVM serves {@link GrpcCell#services()}
     * @throws UnsupportedOperationException with the reason, when this JVM, kernel or machine cannot run the cell
     */
    public GrpcLink(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services) {
        this(cell, services, GrpcEnd.WINDOW);
    }

    /** @param window see {@link GrpcEnd#WINDOW} */
    GrpcLink(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services, int window) {
        address = step(() -> start(cell, services, window));
        client = step(() -> connect(cell, window));
    }

    private SocketAddress start(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services, int window)
            throws IOException {
        refuseMixedSides(cell);
        cell.security().check(cell.transport());
        if (cell.server() == ServerHost.OWN_JVM) {
            return part(ServerHost.start(cell)).readAddress(); // unpinned: a process inherits the CPUs
        }
        cell.pinning().pin(ConnectionSide.SERVER);
        GrpcEnd<Server> server =
                part(GrpcEnd.server(cell, cell.transport().listeningAddress(), services.get(), window));
        return GrpcEnd.address(server);
    }

    /** In-process, a direct executor runs a side's callbacks in the other side's thread. */
    private static void refuseMixedSides(GrpcCell cell) {
        boolean direct = cell.handlers() == CallExecutor.DIRECT || cell.client() == CallExecutor.DIRECT;
        if (cell.pinning().isApart() && cell.transport() == Transport.IN_PROCESS && direct) {
            throw new UnsupportedOperationException(
                    "in-process gRPC with a direct executor works for one side in the other's thread, which has one"
                            + " CPU");
        }
    }

    private GrpcEnd<ManagedChannel> connect(GrpcCell cell, int window) {
        cell.pinning().pin(ConnectionSide.CLIENT);
        facts.putAll(cell.pinning().facts());
        facts.put("server", cell.server().name());
        GrpcEnd<ManagedChannel> end = part(GrpcEnd.channel(cell, address, window, channel -> {}));
        end.eventLoops().ifPresent(loops -> facts.put("eventLoops", loops));
        return end;
    }

    public final ManagedChannel channel() {
        return client.get();
    }

    /** Runs the channel's callbacks; empty when gRPC's own pool does. */
    public final Optional<Executor> clientExecutor() {
        return client.executor();
    }

    public final SocketAddress address() {
        return address;
    }
}
