package dev.callcost.wireformat;

/**
 * Market quotes in a wire format: six fields of four types. A price is any double; each format documents the doubles that it changes.
 *
 * @param <Q> the format's quote
 */
public interface QuoteFormat<Q> extends MessageFormat<Q> {
    /**
     * @param symbol any Java string
     * @param time nanoseconds since the epoch
     */
    Q quote(String symbol, long time, double bid, double ask, int bidSize, int askSize);

    /** Never null, and a new string unless the format interns. */
    String symbol(Q quote);

    long time(Q quote);

    double bid(Q quote);

    double ask(Q quote);

    int bidSize(Q quote);

    int askSize(Q quote);
}
