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
import java.nio.file.Path;
import java.util.ArrayList;
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

    /**
     * Starts a server in this JVM; its event loop's thread inherits the CPUs of the calling one.
     *
     * @param identity who the server is; null without TLS
     * @param port the TCP port on loopback, 0 for one that the kernel chooses
     * @param services what it serves
     * @throws UnsupportedOperationException with the reason, when this JVM or machine cannot run the cell
     * @throws java.io.UncheckedIOException when it cannot listen
     */
    GrpcEnd<Server> start(TlsIdentity identity, int port, List<ServerServiceDefinition> services) {
        return GrpcEnd.server(this, identity, port, services);
    }

    /**
     * As arguments of {@link #main(String...)}.
     *
     * @param identity who the server is; null without TLS
     */
    String[] arguments(TlsIdentity identity) {
        List<String> arguments = new ArrayList<>(
                List.of(wireFormat.name(), transport.name(), security.name(), executor.name(), pinning.name()));
        if (identity != null) {
            arguments.add(identity.keyStore().toString());
        }
        return arguments.toArray(String[]::new);
    }

    /**
     * The server in a JVM of its own, for its parent process: prints its address, or why it cannot run, and ends when its standard input
     * does, which is when the parent closes it or has ended in whatever way.
     *
     * @param arguments those of a cell, and with TLS the server's key store
     */
    public static void main(String... arguments) throws IOException {
        ServedCell cell = new ServedCell(
                WireFormat.valueOf(arguments[0]),
                Transport.valueOf(arguments[1]),
                Security.valueOf(arguments[2]),
                CallExecutor.valueOf(arguments[3]),
                Pinning.valueOf(arguments[4]));
        TlsIdentity identity = cell.security.isTls() ? TlsIdentity.in(Path.of(arguments[5])) : null;
        try {
            cell.pinning.pin(Pinning.Side.SERVER);
            cell.serve(identity);
        } catch (UnsupportedOperationException e) {
            System.out.println(UNSUPPORTED + e.getMessage());
        }
    }

    private void serve(TlsIdentity identity) throws IOException {
        try (GrpcEnd<Server> server = start(identity, 0, services())) {
            System.out.println(Transport.text(server.get().getListenSockets().get(0)));
            ChildJvm.awaitParentsEnd();
        }
    }
}
