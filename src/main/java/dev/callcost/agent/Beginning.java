package dev.callcost.agent;

import java.util.Optional;

/**
 * Readings at the beginning of what an iteration measures.
 *
 * @param millis since the epoch
 * @param nanos of {@link System#nanoTime()}
 */
record Beginning(long millis, long nanos, Readings readings) {
    private static volatile Beginning told;

    static Beginning now() {
        Readings readings = Readings.now(); // first: what it takes is not measured
        return new Beginning(System.currentTimeMillis(), System.nanoTime(), readings);
    }

    /** Forgets what was told in an earlier iteration. */
    static void forget() {
        told = null;
    }

    /** Notes that the iteration measures from now on. */
    static void tell() {
        told = now();
    }

    /** What was told in this iteration; empty where it measures from JMH's beginning on. */
    static Optional<Beginning> told() {
        return Optional.ofNullable(told);
    }
}
