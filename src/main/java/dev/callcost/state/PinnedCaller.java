package dev.callcost.state;

import dev.callcost.transport.Pinning;

/**
 * A benchmark thread with the cell's pinning. JMH runs the trial's set-up on one of its threads only, before or after it creates this state; with
 * {@code -t} the other threads would have no pinning.
 */
public class PinnedCaller extends MeasuredThread {
    private static volatile Pinning inForce = Pinning.FREE;

    /** Sets the pinning of all benchmark threads in this JVM. */
    public static void follow(Pinning pinning) {
        inForce = pinning;
    }

    @Override
    protected final Pinning pin(boolean alone) {
        inForce.pin(Pinning.Side.CLIENT);
        return inForce;
    }
}
