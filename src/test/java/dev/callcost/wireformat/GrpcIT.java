package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.callcost.Served;
import dev.callcost.Threads;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The marshallers inside real calls, in process: what one thread encodes another parses and closes, and so with the reply. */
class GrpcIT {
    private static final int CALLERS = 8;
    private static final int CALLS = 300;
    private static final byte[] MALFORMED = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF};

    /** gRPC's server logs each request that a marshaller refuses. */
    private static final Logger REFUSALS = Logger.getLogger("io.grpc.internal.SerializingExecutor");

    @BeforeAll
    static void keepTheLogQuiet() {
        REFUSALS.setLevel(Level.OFF);
    }

    @AfterAll
    static void restoreTheLog() {
        REFUSALS.setLevel(null);
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void concurrentCallsKeepTheirMessages(MessageType<M> type) throws Exception {
        MethodDescriptor<M, M> method = method(type.format().marshaller());
        try (Served served = echo(method)) {
            Threads.run(CALLERS, caller -> {
                for (int i = 0; i < CALLS; i++) {
                    checkCall(served, type, method, caller * CALLS + i);
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void aMalformedRequestOrReplyEndsItsCallOnly(MessageType<M> type) throws Exception {
        Marshaller<M> marshaller = type.format().marshaller();
        MethodDescriptor<M, M> method = method(marshaller);
        try (Served served = echo(method)) {
            checkCall(served, type, method, 1);

            MethodDescriptor<M, M> badRequest =
                    method.toBuilder(new Malformed<>(marshaller), marshaller).build();
            assertThat(failure(served, badRequest, type.message(2)).getCode())
                    .as("gRPC's server answers so when any marshaller refuses a request")
                    .isEqualTo(Status.Code.UNKNOWN);
            checkCall(served, type, method, 2);

            MethodDescriptor<M, M> badReply =
                    method.toBuilder(marshaller, new Malformed<>(marshaller)).build();
            Status reply = failure(served, badReply, type.message(3));
            assertThat(reply.getCode()).isEqualTo(Status.Code.CANCELLED);
            assertThat(Status.fromThrowable(reply.getCause()).getCode()).isEqualTo(Status.Code.INTERNAL);
            checkCall(served, type, method, 4);
        }
    }

    private static <M> Status failure(Served served, MethodDescriptor<M, M> method, M request) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> call(served, method, request))
                .getStatus();
    }

    private static <M> void checkCall(Served served, MessageType<M> type, MethodDescriptor<M, M> method, int number) {
        M reply = call(served, method, type.message(number));
        assertThat(type.fields(reply)).isEqualTo(type.fields(type.message(number)));
    }

    private static <M> M call(Served served, MethodDescriptor<M, M> method, M request) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
        return ClientCalls.blockingUnaryCall(served.channel(), method, options, request);
    }

    private static <M> Served echo(MethodDescriptor<M, M> method) throws IOException {
        return Served.of(() -> ServerServiceDefinition.builder("test")
                .addMethod(method, ServerCalls.asyncUnaryCall((request, reply) -> {
                    reply.onNext(request);
                    reply.onCompleted();
                }))
                .build());
    }

    private static <M> MethodDescriptor<M, M> method(Marshaller<M> marshaller) {
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("test", "call"))
                .build();
    }

    /** Sends and receives malformed bytes in place of any message. */
    private record Malformed<M>(Marshaller<M> marshaller) implements Marshaller<M> {
        @Override
        public InputStream stream(M message) {
            return new ByteArrayInputStream(MALFORMED);
        }

        @Override
        public M parse(InputStream stream) {
            return Wire.decode(marshaller, MALFORMED);
        }
    }
}
