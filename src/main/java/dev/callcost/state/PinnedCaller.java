package dev.callcost.state;

import dev.callcost.transport.Pinning;

/**
 * A benchmark thread that follows the cell's pinning. JMH runs the trial's set-up on one of its threads, before or after it makes
 * this state; with {@code -t} the others would stay where the scheduler puts them.
 */
public class PinnedCaller extends MeasuredThread {
    private static volatile Pinning inForce = Pinning.FREE;

    /** Tells all benchmark threads of this JVM which pinning to follow, the cell's. */
    public static void follow(Pinning pinning) {
        inForce = pinning;
    }

    @Override
    protected final Pinning pin(boolean alone) {
        inForce.pin(Pinning.Side.CLIENT);
        return inForce;
    }
}
