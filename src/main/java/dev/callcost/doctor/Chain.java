package dev.callcost.doctor;

import dev.callcost.agent.Canary;

/**
 * As many multiplications as the canary's work has instructions, each of the one before: what a core does at one pace, whatever else it does. On the
 * machine of results/genoa-vm-noise it takes 15.6 to 16.8 us whether a neighbour makes the canary's work take twice as long or not.
 */
final class Chain {
    /** The least of several runs counts, as the canary's. */
    private static final int RUNS = 4;

    /** Sees to it that the result is used. */
    private static volatile int sink;

    private Chain() {}

    /** What it takes, in nanoseconds. */
    static long nanos() {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long start = System.nanoTime();
            sink = multiply((int) start);
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    /** The addend keeps the product from being computed by its powers. */
    private static int multiply(int start) {
        int product = start;
        for (int i = 0; i < Canary.INSTRUCTIONS; i++) {
            product = product * 0x2545F491 + i;
        }
        return product;
    }
}
