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
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The marshallers inside real calls, in process: what one thread encodes another parses and closes, and so with the
 * reply.
 */
class GrpcIT {
    private static final int CALLERS = 8;
    private static final int CALLS = 300;

    @ParameterizedTest
    @EnumSource
    void concurrentCallsKeepTheirMessages(WireFormat wireFormat) throws Exception {
        CallFormat<Object> format = Wire.calls(wireFormat);
        Marshaller<Object> marshaller = format.marshaller();
        MethodDescriptor<Object, Object> method = MethodDescriptor.newBuilder(marshaller, marshaller)
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
                    Object request = Wire.message(format, n);
                    Object reply = ClientCalls.blockingUnaryCall(served.channel(), method, options, request);
                    assertThat(Wire.fields(format, reply)).isEqualTo(Wire.fields(format, request));
                }
                return null;
            });
        }
    }
}
