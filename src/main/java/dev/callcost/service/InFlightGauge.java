package dev.callcost.service;

import java.util.function.LongSupplier;

/**
 * How many handlers are at work, weighted by time: each handler enters and leaves, and the mean of any window is exact.
 *
 * <p>This is the number in flight of Little's law (J. D. C. Little, "A Proof for the Queuing Formula: L = lambda W", 1961), seen
 * from the server, to be held against arrival rate times latency and against the number that the client was to keep in flight.
 * A handler that waits for a lock is in flight.
 *
 * <p>One short lock guards all of it, and the clock is read inside, so stamps never run backwards and a snapshot is never torn.
 * That costs a handler two clock readings and two uncontended locks, far below the cost of the call that brought it. No handler
 * waits for anything while it holds the lock, so that a virtual thread does not pin its carrier for longer than that.
 */
public final class InFlightGauge {
    private final LongSupplier clock;
    private long stamp;
    private long handlerNanos;
    private long entered;
    private int inFlight;
    private int maximum;

    /** A gauge with nobody at work, by {@link System#nanoTime()}. */
    public InFlightGauge() {
        this(System::nanoTime);
    }

    InFlightGauge(LongSupplier clock) {
        this.clock = clock;
        this.stamp = clock.getAsLong();
    }

    /** A handler begins. */
    public synchronized void enter() {
        advance();
        entered++;
        inFlight++;
        maximum = Math.max(maximum, inFlight);
    }

    /**
     * A handler ends.
     *
     * @throws IllegalStateException when none is at work
     */
    public synchronized void leave() {
        if (inFlight == 0) {
            throw new IllegalStateException("a handler left that had not entered");
        }
        advance();
        inFlight--;
    }

    /** What the gauge shows now. */
    public synchronized Snapshot snapshot() {
        advance();
        return new Snapshot(stamp, handlerNanos, entered, inFlight, maximum);
    }

    private void advance() {
        long now = clock.getAsLong();
        handlerNanos += inFlight * (now - stamp);
        stamp = now;
    }

    /**
     * The gauge at one moment.
     *
     * @param atNanos the moment, on the gauge's clock
     * @param handlerNanos the integral of the number at work over time since the gauge was made, in handlers x nanoseconds
     * @param entered handlers that ever entered
     * @param inFlight handlers at work at the moment
     * @param maximum the most handlers that were ever at work at once
     */
    public record Snapshot(long atNanos, long handlerNanos, long entered, int inFlight, int maximum) {
        /**
         * The time-weighted mean number at work between two moments.
         *
         * @param earlier the window's start
         * @return handlers
         * @throws IllegalArgumentException when no time passed between the two
         */
        public double meanSince(Snapshot earlier) {
            long elapsed = atNanos - earlier.atNanos;
            if (elapsed <= 0) {
                throw new IllegalArgumentException("a window of " + elapsed + " ns has no mean");
            }
            return (double) (handlerNanos - earlier.handlerNanos) / elapsed;
        }
    }
}
