package dev.callcost.state;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Arguments of the {@value #CALLS} calls that make one operation of a nanosecond rung.
 *
 * <p>Both arrays are filled in set-up and not written again: a k that were fed back across operations would grow by 7 every few
 * nanoseconds and wrap within a second, which changes the score inside an iteration. Each i is its own array element, so that no
 * comparison with i can be moved out of the loop over calls, and is 7 or more: one way through the function, as in its source.
 */
@State(Scope.Thread)
public class CallArguments extends LocalCaller {
    /** Calls in an operation; JMH divides by it. */
    public static final int CALLS = 8;

    /** Values to start from, above those that {@link Integer#valueOf(int)} caches; the first alone for the latency-bound shape. */
    public int[] k;

    /** How many of the function's steps add. */
    public int[] i;

    /** Fills both arrays. */
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
