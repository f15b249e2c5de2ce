package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.data.ResultsFile;
import dev.callcost.data.Row;
import dev.callcost.launch.SpawnedMain;
import dev.callcost.service.proto.EchoServiceGrpc;
import dev.callcost.service.proto.Message;
import dev.callcost.text.Program;
import dev.callcost.transport.CallExecutor;
import dev.callcost.transport.GrpcCell;
import dev.callcost.transport.GrpcConnection;
import dev.callcost.transport.Pinning;
import dev.callcost.transport.Security;
import dev.callcost.wireformat.proto.CallMessage;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.BlockingClientCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code serve}, in a process of its own. */
class ServeIT {
    private static final int TERMINATED = 143;

    /** That it found epoll, which grpc 1.82 logs at level INFO and today's does not. */
    private static final Pattern GREETING_OF_GRPC =
            Pattern.compile(".* io\\.grpc\\.netty\\.TcpMetrics loadEpollInfo\\R.*\\R");

    @TempDir
    Path directory;

    private SpawnedMain serve(String... options) throws Exception {
        return SpawnedMain.start(
                directory,
                directory,
                Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new));
    }

    /** A client of gRPC alone, and two of the suite, one after the other: the first leaves the server as it was. */
    @Test
    void itServesUntilItIsTold() throws Exception {
        try (SpawnedMain main = serve("--executor", "FIXED")) {
            String line = main.awaitLine("Serving on 127.0.0.1:");
            assertThat(line).endsWith(": PROTOBUF over NIO, executor FIXED");
            String server = line.replaceFirst(".* (\\S+:\\d+): .*", "$1");
            ManagedChannel channel =
                    NettyChannelBuilder.forTarget(server).usePlaintext().build();
            try {
                assertThat(EchoServiceGrpc.newBlockingStub(channel)
                                .echo(Message.newBuilder().setContent("Hello").build())
                                .getContent())
                        .isEqualTo("Hello");
                assertThat(CallServiceGrpc.newBlockingStub(channel)
                                .call(CallMessage.newBuilder().setK(35).setI(11).build())
                                .getK())
                        .isEqualTo(42);
                assertThat(HealthGrpc.newBlockingStub(channel)
                                .check(HealthCheckRequest.getDefaultInstance())
                                .getStatus())
                        .isEqualTo(ServingStatus.SERVING);
                assertThat(described(channel).getListServicesResponse().getServiceList())
                        .extracting(ServiceResponse::getName)
                        .contains(
                                "callcost.CallService",
                                "callcost.QuoteService",
                                "callcost.EchoService",
                                "callcost.KeyValueService",
                                "callcost.UsageService");
            } finally {
                channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
            }
            GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE);
            for (int client = 1; client <= 2; client++) {
                try (GrpcConnection<?> connection =
                        cell.withServer(CallExecutor.FIXED).open(server)) {
                    assertThat(connection.call(35, 11)).isEqualTo(42);
                    assertThat(connection.facts()).containsEntry("server", server);
                    assertThat(connection.usage()).hasValueSatisfying(usage -> {
                        assertThat(usage.getCpuNanos()).isPositive();
                        assertThat(usage.getThreads()).isPositive();
                        assertThat(usage.getCpus())
                                .isEqualTo(Runtime.getRuntime().availableProcessors());
                    });
                }
            }
            assertThatThrownBy(() -> cell.withServer(CallExecutor.DIRECT).open(server))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                            "the server's executor was to be DIRECT, but its callback ran on callcost-");
            main.terminate();
            Program.Ended ended = main.ended();
            assertThat(ended.exitCode()).isEqualTo(TERMINATED);
            assertThat(GREETING_OF_GRPC.matcher(ended.err()).replaceAll("")).isEmpty();
        }
    }

    @Test
    void benchmarksCallItAtItsAddress() throws Exception {
        try (SpawnedMain main = serve("--executor", "FIXED")) {
            String server = addresses(main);
            List<Row> rows = measured("GrpcBenchmark GrpcInFlight -i 1 -r 100ms -p pinning=FREE -p serverExecutor=FIXED"
                    + " -p executor=FIXED -p inFlight=10 -p connections=1 -p address=" + server);
            assertThat(rows)
                    .hasSize(2)
                    .allSatisfy(row -> assertThat(row.params()).containsEntry("address", server));
            assertThat(directory.resolve("client/out.environment.json"))
                    .content()
                    .contains("\"" + server + "\"");
        }
    }

    /** What a server listens on, as it prints it. */
    private static String addresses(SpawnedMain server) throws IOException {
        return server.awaitLine("Serving on ").replaceFirst("Serving on (.*): .*", "$1");
    }

    /** The rows of another process of the suite, without a warm-up. */
    private List<Row> measured(String options) throws Exception {
        Path client = Files.createDirectory(directory.resolve("client"));
        String all = options + " -f 1 -wi 0 -rff out.json";
        try (SpawnedMain measuring = SpawnedMain.start(client, client, all.split(" "))) {
            Program.Ended ended = measuring.ended();
            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
        }
        return ResultsFile.read(client.resolve("out.json")).rows();
    }

    @Test
    void aRowAtARateHasTheServersCpuTime() throws Exception {
        try (SpawnedMain main = serve()) {
            Row row = measured("GrpcRate -p rate=100 -i 2 -r 500ms -p address=" + addresses(main))
                    .get(0);
            assertThat(List.of("cpu", "cpu.client", "cpu.server", "cpu.pacer"))
                    .allSatisfy(part -> assertThat(row.secondary().get(part).forkMedians()[0])
                            .isPositive());
        }
    }

    @Test
    void withTlsBytesAreEncryptedAndNothingIsWarnedOf() throws Exception {
        try (SpawnedMain main = serve("--address", "0.0.0.0", "--tls")) {
            String line = main.awaitLine("Serving on ");
            assertThat(line).endsWith(": PROTOBUF over NIO, executor DEFAULT, TLS");
            String server = "127.0.0.1:" + line.replaceFirst("Serving on \\S+:(\\d+).*", "$1");
            GrpcCell cell = GrpcCell.BASE.with(Pinning.FREE);
            try (GrpcConnection<?> connection = cell.with(Security.TLS_JDK).open(server)) {
                assertThat(connection.facts()).containsKey("tls");
            }
            assertThatThrownBy(() -> cell.open(server))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("no server of this configuration answers at " + server + ": UNAVAILABLE, ");
            main.terminate();
            assertThat(main.ended().err()).isEmpty();
        }
    }

    @Test
    void withoutTlsItWarnsWhenOthersMayReachIt() throws Exception {
        try (SpawnedMain main = serve("--address", "0.0.0.0")) {
            String addresses = addresses(main);
            main.terminate();
            assertThat(main.ended().err())
                    .isEqualTo("serve: anyone who reaches " + addresses + " can call it, in plaintext; --tls encrypts"
                            + System.lineSeparator());
        }
    }

    /** A port that is taken, and an address for documentation (RFC 5737). */
    @Test
    void whereItCannotListenIsOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertCannotListen("127.0.0.1:" + taken.getLocalPort(), "--port", Integer.toString(taken.getLocalPort()));
        }
        assertCannotListen("203.0.113.1:0", "--address", "203.0.113.1");
    }

    private void assertCannotListen(String where, String... options) throws Exception {
        try (SpawnedMain main = serve(options)) {
            Program.Ended ended = main.ended();
            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(ended.err().lines())
                    .singleElement()
                    .asString()
                    .startsWith("serve: cannot listen on " + where + ": ");
        }
    }

    private static ServerReflectionResponse described(ManagedChannel channel) throws Exception {
        BlockingClientCall<ServerReflectionRequest, ServerReflectionResponse> call =
                ServerReflectionGrpc.newBlockingV2Stub(channel).serverReflectionInfo();
        call.write(ServerReflectionRequest.newBuilder().setListServices("").build());
        call.halfClose();
        return call.read();
    }
}
