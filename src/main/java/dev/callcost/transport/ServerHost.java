package dev.callcost.transport;

import dev.callcost.wireformat.WireFormat;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.function.Supplier;

/** Where a cell's server runs. */
public enum ServerHost {
    /** In the client's JVM: one heap, and one JIT compiler whose profile of shared code contains both sides. */
    SAME_JVM {
        @Override
        RunningServer start(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services) {
            cell.pinning().pin(Pinning.Side.SERVER);
            GrpcEnd<Server> server = GrpcEnd.server(cell, 0, services.get());
            return new RunningServer(server.get().getListenSockets().get(0), server::close);
        }
    },
    /** In a child process, with the client's JVM and its arguments ({@link ChildJvm}), as services run. */
    OWN_JVM {
        @Override
        RunningServer start(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services) {
            if (cell.transport() == Transport.IN_PROCESS) {
                throw new UnsupportedOperationException("in-process gRPC has no server in a JVM of its own");
            }
            ChildJvm child = ChildJvm.start(ServerHost.class, arguments(cell));
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

    /** The beginning of the first line when a child cannot run the cell; the reason follows. */
    static final String UNSUPPORTED = "unsupported: ";

    /**
     * A listening server.
     *
     * @param end stops it; throws IllegalStateException naming what did not end
     */
    record RunningServer(SocketAddress address, Runnable end) {}

    /**
     * Starts a server. {@link #SAME_JVM} pins the calling thread as the server's. {@link #OWN_JVM} must start before anything is pinned, because
     * the process would inherit the CPUs, compiler threads included.
     *
     * @param services what a server in this JVM serves; one in its own JVM serves {@link GrpcCell#services()}
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws IllegalStateException when a process ends before it listens
     */
    abstract RunningServer start(GrpcCell cell, Supplier<List<ServerServiceDefinition>> services);

    /**
     * Reads the first line of {@link #main} or {@link RmiServer#main}.
     *
     * @throws UnsupportedOperationException with the reason, when the child cannot run the cell
     */
    static SocketAddress addressIn(String line) {
        if (line.startsWith(UNSUPPORTED)) {
            throw new UnsupportedOperationException(line.substring(UNSUPPORTED.length()));
        }
        return Transport.address(line);
    }

    /** The server's part of a cell, for {@link #main}. */
    static String[] arguments(GrpcCell cell) {
        return new String[] {
            cell.wireFormat().name(),
            cell.transport().name(),
            cell.security().name(),
            cell.serverExecutor().name(),
            cell.pinning().name()
        };
    }

    /**
     * The server of {@link #OWN_JVM}, for its parent process: prints its address, or why it cannot run. Ends when its standard input does.
     *
     * @param arguments see {@link #arguments}
     */
    public static void main(String... arguments) throws IOException {
        GrpcCell cell = GrpcCell.BASE
                .with(WireFormat.valueOf(arguments[0]))
                .with(Transport.valueOf(arguments[1]))
                .with(Security.valueOf(arguments[2]))
                .withServer(CallExecutor.valueOf(arguments[3]))
                .with(Pinning.valueOf(arguments[4]));
        try {
            cell.pinning().pin(Pinning.Side.SERVER);
            try (GrpcEnd<Server> server = GrpcEnd.server(cell, 0, cell.services())) {
                System.out.println(
                        Transport.text(server.get().getListenSockets().get(0)));
                ChildJvm.awaitParentsEnd();
            }
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
    }
}
