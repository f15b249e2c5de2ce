package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the build says of its libraries against the libraries themselves, whatever versions it was given. */
class VersionsTest {
    /** Classes of the artifacts that a library's version speaks for. */
    private static final Map<String, List<String>> CLASSES = Map.of(
            "jmh", List.of("org.openjdk.jmh.Main"),
            "grpc",
                    List.of(
                            "io.grpc.Channel",
                            "io.grpc.internal.GrpcUtil",
                            "io.grpc.netty.NettyChannelBuilder",
                            "io.grpc.inprocess.InProcessServerBuilder",
                            "io.grpc.protobuf.ProtoUtils",
                            "io.grpc.protobuf.services.HealthStatusManager",
                            "io.grpc.stub.ClientCalls"),
            "netty",
                    List.of(
                            "io.netty.util.Version",
                            "io.netty.channel.nio.NioEventLoopGroup",
                            "io.netty.channel.epoll.Epoll",
                            "io.netty.handler.codec.http2.Http2Connection"),
            "protobuf", List.of("com.google.protobuf.Message"),
            "chronicle-wire", List.of("net.openhft.chronicle.wire.Wire"),
            "chronicle-bytes", List.of("net.openhft.chronicle.bytes.Bytes"),
            "chronicle-core", List.of("net.openhft.chronicle.core.Jvm"),
            "affinity", List.of("net.openhft.affinity.Affinity"),
            "gson", List.of("com.google.gson.Gson"));

    /** A plug-in of protoc: only the code it generated is there, which says no version. */
    private static final String NOT_ON_THE_CLASS_PATH = "protoc-gen-grpc-java";

    static Stream<Arguments> declared() {
        return Versions.libraries().entrySet().stream()
                .filter(library -> !library.getKey().equals(NOT_ON_THE_CLASS_PATH))
                .map(library -> Arguments.of(library.getKey(), library.getValue()));
    }

    @ParameterizedTest
    @MethodSource("declared")
    void aDeclaredVersionIsTheOneOnTheClassPath(String library, String version) throws Exception {
        for (String name : CLASSES.get(library)) {
            assertThat(jar(name)).as(name).endsWith("-" + version + ".jar");
        }
    }

    private static String jar(String name) throws Exception {
        Class<?> type = Class.forName(name, false, VersionsTest.class.getClassLoader());
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .getFileName()
                .toString();
    }

    @Test
    void everyVersionIsDeclared() {
        assertThat(Versions.libraries())
                .containsKeys(NOT_ON_THE_CLASS_PATH)
                .containsKeys(CLASSES.keySet().toArray(String[]::new))
                .hasSize(CLASSES.size() + 1)
                .allSatisfy(
                        (library, version) -> assertThat(version).as(library).matches("\\d+\\.\\S+"));
        assertThat(Versions.commit()).matches("[0-9a-f]{40}(-dirty)?|unknown");
    }
}
