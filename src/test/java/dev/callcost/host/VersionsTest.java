package dev.callcost.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The versions that the build declares against the libraries themselves, whatever versions it was given. */
class VersionsTest {
    /** Classes of the artifacts that a library's version is about. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            jmh, org.openjdk.jmh.Main
            grpc, io.grpc.Channel io.grpc.internal.GrpcUtil io.grpc.netty.NettyChannelBuilder io.grpc.stub.ClientCalls
            grpc, io.grpc.inprocess.InProcessServerBuilder io.grpc.protobuf.ProtoUtils
            grpc, io.grpc.protobuf.services.HealthStatusManager
            netty, io.netty.util.Version io.netty.channel.nio.NioEventLoopGroup io.netty.channel.epoll.Epoll
            netty, io.netty.handler.codec.http2.Http2Connection
            protobuf, com.google.protobuf.Message
            chronicle-wire, net.openhft.chronicle.wire.Wire
            chronicle-bytes, net.openhft.chronicle.bytes.Bytes
            chronicle-core, net.openhft.chronicle.core.Jvm
            affinity, net.openhft.affinity.Affinity
            gson, com.google.gson.Gson
            """)
    void aDeclaredVersionIsTheOneOnTheClassPath(String library, String classes) throws Exception {
        for (String name : classes.split(" ")) {
            Class<?> type = Class.forName(name, false, VersionsTest.class.getClassLoader());
            Path jar = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            assertThat(jar.toString())
                    .as(name)
                    .endsWith("-" + Versions.libraries().get(library) + ".jar");
        }
    }

    @Test
    void everyVersionIsDeclared() {
        assertThat(Versions.libraries())
                .containsKey("protoc-gen-grpc-java") // only the code that it generated is on the class path
                .allSatisfy(
                        (library, version) -> assertThat(version).as(library).matches("\\d+\\.\\S+"));
        assertThat(Versions.hasBenchmarks()).isTrue();
        assertThat(Versions.commit()).matches("[0-9a-f]{40}(-dirty)?|unknown");
    }
}
