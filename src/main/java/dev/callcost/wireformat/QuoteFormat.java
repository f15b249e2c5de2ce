package dev.callcost.wireformat;

/**
 * Market quotes in a wire format: six fields of four types. A price is any double; what a format does to some of them it says itself.
 *
 * @param <Q> the format's quote
 */
public interface QuoteFormat<Q> extends MessageFormat<Q> {
    /**
     * Makes a quote.
     *
     * @param symbol what is traded, any Java string; not null
     * @param time nanoseconds since the epoch
     * @param bid the best price that is paid
     * @param ask the best price that is asked
     * @param bidSize how many are bought at the bid
     * @param askSize how many are sold at the ask
     */
    Q quote(String symbol, long time, double bid, double ask, int bidSize, int askSize);

    /** What is traded; never null, and a new string unless the format says that it interns. */
    String symbol(Q quote);

    /** Nanoseconds since the epoch. */
    long time(Q quote);

    /** The best price that is paid. */
    double bid(Q quote);

    /** The best price that is asked. */
    double ask(Q quote);

    /** How many are bought at the bid. */
    int bidSize(Q quote);

    /** How many are sold at the ask. */
    int askSize(Q quote);
}
