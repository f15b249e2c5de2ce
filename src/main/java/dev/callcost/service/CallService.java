package dev.callcost.service;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.UnaryOperator;

/**
 * The gRPC service of {@code proto/call.proto} for the messages of any wire format: the names of the generated service with another marshaller.
 *
 * <p>{@code probe} is never measured: its handler shows the set-up on which thread handlers run.
 */
public final class CallService {
    public static final String NAME = "callcost.CallService";

    private CallService() {}

    /** The measured method, {@code callcost.CallService/call}. */
    public static <M> MethodDescriptor<M, M> call(Marshaller<M> marshaller) {
        return method("call", MethodType.UNARY, marshaller);
    }

    /** The method of the set-up's check, {@code callcost.CallService/probe}. */
    public static <M> MethodDescriptor<M, M> probe(Marshaller<M> marshaller) {
        return method("probe", MethodType.UNARY, marshaller);
    }

    /** The measured method as one call with many messages, {@code callcost.CallService/stream}. */
    public static <M> MethodDescriptor<M, M> stream(Marshaller<M> marshaller) {
        return method("stream", MethodType.BIDI_STREAMING, marshaller);
    }

    /**
     * Binds the methods to their handlers.
     *
     * @param marshaller how a message becomes bytes
     * @param onCall computes the reply of {@code call}, and of each message of {@code stream}
     * @param onProbe computes the reply of {@code probe}
     * @param <M> the wire format's message
     */
    public static <M> ServerServiceDefinition bind(
            Marshaller<M> marshaller, UnaryOperator<M> onCall, UnaryOperator<M> onProbe) {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(call(marshaller), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(onCall.apply(request));
                    replies.onCompleted();
                }))
                .addMethod(
                        stream(marshaller), ServerCalls.asyncBidiStreamingCall(replies -> answering(onCall, replies)))
                .addMethod(probe(marshaller), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(onProbe.apply(request));
                    replies.onCompleted();
                }))
                .build();
    }

    /** Answers each message of a stream with one of its own, until the client ends it. */
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

    private static <M> MethodDescriptor<M, M> method(String method, MethodType type, Marshaller<M> marshaller) {
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, method))
                .build();
    }
}
