package dev.callcost.wireformat;

import io.grpc.MethodDescriptor;
import java.io.Serializable;
import java.util.Objects;

/** Quotes in a wire format that encodes any object: records of only their fields. */
record PlainQuotes(MethodDescriptor.Marshaller<Quote> marshaller) implements QuoteFormat<PlainQuotes.Quote> {
    /** @param symbol empty in place of null, which formats by reflection pass for an absent field */
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
