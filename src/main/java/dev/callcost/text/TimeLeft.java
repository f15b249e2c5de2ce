package dev.callcost.text;

/**
 * How far work is, and how long it still takes. Times are in nanoseconds.
 *
 * @param over the time that has passed
 * @param nanos the time that remains; of no meaning where it is unknown
 */
public record TimeLeft(long over, long nanos, Certainty certainty) {
    /** What is known of the time that remains. */
    enum Certainty {
        ESTIMATE,
        LIMIT,
        UNKNOWN
    }

    public static TimeLeft about(long over, long left) {
        return new TimeLeft(over, left, Certainty.ESTIMATE);
    }

    /** The work may end sooner. A limit does not jump as an estimate does. */
    public static TimeLeft atMost(long over, long left) {
        return new TimeLeft(over, left, Certainty.LIMIT);
    }

    public static TimeLeft unknown(long over) {
        return new TimeLeft(over, 0, Certainty.UNKNOWN);
    }

    TimeLeft after(long passed) {
        return new TimeLeft(over + passed, Math.max(0, nanos - passed), certainty);
    }

    /** Which share of the time has passed; 0 where it is unknown. */
    double share() {
        return certainty == Certainty.UNKNOWN ? 0 : (double) over / Math.max(1, over + nanos);
    }

    /** What follows other words, such as {@code ", at most 6 min left"}; empty where it is unknown. */
    public String text(String separator) {
        return certainty == Certainty.UNKNOWN
                ? ""
                : certainty == Certainty.LIMIT && nanos == 0
                        ? separator + "budget over"
                        : separator + (certainty == Certainty.LIMIT ? "at most " : "") + Numbers.duration(nanos)
                                + " left";
    }
}
