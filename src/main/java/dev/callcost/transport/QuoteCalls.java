package dev.callcost.transport;

import dev.callcost.wireformat.QuoteFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;

/**
 * The gRPC service of {@code proto/quote.proto} in a wire format: its handler, and calls by a blocking stub.
 *
 * @param <Q> the wire format's quote
 */
public final class QuoteCalls<Q> {
    private static final String NAME = "callcost.QuoteService";

    private final Channel channel;
    private final QuoteFormat<Q> format;
    private final MethodDescriptor<Q, Q> method;

    /** Checks that all fields of a quote come back, the sizes exchanged. */
    QuoteCalls(Channel channel, QuoteFormat<Q> format) {
        this.channel = channel;
        this.format = format;
        this.method = method(format);
        Q reply = invoke(format.quote("ABC", 1L << 60, 12.34, 12.5, 100, 70_000));
        Opened.expect("the quote's symbol", "ABC", format.symbol(reply));
        Opened.expect("the quote's time", 1L << 60, format.time(reply));
        Opened.expect("the quote's bid", 12.34, format.bid(reply));
        Opened.expect("the quote's ask", 12.5, format.ask(reply));
        Opened.expect("the quote's bid size", 70_000, format.bidSize(reply));
        Opened.expect("the quote's ask size", 100, format.askSize(reply));
    }

    private static <Q> MethodDescriptor<Q, Q> method(QuoteFormat<Q> format) {
        return CallService.method(NAME, "quote", MethodType.UNARY, format.marshaller());
    }

    static <Q> ServerServiceDefinition service(QuoteFormat<Q> format) {
        return ServerServiceDefinition.builder(NAME)
                .addMethod(method(format), ServerCalls.asyncUnaryCall((request, replies) -> {
                    replies.onNext(answer(format, request));
                    replies.onCompleted();
                }))
                .build();
    }

    /** Exchanges the quote's two sizes, so the handler reads and writes each field. */
    private static <Q> Q answer(QuoteFormat<Q> format, Q quote) {
        return format.quote(
                format.symbol(quote),
                format.time(quote),
                format.bid(quote),
                format.ask(quote),
                format.askSize(quote),
                format.bidSize(quote));
    }

    /**
     * One call: quote made, sent, answered, received.
     *
     * @return the bid size of the reply, which is the ask size of the request
     */
    public int quote(String symbol, long time, double bid, double ask, int bidSize, int askSize) {
        return format.bidSize(invoke(format.quote(symbol, time, bid, ask, bidSize, askSize)));
    }

    private Q invoke(Q request) {
        return ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request);
    }
}
