package dev.callcost.transport;

import dev.callcost.service.QuoteService;
import dev.callcost.wireformat.QuoteFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;

/**
 * The quote service in a wire format: its handler, and calls by a blocking stub.
 *
 * @param <Q> the wire format's quote
 */
public final class QuoteCalls<Q> {
    private final Channel channel;
    private final QuoteFormat<Q> format;
    private final MethodDescriptor<Q, Q> method;

    /** Checks that all fields of a quote come back, the sizes exchanged. */
    QuoteCalls(Channel channel, QuoteFormat<Q> format) {
        this.channel = channel;
        this.format = format;
        this.method = QuoteService.quote(format.marshaller());
        Q reply = invoke(format.quote("ABC", 1L << 60, 12.34, 12.5, 100, 70_000));
        Ran.expect("the quote's symbol", "ABC", format.symbol(reply));
        Ran.expect("the quote's time", 1L << 60, format.time(reply));
        Ran.expect("the quote's bid", 12.34, format.bid(reply));
        Ran.expect("the quote's ask", 12.5, format.ask(reply));
        Ran.expect("the quote's bid size", 70_000, format.bidSize(reply));
        Ran.expect("the quote's ask size", 100, format.askSize(reply));
    }

    /** The service. Its handler exchanges the quote's two sizes, so it reads and writes each field. */
    static <Q> ServerServiceDefinition service(QuoteFormat<Q> format) {
        return QuoteService.bind(
                format.marshaller(),
                request -> format.quote(
                        format.symbol(request),
                        format.time(request),
                        format.bid(request),
                        format.ask(request),
                        format.askSize(request),
                        format.bidSize(request)));
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
