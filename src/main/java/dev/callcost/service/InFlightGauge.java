package dev.callcost.service;

import java.util.function.LongSupplier;

/**
 * The number of working handlers, weighted by time. Each handler enters and leaves, so the mean over any window is exact.
 *
 * <p>This is the number in flight of Little's law (J. D. C. Little, "A Proof for the Queuing Formula: L = lambda W", 1961), seen from the server. It
 * is compared with arrival rate times latency and with the number that the client keeps in flight. A handler that waits for a lock counts.
 *
 * <p>One short lock guards all fields, and the clock is read inside, so stamps never decrease and a snapshot is consistent. A handler pays two clock
 * readings and two uncontended locks, far less than its call costs. No handler waits while it holds the lock, so a virtual thread does not pin its
 * carrier for longer.
 */
public final class InFlightGauge {
    private final LongSupplier clock;
    private long stamp;
    private long handlerNanos;
    private long entered;
    private int inFlight;
    private int maximum;

    public InFlightGauge() {
        this(System::nanoTime);
    }

    InFlightGauge(LongSupplier clock) {
        this.clock = clock;
        this.stamp = clock.getAsLong();
    }

    public synchronized void enter() {
        advance();
        entered++;
        inFlight++;
        maximum = Math.max(maximum, inFlight);
    }

    /** @throws IllegalStateException when no handler is working */
    public synchronized void leave() {
        if (inFlight == 0) {
            throw new IllegalStateException("a handler left that had not entered");
        }
        advance();
        inFlight--;
    }

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
     * @param atNanos the moment, on the gauge's clock
     * @param handlerNanos the integral of the number of working handlers over time, in handlers x nanoseconds
     * @param entered handlers that have entered so far
     * @param inFlight handlers working at this moment
     * @param maximum the largest number of handlers that worked at once
     */
    public record Snapshot(long atNanos, long handlerNanos, long entered, int inFlight, int maximum) {}
}
