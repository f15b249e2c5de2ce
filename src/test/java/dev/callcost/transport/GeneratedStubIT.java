package dev.callcost.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.OwnThread;
import dev.callcost.SharedPool;
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
    void generatedStubsAreAnswered() throws Exception {
        CallMessage call =
                CallMessage.newBuilder().setK(35).setI(11).setText("echo").build();
        Quote quote = Quote.newBuilder()
                .setSymbol("ABC")
                .setTime(1L << 60)
                .setBid(12.34)
                .setAsk(12.5)
                .setBidSize(100)
                .setAskSize(70_000)
                .build();
        OwnThread.call(() -> {
            try (GrpcConnection<?> connection = GrpcCell.BASE.open()) {
                CallMessage reply =
                        CallServiceGrpc.newBlockingStub(connection.channel()).call(call);
                assertThat(reply.getK()).isEqualTo(42);
                assertThat(reply.getText()).isEqualTo("echo");
                assertThat(QuoteServiceGrpc.newBlockingStub(connection.channel())
                                .quote(quote))
                        .isEqualTo(quote.toBuilder()
                                .setBidSize(70_000)
                                .setAskSize(100)
                                .build());
            }
            return null;
        });
    }
}
