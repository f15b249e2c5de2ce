package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.Served;
import dev.callcost.Threads;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The marshallers inside real calls, in process: what one thread encodes another parses and closes, and so with the reply. */
class GrpcIT {
    private static final int CALLERS = 8;
    private static final int CALLS = 300;

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void concurrentCallsKeepTheirMessages(MessageType<M> type) throws Exception {
        Marshaller<M> marshaller = type.format().marshaller();
        MethodDescriptor<M, M> method = MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodType.UNARY)
                .setFullMethodName("test/call")
                .build();
        ServerServiceDefinition echo = ServerServiceDefinition.builder("test")
                .addMethod(method, ServerCalls.asyncUnaryCall((request, reply) -> {
                    reply.onNext(request);
                    reply.onCompleted();
                }))
                .build();
        try (Served served = Served.of(() -> echo)) {
            Threads.run(CALLERS, caller -> {
                for (int n = caller * CALLS; n < (caller + 1) * CALLS; n++) {
                    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
                    M reply = ClientCalls.blockingUnaryCall(served.channel(), method, options, type.message(n));
                    assertThat(type.fields(reply)).isEqualTo(type.fields(type.message(n)));
                }
                return null;
            });
        }
    }
}
