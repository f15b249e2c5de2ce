package dev.callcost.state.rate;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * When the calls of a window are due: at random times, as from many independent callers. A window of the same number
 * has the same times in every fork, so that base and head of a comparison have the same arrivals, and random arrivals
 * add no difference between them.
 */
final class Schedule {
    /** A window with fewer calls is refused. */
    static final int FEWEST = 10;

    /** With more calls, the times of a window do not fit into a heap of 1 GB. */
    private static final int MOST = 5_000_000;

    private static final long SEED = 20130512;
    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double rate;

    /** @param rate calls a second */
    Schedule(double rate) {
        this.rate = rate;
    }

    /**
     * Checks that a window has enough calls, and not too many.
     *
     * @throws IllegalArgumentException with the length of a window that has
     */
    void check(long lengthNanos) {
        long calls = Math.round(rate * lengthNanos / SECOND);
        if (calls < FEWEST || calls > MOST) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "a window has %d calls; it needs %d (-r %.0fs), and %d are the most",
                    calls,
                    FEWEST,
                    Math.ceil(FEWEST / rate),
                    MOST));
        }
    }

    /**
     * The times of a window's calls, ascending. Their number is the rate times the length: a random number of calls
     * would move the rate of a window of 1,000 calls by 3 %.
     *
     * @param window the number of the window in its fork; negative for windows that are not measured
     * @return nanoseconds from the window's start
     */
    long[] due(long lengthNanos, int window) {
        long[] due = new long[Math.toIntExact(Math.round(rate * lengthNanos / SECOND))];
        SplittableRandom random = new SplittableRandom(SEED + window);
        for (int call = 0; call < due.length; call++) {
            due[call] = (long) (random.nextDouble() * lengthNanos);
        }
        Arrays.sort(due);
        return due;
    }
}
