package dev.callcost.state;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Arguments of the {@value #CALLS} calls in one operation of a nanosecond rung. Nothing changes them after set-up: a k that operations feed back would
 * wrap within a second, which changes the score inside an iteration. Each i has its own array element, so the JIT cannot move a comparison with i out
 * of the loop over calls; each i is 7 or more, so the function takes one path, as in its source.
 */
@State(Scope.Thread)
public class CallArguments extends MeasuredThread.Local {
    public static final int CALLS = 8;

    /** Start values, above those that {@link Integer#valueOf(int)} caches; the latency-bound shape uses the first only. */
    public int[] k;

    public int[] i;

    @Setup(Level.Trial)
    public void fill() {
        k = new int[CALLS];
        i = new int[CALLS];
        for (int n = 0; n < CALLS; n++) {
            k[n] = 1_000 + n;
            i[n] = 7 + n;
        }
    }
}
