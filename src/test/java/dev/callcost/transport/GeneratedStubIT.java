package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
import dev.callcost.service.CallService;
import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.CallMessage;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The service is the one of proto/call.proto: what protoc generates from it can call it. */
class GeneratedStubIT {

    @BeforeAll
    static void noThreadIsInheritedThatMayRunAnywhere() {
        SharedPool.awaitEnd();
    }

    @Test
    void aGeneratedStubIsAnswered() throws Exception {
        CallMessage reply = OwnThread.call(() -> {
            try (GrpcConnection<?> connection = GrpcCell.BASE.open()) {
                return CallServiceGrpc.newBlockingStub(connection.channel())
                        .call(CallMessage.newBuilder()
                                .setK(35)
                                .setI(11)
                                .setText("echo")
                                .build());
            }
        });
        assertThat(reply.getK()).isEqualTo(42);
        assertThat(reply.getText()).isEqualTo("echo");
    }

    @Test
    void namesAreTheGeneratedOnes() {
        var ours = CallService.call(WireFormat.PROTOBUF.calls().marshaller());
        var generated = CallServiceGrpc.getCallMethod();
        assertThat(ours.getFullMethodName()).isEqualTo(generated.getFullMethodName());
        assertThat(ours.getType()).isEqualTo(generated.getType());
    }
}
