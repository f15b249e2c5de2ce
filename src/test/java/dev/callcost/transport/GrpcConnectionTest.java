package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.callcost.wireformat.proto.CallMessage;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcConnectionTest {
    /** The service is that of proto/call.proto. */
    @Test
    void generatedStubsAreAnswered() {
        CallMessage call =
                CallMessage.newBuilder().setK(35).setI(11).setText("echo").build();
        try (GrpcConnection<?> connection =
                GrpcCell.BASE.with(Transport.IN_PROCESS).with(Pinning.FREE).open()) {
            assertThat(CallServiceGrpc.newBlockingStub(connection.channel()).call(call))
                    .isEqualTo(call.toBuilder().setK(42).build());
        }
    }

    /** A name or an IP address, which is written with brackets in version 6; parsing looks nothing up. */
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:50051, 127.0.0.1, 127.0.0.1:50051",
        "[0:0:0:0:0:0:0:1]:50051, 0:0:0:0:0:0:0:1, [0:0:0:0:0:0:0:1]:50051",
        "::1:7, ::1, [0:0:0:0:0:0:0:1]:7"
    })
    void anAddressIsReadAsItIsWritten(String text, String host, String written) {
        InetSocketAddress parsed = (InetSocketAddress) Transport.parse(text);
        assertThat(parsed.isUnresolved()).isTrue();
        assertThat(parsed.getHostString()).isEqualTo(host);
        assertThat(Transport.text(Transport.address(text))).isEqualTo(written);
    }

    @Test
    void anAddressHasANameOrAPathToo() {
        assertThat(Transport.parse("localhost:1")).isEqualTo(InetSocketAddress.createUnresolved("localhost", 1));
        assertThat(Transport.text(Transport.address("unix:/tmp/a:b"))).isEqualTo("unix:/tmp/a:b");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, localhost is no address such as 192.0.2.1:50051",
        "localhost:65536, localhost:65536 is no address such as 192.0.2.1:50051",
        "::z:1, ::z:1 is no address such as 192.0.2.1:50051",
        "http://localhost:1, http://localhost:1 is no address such as 192.0.2.1:50051"
    })
    void whatIsNoAddressIsRefused(String text, String why) {
        assertThatThrownBy(() -> Transport.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(why);
    }
}
