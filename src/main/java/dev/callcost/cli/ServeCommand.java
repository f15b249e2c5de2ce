package dev.callcost.cli;

import dev.callcost.launch.ForkHosts;
import dev.callcost.text.CommandException;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.transport.Serving;
import dev.callcost.transport.Transport;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "serve",
        header = "Runs only the server, for a client of your own.",
        description =
                "Starts the call and echo services and serves until Ctrl-C or SIGTERM. The first line of the output"
                        + " has the address and the port. The server listens on loopback unless --address names"
                        + " another address. Health checks and server reflection are on, so grpcurl and ghz need no"
                        + " proto file.",
        footer = {
            "  a server, and a call by grpcurl",
            "    java -jar benchmarks.jar serve --port 50051",
            "    grpcurl -plaintext -d '{\"content\": \"Hello\"}' 127.0.0.1:50051 \\",
            "      callcost.EchoService/echo",
            "  many calls by ghz",
            "    ghz --insecure --call callcost.EchoService.echo \\",
            "      -d '{\"content\": \"Hello\"}' 127.0.0.1:50051",
            "  a server for another host, and the suite's own client there",
            "    java -jar benchmarks.jar serve --address 0.0.0.0 --port 50051 --tls",
            "    java -jar benchmarks.jar load HOST:50051 callcost.CallService/call \\",
            "      -d '{\"k\": 35, \"i\": 11}' --insecure"
        },
        exitCodeList = {
            "1:the server cannot listen at the address or port",
            RootCommand.USAGE,
            "130:ended by Ctrl-C",
            "143:ended by SIGTERM"
        })
final class ServeCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description =
                    "name or IP address of this host to listen on; 0.0.0.0 or :: listens on all (default: 127.0.0.1,"
                            + " for clients on this host)")
    private String address;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "TCP port; 0 takes a free one (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--tls",
            description = "TLS by the JDK, as security=TLS_JDK. It encrypts what is measured but protects nothing: the"
                    + " private key of the suite's test certificate is public")
    private boolean tls;

    @Option(
            names = "--transport",
            paramLabel = "TRANSPORT",
            defaultValue = "NIO",
            description = "how clients connect: NIO, EPOLL, IO_URING, UDS (default: ${DEFAULT-VALUE})")
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
        if (!transport.hasPort() && (port > 0 || address != null)) {
            throw CommandException.usage(
                    "serve: --transport " + transport + " has no " + (port > 0 ? "port" : "address"));
        }
        InetAddress host = host();
        if (transport.hasPort() && host.isLoopbackAddress()) {
            ForkHosts.checkLoopback();
        }
        Serving serving = start(
                GrpcCell.BASE
                        .with(transport)
                        .with(tls ? Security.TLS_JDK : Security.PLAINTEXT)
                        .withServer(executor)
                        .with(Pinning.FREE),
                host);
        Runtime.getRuntime().addShutdownHook(new Thread(serving::close, "callcost-end-serving"));
        System.out.println("Serving on " + serving.address() + ": PROTOBUF over " + transport + ", executor " + executor
                + (tls ? ", TLS" : ""));
        if (!tls && !host.isLoopbackAddress()) {
            System.err.println(
                    "serve: anyone who reaches " + serving.address() + " can call it, in plaintext; --tls encrypts");
        }
        new CountDownLatch(1).await();
        return 0;
    }

    private InetAddress host() {
        if (address == null) {
            return InetAddress.getLoopbackAddress();
        }
        try {
            if (!address.isBlank()) { // Java takes a blank name for loopback
                return InetAddress.getByName(address);
            }
        } catch (UnknownHostException e) {
            // refused below
        }
        throw CommandException.usage("serve: --address " + address + ": the host is unknown");
    }

    private Serving start(GrpcCell cell, InetAddress host) {
        try {
            return new Serving(cell, host, port);
        } catch (UncheckedIOException e) {
            throw CommandException.failure("serve: cannot listen on " + host.getHostAddress() + ":" + port + ": "
                    + e.getCause().getCause().getMessage());
        } catch (UnsupportedOperationException e) {
            throw CommandException.usage("serve: " + e.getMessage());
        }
    }
}
