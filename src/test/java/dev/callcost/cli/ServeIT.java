package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.launch.SpawnedMain;
import dev.callcost.service.proto.EchoServiceGrpc;
import dev.callcost.service.proto.Message;
import dev.callcost.text.Program;
import dev.callcost.transport.target.Target;
import dev.callcost.transport.target.TargetException;
import dev.callcost.transport.target.TargetOptions;
import dev.callcost.transport.target.TargetOptions.TargetSecurity;
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
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The verb {@code serve}, in a process of its own. */
class ServeIT {
    private static final String CALL = "callcost.CallService/call";
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
                        .contains("callcost.CallService", "callcost.EchoService");
            } finally {
                channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
            }
            main.terminate();
            Program.Ended ended = main.ended();
            assertThat(ended.exitCode()).isEqualTo(TERMINATED);
            assertThat(GREETING_OF_GRPC.matcher(ended.err()).replaceAll("")).isEmpty();
        }
    }

    private static TargetOptions target(String address, String tls) {
        return new TargetOptions(address, CALL, "", "", "", "", new TargetSecurity("", tls, ""));
    }

    @Test
    void withTlsBytesAreEncryptedAndNothingIsWarnedOf() throws Exception {
        try (SpawnedMain main = serve("--address", "0.0.0.0", "--tls")) {
            String line = main.awaitLine("Serving on 0.0.0.0:");
            assertThat(line).endsWith(": PROTOBUF over NIO, executor DEFAULT, TLS");
            String server = "127.0.0.1:" + line.replaceFirst("Serving on \\S+:(\\d+).*", "$1");
            try (Target target = Target.open(target(server, TargetOptions.INSECURE))) {
                assertThat(target.facts().get("security")).startsWith("TLSv1.");
            }
            assertThatThrownBy(() -> Target.open(target(server, "")))
                    .isInstanceOf(TargetException.class)
                    .hasMessageStartingWith(server + ": ");
            main.terminate();
            assertThat(main.ended().err()).isEmpty();
        }
    }

    @Test
    void withoutTlsItWarnsWhenOthersMayReachIt() throws Exception {
        try (SpawnedMain main = serve("--address", "0.0.0.0")) {
            String line = main.awaitLine("Serving on 0.0.0.0:");
            main.terminate();
            assertThat(main.ended().err())
                    .isEqualTo("serve: anyone who reaches " + line.replaceFirst("Serving on (\\S+): .*", "$1")
                            + " can call it, in plaintext; --tls encrypts" + System.lineSeparator());
        }
    }

    /** A port that is taken, and an address for documentation (RFC 5737). */
    @Test
    @Timeout(600)
    void whereItCannotListenIsOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertCannotListen("127.0.0.1:" + taken.getLocalPort(), "--port", Integer.toString(taken.getLocalPort()));
        }
        assertCannotListen("203.0.113.1:0", "--address", "203.0.113.1");
    }

    private void assertCannotListen(String where, String... options) throws Exception {
        Invocation ended = Invocation.of(
                Stream.concat(Stream.of("serve"), Stream.of(options)).toArray(String[]::new));
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.err().lines())
                .singleElement()
                .asString()
                .startsWith("serve: cannot listen on " + where + ": ");
    }

    private static ServerReflectionResponse described(ManagedChannel channel) throws Exception {
        BlockingClientCall<ServerReflectionRequest, ServerReflectionResponse> call =
                ServerReflectionGrpc.newBlockingV2Stub(channel).serverReflectionInfo();
        call.write(ServerReflectionRequest.newBuilder().setListServices("").build());
        call.halfClose();
        return call.read();
    }
}
