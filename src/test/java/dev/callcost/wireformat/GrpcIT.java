package dev.callcost.wireformat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.callcost.Threads;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The marshallers inside real calls. */
class GrpcIT {
    private static final String CALL = MethodDescriptor.generateFullMethodName("test", "call");
    private static final int CALLERS = 8;
    private static final int CALLS = 1_000;
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

    /** A request is encoded in one thread and parsed and closed in another, and so is its reply. */
    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void concurrentCallsInProcessWithExecutorsKeepTheirMessages(MessageType<M> type) throws Exception {
        MethodDescriptor<M, M> method = method(type.format().marshaller());
        ExecutorService executor = Executors.newFixedThreadPool(4);
        String name = InProcessServerBuilder.generateName();
        Server server = serve(InProcessServerBuilder.forName(name).executor(executor), method);
        ManagedChannel channel =
                InProcessChannelBuilder.forName(name).executor(executor).build();
        try {
            Threads.run(CALLERS, caller -> {
                for (int i = 0; i < CALLS; i++) {
                    checkCall(channel, type, method, caller * CALLS + i);
                }
                return null;
            });
        } finally {
            stop(channel, server);
            executor.shutdownNow();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.callcost.wireformat.MessageType#all")
    <M> void aMalformedRequestOrReplyEndsItsCallOnly(MessageType<M> type) throws Exception {
        Marshaller<M> marshaller = type.format().marshaller();
        MethodDescriptor<M, M> method = method(marshaller);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        Server server = serve(NettyServerBuilder.forAddress(anyPort), method);
        ManagedChannel channel = NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()))
                .usePlaintext()
                .build();
        try {
            checkCall(channel, type, method, 1);

            MethodDescriptor<byte[], byte[]> raw = method(new RawBytes());
            assertThat(failure(channel, raw, MALFORMED).getCode())
                    .as("gRPC's server answers so when any marshaller refuses a request")
                    .isEqualTo(Status.Code.UNKNOWN);
            checkCall(channel, type, method, 2);

            MethodDescriptor<M, M> unreadable = method.toBuilder(marshaller, new RefusingReplies<>(marshaller))
                    .build();
            Status reply = failure(channel, unreadable, type.message(3));
            assertThat(reply.getCode()).isEqualTo(Status.Code.CANCELLED);
            assertThat(Status.fromThrowable(reply.getCause()).getCode()).isEqualTo(Status.Code.INTERNAL);
            checkCall(channel, type, method, 4);
        } finally {
            stop(channel, server);
        }
    }

    private static <Q> Status failure(ManagedChannel channel, MethodDescriptor<Q, ?> method, Q request) {
        return catchThrowableOfType(StatusRuntimeException.class, () -> call(channel, method, request))
                .getStatus();
    }

    private static <M> void checkCall(
            ManagedChannel channel, MessageType<M> type, MethodDescriptor<M, M> method, int number) {
        M reply = call(channel, method, type.message(number));
        assertThat(type.fields(reply)).isEqualTo(type.fields(type.message(number)));
    }

    private static <Q, R> R call(ManagedChannel channel, MethodDescriptor<Q, R> method, Q request) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
        return ClientCalls.blockingUnaryCall(channel, method, options, request);
    }

    private static <M> Server serve(ServerBuilder<?> builder, MethodDescriptor<M, M> method) throws IOException {
        return builder.addService(ServerServiceDefinition.builder("test")
                        .addMethod(method, ServerCalls.asyncUnaryCall((request, reply) -> {
                            reply.onNext(request);
                            reply.onCompleted();
                        }))
                        .build())
                .build()
                .start();
    }

    private static <T> MethodDescriptor<T, T> method(Marshaller<T> marshaller) {
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodType.UNARY)
                .setFullMethodName(CALL)
                .build();
    }

    private static void stop(ManagedChannel channel, Server server) throws InterruptedException {
        assertThat(channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Sends what it is given. */
    private static final class RawBytes implements Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] bytes) {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Sees malformed bytes in place of whatever was received. */
    private record RefusingReplies<M>(Marshaller<M> marshaller) implements Marshaller<M> {
        @Override
        public InputStream stream(M message) {
            return marshaller.stream(message);
        }

        @Override
        public M parse(InputStream stream) {
            return Wire.decode(marshaller, MALFORMED);
        }
    }
}
