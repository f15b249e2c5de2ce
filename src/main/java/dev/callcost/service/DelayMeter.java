package dev.callcost.service;

/**
 * Sums what delays really took, for the closed-loop bound: servers / mean delay is the most that can be served.
 *
 * <p>A delay counts when it is over. One lock keeps number and sum together.
 */
public final class DelayMeter {
    private long count;
    private long nanos;

    /**
     * Adds a delay.
     *
     * @param taken what {@link Delay#pass(long)} returned, in nanoseconds
     */
    public synchronized void add(long taken) {
        count++;
        nanos += taken;
    }

    /** All delays up to now. */
    public synchronized Total total() {
        return new Total(count, nanos);
    }

    /**
     * Delays up to a moment.
     *
     * @param count how many
     * @param nanos their sum in nanoseconds
     */
    public record Total(long count, long nanos) {
        /**
         * The delays between two moments.
         *
         * @param earlier the window's start
         * @return number and sum of those that ended in between
         */
        public Total since(Total earlier) {
            return new Total(count - earlier.count, nanos - earlier.nanos);
        }

        /** The mean delay in nanoseconds; NaN when there was none. */
        public double meanNanos() {
            return (double) nanos / count;
        }
    }
}
