package dev.callcost.doctor;

import dev.callcost.agent.Canary;

/**
 * What the canary says of the machine at one moment: steal time and pressure counters of a virtual machine do not see a neighbour on the same
 * core.
 *
 * @param canaryNanos the median time of the canary's work
 * @param chainNanos the median time of as many multiplications, which such a neighbour hardly slows
 * @param wakeUpNanos half the median time of a round trip between two threads that park
 */
public record Song(long canaryNanos, long chainNanos, long wakeUpNanos) {
    private static final int RUNS = 31;

    /** Does the work, in a few milliseconds, on the CPUs that the calling thread may use; the first time is the compiler's. */
    public static Song sing() {
        long[] canary = new long[RUNS];
        long[] chain = new long[RUNS];
        for (int run = 0; run < RUNS; run++) {
            canary[run] = Canary.sing();
            chain[run] = Chain.nanos();
        }
        try (PingPong threads = new PingPong()) {
            return new Song(
                    Quantiles.of(canary).median(),
                    Quantiles.of(chain).median(),
                    Quantiles.of(threads.roundTrips(RUNS)).median() / 2);
        }
    }
}
