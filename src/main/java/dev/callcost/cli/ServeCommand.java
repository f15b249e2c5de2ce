package dev.callcost.cli;

import dev.callcost.text.CommandException;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Serving;
import dev.callcost.transport.Transport;
import dev.callcost.wireformat.WireFormat;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code serve}: only the server, for a client in another process or language. */
@Command(
        name = "serve",
        sortOptions = false,
        header = "Only the server, for a client of your own.",
        description = {
            "Starts the call, echo and key-value services on a loopback port and serves until Ctrl-C or SIGTERM.",
            "Health checks and server reflection are on: grpcurl and ghz need no proto file. The first line names the port."
        },
        footer = {
            "  java -jar benchmarks.jar serve --port 50051",
            "  grpcurl -plaintext -d '{\"content\": \"Hello\"}' 127.0.0.1:50051 callcost.EchoService/echo",
            "  ghz --insecure --call callcost.EchoService.echo -d '{\"content\": \"Hello\"}' 127.0.0.1:50051"
        },
        exitCodeList = {
            "1:the port cannot be had",
            RootCommand.USAGE,
            "130:told to end by Ctrl-C",
            "143:told to end by SIGTERM"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "the TCP port on 127.0.0.1, 0 for a free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--wire-format",
            paramLabel = "FORMAT",
            defaultValue = "PROTOBUF",
            description = "of the call service: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private WireFormat wireFormat;

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT",
            defaultValue = "NIO",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); not IN_PROCESS")
    private Transport transport;

    @Option(
            names = "--executor",
            paramLabel = "EXECUTOR",
            defaultValue = "DEFAULT",
            description = "of the handlers: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private CallExecutor executor;

    @Spec
    private CommandSpec spec;

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
        PrintWriter out = spec.commandLine().getOut();
        out.println("Serving on " + serving.address() + ": " + wireFormat + " over " + transport + ", executor "
                + executor);
        out.flush();
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
