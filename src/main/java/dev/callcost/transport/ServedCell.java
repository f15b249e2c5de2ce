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
import java.util.List;

/**
 * The server's part of a cell.
 *
 * @param wireFormat how the messages of the call and quote services become bytes; echo and key-value service speak protobuf
 * @param transport how the bytes travel
 * @param security how they are protected on their way
 * @param executor what runs the handlers
 * @param pinning which CPUs its threads may use
 */
public record ServedCell(
        WireFormat wireFormat, Transport transport, Security security, CallExecutor executor, Pinning pinning) {
    /** What a child's line begins with that says why the cell cannot run here. */
    static final String UNSUPPORTED = "unsupported: ";

    /** The suite's services, without simulated work. */
    public List<ServerServiceDefinition> services() {
        return List.of(
                new CallHandlers<>(wireFormat.calls(), pinning).service(),
                new QuoteHandlers<>(wireFormat.quotes()).service(),
                new EchoHandlers().bindService(),
                new KeyValueHandlers(Store.CONCURRENT_REPLACE, StoreWork.NONE, new InFlightGauge()).bindService());
    }

    /** As arguments of {@link #main(String...)}. */
    String[] arguments() {
        return new String[] {wireFormat.name(), transport.name(), security.name(), executor.name(), pinning.name()};
    }

    /**
     * The server in a JVM of its own, for its parent process: prints its address, or why it cannot run, and ends when its standard input
     * does, which is when the parent closes it or has ended in whatever way.
     *
     * @param arguments those of {@link #arguments()}
     */
    public static void main(String... arguments) throws IOException {
        ServedCell cell = new ServedCell(
                WireFormat.valueOf(arguments[0]),
                Transport.valueOf(arguments[1]),
                Security.valueOf(arguments[2]),
                CallExecutor.valueOf(arguments[3]),
                Pinning.valueOf(arguments[4]));
        try {
            cell.pinning.pin(Pinning.Side.SERVER);
            cell.serve();
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
    }

    private void serve() throws IOException {
        try (GrpcEnd<Server> server = GrpcEnd.server(this, 0, services())) {
            System.out.println(Transport.text(server.get().getListenSockets().get(0)));
            ChildJvm.awaitParentsEnd();
        }
    }
}
