package dev.callcost.doctor;

import dev.callcost.agent.Canary;

/**
 * What the canary says of the machine at one moment: steal time and pressure counters of a virtual machine do not see a neighbour on the same
 * core.
 *
 * @param canaryNanos the median time of the canary's work
 * @param wakeUpNanos half the median time of a round trip between two threads that park
 */
public record Song(long canaryNanos, long wakeUpNanos) {
    private static final int RUNS = 31;

    /** Does the work, in a few milliseconds, on the CPUs that the calling thread may use; the first time is the compiler's. */
    public static Song sing() {
        long[] times = new long[RUNS];
        for (int run = 0; run < RUNS; run++) {
            times[run] = Canary.sing();
        }
        try (PingPong threads = new PingPong()) {
            return new Song(
                    Quantiles.of(times).median(),
                    Quantiles.of(threads.roundTrips(RUNS)).median() / 2);
        }
    }
}
