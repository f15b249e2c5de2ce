package dev.callcost.transport;

import dev.callcost.service.QuoteService;
import dev.callcost.wireformat.QuoteFormat;
import io.grpc.ServerServiceDefinition;

/**
 * The handler of the quote service for the quotes of a wire format.
 *
 * @param format its quotes
 * @param <Q> the format's quote
 */
record QuoteHandlers<Q>(QuoteFormat<Q> format) {
    ServerServiceDefinition service() {
        return QuoteService.bind(format.marshaller(), this::answer);
    }

    /** The request with its two sizes exchanged: each field is read and written. */
    private Q answer(Q request) {
        return format.quote(
                format.symbol(request),
                format.time(request),
                format.bid(request),
                format.ask(request),
                format.askSize(request),
                format.bidSize(request));
    }
}
