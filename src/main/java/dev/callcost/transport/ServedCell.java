package dev.callcost.transport;

import dev.callcost.service.EchoHandlers;
import dev.callcost.service.InFlightGauge;
import dev.callcost.service.keyvalue.KeyValueHandlers;
import dev.callcost.service.keyvalue.Store;
import dev.callcost.service.keyvalue.StoreWork;
import dev.callcost.wireformat.WireFormat;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The server's part of a cell.
 *
 * @param wireFormat how the call service's messages become bytes; echo and key-value service speak protobuf
 * @param transport how the bytes travel
 * @param executor what runs the handlers
 * @param pinning which CPUs its threads may use
 */
public record ServedCell(WireFormat wireFormat, Transport transport, CallExecutor executor, Pinning pinning) {
    /** What a child's line begins with that says why the cell cannot run here. */
    static final String UNSUPPORTED = "unsupported: ";

    /** The suite's services, without simulated work. */
    public List<ServerServiceDefinition> services() {
        return List.of(
                new CallHandlers<>(wireFormat.format(), pinning).service(),
                new EchoHandlers().bindService(),
                new KeyValueHandlers(Store.CONCURRENT_REPLACE, StoreWork.NONE, new InFlightGauge()).bindService());
    }

    /**
     * Starts a server in this JVM; its event loop's thread inherits the CPUs of the calling one.
     *
     * @param port the TCP port on loopback, 0 for one that the kernel chooses
     * @param services what it serves
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws java.io.UncheckedIOException when it cannot listen
     */
    GrpcEnd<Server> start(int port, List<ServerServiceDefinition> services) {
        return GrpcEnd.server(transport, executor, pinning, port, services);
    }

    /** As arguments of {@link #main(String...)}. */
    String[] arguments() {
        return new String[] {wireFormat.name(), transport.name(), executor.name(), pinning.name()};
    }

    /**
     * The server in a JVM of its own, for its parent process: prints its port, or why it cannot run, and ends when its standard input
     * does, which is when the parent closes it or has ended in whatever way.
     *
     * @param arguments those of a cell
     */
    public static void main(String... arguments) throws IOException {
        ServedCell cell = new ServedCell(
                WireFormat.valueOf(arguments[0]),
                Transport.valueOf(arguments[1]),
                CallExecutor.valueOf(arguments[2]),
                Pinning.valueOf(arguments[3]));
        try {
            cell.pinning.pin(Pinning.Side.SERVER);
            cell.serve();
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
    }

    private void serve() throws IOException {
        try (GrpcEnd<Server> server = start(0, services())) {
            System.out.println(
                    ((InetSocketAddress) server.get().getListenSockets().get(0)).getPort());
            while (System.in.read() >= 0) {
                // the parent writes nothing
            }
        }
    }
}
