package dev.callcost.cli;

import dev.callcost.text.CommandException;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Serving;
import dev.callcost.transport.Transport;
import dev.callcost.wireformat.WireFormat;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "serve",
        header = "Runs only the server, for a client of your own.",
        description =
                "Starts the call, echo and key-value services on a loopback port and serves until Ctrl-C or SIGTERM. The first"
                        + " line of the output names the port. Health checks and server reflection are on, so grpcurl and ghz need no proto"
                        + " file.",
        footer = {
            "  a server, and a call by grpcurl",
            "    java -jar benchmarks.jar serve --port 50051",
            "    grpcurl -plaintext -d '{\"content\": \"Hello\"}' 127.0.0.1:50051 \\",
            "      callcost.EchoService/echo",
            "  many calls by ghz",
            "    ghz --insecure --call callcost.EchoService.echo \\",
            "      -d '{\"content\": \"Hello\"}' 127.0.0.1:50051"
        },
        exitCodeList = {
            "1:the server cannot listen on the port",
            RootCommand.USAGE,
            "130:ended by Ctrl-C",
            "143:ended by SIGTERM"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "TCP port on 127.0.0.1; 0 takes a free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--wire-format",
            paramLabel = "FORMAT",
            defaultValue = "PROTOBUF",
            description = "wire format of the call service: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private WireFormat wireFormat;

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT",
            defaultValue = "NIO",
            description = "${COMPLETION-CANDIDATES}, all but IN_PROCESS (default: ${DEFAULT-VALUE})")
    private Transport transport;

    @Option(
            names = "--executor",
            paramLabel = "EXECUTOR",
            defaultValue = "DEFAULT",
            description = "where handlers run: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private CallExecutor executor;

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > HIGHEST_PORT) {
            throw CommandException.usage("serve: --port is 0 to " + HIGHEST_PORT + ", was " + port);
        }
        if (transport == Transport.IN_PROCESS) {
            throw CommandException.usage("serve: --transport IN_PROCESS is for callers in this JVM alone");
        }
        if (port > 0 && !transport.hasPort()) {
            throw CommandException.usage("serve: --transport " + transport + " has no port");
        }
        Serving serving = start(GrpcCell.BASE
                .with(wireFormat)
                .with(transport)
                .withServer(executor)
                .with(Pinning.FREE));
        Runtime.getRuntime().addShutdownHook(new Thread(serving::close, "callcost-end-serving"));
        System.out.println("Serving on " + serving.address() + ": " + wireFormat + " over " + transport + ", executor "
                + executor);
        new CountDownLatch(1).await();
        return 0;
    }

    private Serving start(GrpcCell cell) {
        try {
            return new Serving(cell, port);
        } catch (UncheckedIOException e) {
            throw CommandException.failure("serve: cannot listen on 127.0.0.1:" + port + ": "
                    + e.getCause().getCause().getMessage());
        } catch (UnsupportedOperationException e) {
            throw CommandException.usage("serve: " + e.getMessage());
        }
    }
}
