package dev.callcost.service;

/** Sums the real durations of delays that have ended, for the closed-loop bound: servers / mean delay is the highest throughput. */
public final class DelayMeter {
    private long count;
    private long nanos;

    /** @param taken what {@link Delay#pass(long)} returned, in nanoseconds */
    public synchronized void add(long taken) {
        count++;
        nanos += taken;
    }

    public synchronized Total total() {
        return new Total(count, nanos);
    }

    /** @param nanos the sum of the delays in nanoseconds */
    public record Total(long count, long nanos) {}
}
