package dev.callcost.transport;

import dev.callcost.service.CallFunction;
import dev.callcost.wireformat.CallFormat;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.UnaryOperator;

/**
 * The gRPC service of {@code proto/call.proto} in a wire format: the names of the generated service with another
 * marshaller.
 *
 * @param pinning names the CPUs in the reply of {@code probe}
 * @param <M> the wire format's message
 */
public record CallService<M>(CallFormat<M> format, Pinning pinning) {
    public static final String NAME = "callcost.CallService";

    /** The measured method. */
    MethodDescriptor<M, M> call() {
        return method("call", MethodType.UNARY);
    }

    /** The measured method as one call with many messages. */
    MethodDescriptor<M, M> stream() {
        return method("stream", MethodType.BIDI_STREAMING);
    }

    /** Never measured: its handler shows the set-up on which thread handlers run. */
    MethodDescriptor<M, M> probe() {
        return method("probe", MethodType.UNARY);
    }

    private MethodDescriptor<M, M> method(String name, MethodType type) {
        return MethodDescriptor.newBuilder(format.marshaller(), format.marshaller())
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, name))
                .build();
    }

    /** @param work runs before each answer; null for none */
    ServerServiceDefinition service(Runnable work) {
        return bind(
                work == null
                        ? this::answer
                        : request -> {
                            work.run();
                            return answer(request);
                        });
    }

    private ServerServiceDefinition bind(UnaryOperator<M> onCall) {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(call(), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(onCall.apply(request));
                    replies.onCompleted();
                }))
                .addMethod(stream(), ServerCalls.asyncBidiStreamingCall(replies -> answering(onCall, replies)))
                .addMethod(probe(), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(format.message(0, 0, pinning.currentThread()));
                    replies.onCompleted();
                }))
                .build();
    }

    /** The reply of {@code call}: the function's value, the request's second argument, text and longs. */
    M answer(M request) {
        int i = format.i(request);
        return format.message(CallFunction.apply(format.k(request), i), i, format.text(request), format.longs(request));
    }

    private static <M> StreamObserver<M> answering(UnaryOperator<M> onMessage, StreamObserver<M> replies) {
        return new StreamObserver<>() {
            @Override
            public void onNext(M request) {
                replies.onNext(onMessage.apply(request));
            }

            @Override
            public void onError(Throwable cancelled) {
                // the client is gone, and nobody waits for a reply
            }

            @Override
            public void onCompleted() {
                replies.onCompleted();
            }
        };
    }
}
