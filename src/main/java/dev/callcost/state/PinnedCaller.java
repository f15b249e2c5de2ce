package dev.callcost.state;

import dev.callcost.transport.Pinning;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A benchmark thread that follows the cell's pinning. JMH runs the trial's set-up on one of its threads, before or after it makes
 * this state; with {@code -t} the others would stay where the scheduler puts them.
 */
@State(Scope.Thread)
public class PinnedCaller {
    private static volatile Pinning inForce = Pinning.FREE;

    private boolean pinned;

    /** Tells all benchmark threads of this JVM which pinning to follow, the cell's. */
    public static void follow(Pinning pinning) {
        inForce = pinning;
    }

    /** Pins this thread as a client's; per iteration, because the trial's states are only then sure to be set up, but once. */
    @Setup(Level.Iteration)
    public void pin() {
        if (!pinned) {
            inForce.pin(Pinning.Side.CLIENT);
            pinned = true;
        }
    }
}
