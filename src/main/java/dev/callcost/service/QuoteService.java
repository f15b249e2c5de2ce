package dev.callcost.service;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import java.util.function.UnaryOperator;

/** The gRPC service of {@code proto/quote.proto} for the quotes of any wire format: the names of the generated service with another marshaller. */
public final class QuoteService {
    public static final String NAME = "callcost.QuoteService";

    private QuoteService() {}

    /** The measured method, {@code callcost.QuoteService/quote}. */
    public static <Q> MethodDescriptor<Q, Q> quote(Marshaller<Q> marshaller) {
        return MethodDescriptor.newBuilder(marshaller, marshaller)
                .setType(MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(NAME, "quote"))
                .build();
    }

    /**
     * @param marshaller how a quote becomes bytes
     * @param onQuote computes the reply
     * @param <Q> the wire format's quote
     */
    public static <Q> ServerServiceDefinition bind(Marshaller<Q> marshaller, UnaryOperator<Q> onQuote) {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(quote(marshaller), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(onQuote.apply(request));
                    replies.onCompleted();
                }))
                .build();
    }
}
