package dev.callcost.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.service.proto.EchoServiceGrpc;
import dev.callcost.service.proto.Message;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import org.junit.jupiter.api.Test;

class EchoHandlersTest {

    @Test
    void theReplyIsTheRequest() throws Exception {
        Server server = InProcessServerBuilder.forName("echo")
                .directExecutor()
                .addService(new EchoHandlers())
                .build()
                .start();
        ManagedChannel channel =
                InProcessChannelBuilder.forName("echo").directExecutor().build();
        try {
            Message request = Message.newBuilder().setContent("Hello").build();
            assertThat(EchoServiceGrpc.newBlockingStub(channel).echo(request)).isEqualTo(request);
        } finally {
            channel.shutdownNow();
            server.shutdownNow();
        }
    }
}
