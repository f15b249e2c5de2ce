package dev.callcost.transport;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;

/** Where a cell's server runs. */
public enum ServerHost {
    /** In the client's JVM: one heap, one JIT compiler, whose profile of shared code has both sides in it. */
    SAME_JVM {
        @Override
        RunningServer start(ServedCell cell, Supplier<List<ServerServiceDefinition>> services) {
            cell.pinning().pin(Pinning.Side.SERVER);
            GrpcEnd<Server> server = GrpcEnd.server(cell, 0, services.get());
            return new RunningServer(server.get().getListenSockets().get(0), server::close);
        }
    },
    /** In a JVM of its own, a child process with the client's JVM and its arguments ({@link ChildJvm}): what a service is. */
    OWN_JVM {
        @Override
        RunningServer start(ServedCell cell, Supplier<List<ServerServiceDefinition>> services) {
            if (cell.transport() == Transport.IN_PROCESS) {
                throw new UnsupportedOperationException("in-process gRPC has no server in a JVM of its own");
            }
            ChildJvm child = ChildJvm.start(ServedCell.class, cell.arguments());
            try {
                return new RunningServer(addressIn(child.readLine()), child::close);
            } catch (IOException e) {
                child.close();
                throw new UncheckedIOException(e);
            } catch (RuntimeException e) {
                child.close();
                throw e;
            }
        }
    };

    /**
     * A server that can be reached.
     *
     * @param address where it listens
     * @param end stops it; throws IllegalStateException naming what did not end
     */
    public record RunningServer(SocketAddress address, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /**
     * Starts a server. In this JVM it pins the calling thread first, as the server's; a process must be started before anything is pinned, because
     * it would inherit the CPUs, its compiler threads included.
     *
     * @param cell the server's part of the cell
     * @param services what a server in this JVM serves; one in its own has {@link ServedCell#services()}
     * @return the server, listening
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws IllegalStateException when a process ends before it listens
     */
    abstract RunningServer start(ServedCell cell, Supplier<List<ServerServiceDefinition>> services);

    /**
     * What the first lines of {@link ServedCell#main} and {@link RmiServer#main} say.
     *
     * @throws UnsupportedOperationException with the reason, when it says that the cell cannot run
     */
    static SocketAddress addressIn(String line) {
        if (line.startsWith(ServedCell.UNSUPPORTED)) {
            throw new UnsupportedOperationException(line.substring(ServedCell.UNSUPPORTED.length()));
        }
        return Transport.address(line);
    }
}
