package dev.callcost.service;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import java.util.function.UnaryOperator;

/**
 * The gRPC service of {@code proto/call.proto} for messages of any wire format: the same names as the generated service, the
 * marshaller to choose.
 *
 * <p>Beside {@code call} it has {@code probe}, never measured: its handler lets the set-up see on which thread handlers run.
 */
public final class CallService {
    /** The service's full name, that of {@code proto/call.proto}. */
    public static final String NAME = "callcost.CallService";

    private CallService() {}

    /** The measured method, {@code callcost.CallService/call}, for the messages of a marshaller. */
    public static <M> MethodDescriptor<M, M> call(Marshaller<M> marshaller) {
        return unary("call", marshaller);
    }

    /** The method of the set-up's check, {@code callcost.CallService/probe}, for the messages of a marshaller. */
    public static <M> MethodDescriptor<M, M> probe(Marshaller<M> marshaller) {
        return unary("probe", marshaller);
    }

    /**
     * Binds both methods to their handlers.
     *
     * @param marshaller how a message becomes bytes
     * @param onCall computes the reply of {@code call}
     * @param onProbe computes the reply of {@code probe}
     * @param <M> the wire format's message
     * @return the service, to be added to a server
     */
    public static <M> ServerServiceDefinition bind(
            Marshaller<M> marshaller, UnaryOperator<M> onCall, UnaryOperator<M> onProbe) {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(call(marshaller), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(onCall.apply(request));
                    replies.onCompleted();
                }))
                .addMethod(probe(marshaller), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(onProbe.apply(request));
                    replies.onCompleted();
                }))
                .build();
    }

    private static <M> MethodDescriptor<M, M> unary(String method, Marshaller<M> marshaller) {
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, method))
                .build();
    }
}
