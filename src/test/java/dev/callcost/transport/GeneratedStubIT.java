package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
import dev.callcost.service.CallService;
import dev.callcost.service.QuoteService;
import dev.callcost.wireformat.WireFormat;
import dev.callcost.wireformat.proto.CallMessage;
import dev.callcost.wireformat.proto.CallServiceGrpc;
import dev.callcost.wireformat.proto.Quote;
import dev.callcost.wireformat.proto.QuoteServiceGrpc;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The services are those of proto/call.proto and proto/quote.proto: what protoc generates from them can call them. */
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
    void aGeneratedStubsQuoteIsAnswered() throws Exception {
        Quote quote = Quote.newBuilder()
                .setSymbol("ABC")
                .setTime(1L << 60)
                .setBid(12.34)
                .setAsk(12.5)
                .setBidSize(100)
                .setAskSize(70_000)
                .build();
        Quote reply = OwnThread.call(() -> {
            try (GrpcConnection<?> connection = GrpcCell.BASE.open()) {
                return QuoteServiceGrpc.newBlockingStub(connection.channel()).quote(quote);
            }
        });
        assertThat(reply)
                .isEqualTo(quote.toBuilder().setBidSize(70_000).setAskSize(100).build());
    }

    @Test
    void namesAreTheGeneratedOnes() {
        var ours = CallService.call(WireFormat.PROTOBUF.calls().marshaller());
        var generated = CallServiceGrpc.getCallMethod();
        assertThat(ours.getFullMethodName()).isEqualTo(generated.getFullMethodName());
        assertThat(ours.getType()).isEqualTo(generated.getType());
        assertThat(QuoteService.quote(WireFormat.PROTOBUF.quotes().marshaller()).getFullMethodName())
                .isEqualTo(QuoteServiceGrpc.getQuoteMethod().getFullMethodName());
    }
}
