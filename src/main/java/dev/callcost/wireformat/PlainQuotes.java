package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.io.Serializable;
import java.util.Objects;

/**
 * Quotes of a wire format that takes any object for a message: records of nothing but their fields.
 *
 * @param marshaller the format's own
 */
record PlainQuotes(MethodDescriptor.Marshaller<Quote> marshaller) implements QuoteFormat<PlainQuotes.Quote> {
    /**
     * The quote: just its fields.
     *
     * @param symbol empty in place of null, which a format by reflection gives it for a field that the bytes do not have
     */
    record Quote(String symbol, long time, double bid, double ask, int bidSize, int askSize) implements Serializable {
        Quote {
            symbol = Objects.requireNonNullElse(symbol, "");
        }
    }

    @Override
    public Quote quote(String symbol, long time, double bid, double ask, int bidSize, int askSize) {
        return new Quote(Objects.requireNonNull(symbol), time, bid, ask, bidSize, askSize);
    }

    @Override
    public String symbol(Quote quote) {
        return quote.symbol();
    }

    @Override
    public long time(Quote quote) {
        return quote.time();
    }

    @Override
    public double bid(Quote quote) {
        return quote.bid();
    }

    @Override
    public double ask(Quote quote) {
        return quote.ask();
    }

    @Override
    public int bidSize(Quote quote) {
        return quote.bidSize();
    }

    @Override
    public int askSize(Quote quote) {
        return quote.askSize();
    }
}
