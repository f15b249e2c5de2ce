package dev.callcost.state.loop;

/**
 * What a closed loop did in a window of time.
 *
 * @param calls calls that ended in it
 * @param callNanos the sum of their latencies, by a stamp before and after each
 * @param elapsedNanos the window's length
 * @param cpuNanos CPU time that the process used in it
 * @param handlersAtOnce handlers at work, weighted by time
 * @param workNanos mean of what a handler's simulated work really took; 0 without any
 */
record Window(long calls, long callNanos, long elapsedNanos, long cpuNanos, double handlersAtOnce, double workNanos) {
    private static final double TOLERANCE = 0.1;

    /** In a window of fewer calls per call in flight the first and the last of each, which count in part only, outweigh the rest. */
    private static final int ENOUGH = 5;

    /** Little's law: throughput times mean latency, which is the number in flight. */
    double lambdaTimesW() {
        return (double) callNanos / elapsedNanos;
    }

    /** Mean latency in nanoseconds. */
    double meanNanos() {
        return (double) callNanos / calls;
    }

    /**
     * Sees to it that as many calls were in flight as there should have been; and, where the handler's work is nearly all of a
     * call, that as many handlers were at work. (Where it is not, most of a call's time passes elsewhere, and the handlers at work
     * are fewer by right.) A window too short to tell passes.
     *
     * @param configured the number in flight
     * @throws IllegalStateException when a number is off by more than a tenth
     */
    void check(int configured) {
        if (calls < (long) ENOUGH * configured) {
            return;
        }
        expect("by throughput times latency there", configured, lambdaTimesW());
        if (workNanos > (1 - TOLERANCE / 2) * meanNanos()) {
            expect("at work in the handlers", configured, handlersAtOnce);
        }
    }

    private static void expect(String what, int configured, double actual) {
        if (Math.abs(actual - configured) > TOLERANCE * configured) {
            throw new IllegalStateException(
                    configured + " calls were to be in flight, but " + what + " were " + actual);
        }
    }
}
