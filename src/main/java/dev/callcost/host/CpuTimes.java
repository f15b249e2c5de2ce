package dev.callcost.host;

import java.util.Arrays;
import java.util.Optional;

/**
 * The time of all CPUs together since the system started, in the kernel's ticks ({@code proc_stat(5)}). The JDK tells load, not steal.
 *
 * @param total whatever it was spent on
 * @param stolen kept from a virtual machine by its host
 */
public record CpuTimes(long total, long stolen) {
    private static final int STEAL = 7;

    /** Reads them; empty where the system does not tell. */
    public static Optional<CpuTimes> read(KernelFiles files) {
        return files.first("proc/stat")
                .map(line -> Arrays.stream(line.split(" +"))
                        .skip(1)
                        .mapToLong(Long::parseLong)
                        .toArray())
                .filter(ticks -> ticks.length > STEAL)
                // what follows, the time of guests, is in user time already
                .map(ticks -> new CpuTimes(Arrays.stream(ticks, 0, STEAL + 1).sum(), ticks[STEAL]));
    }

    /** The share of the time since an earlier reading that was stolen, between 0 and 1; 0 when no time has passed. */
    public static Optional<Double> stolenShareSince(Optional<CpuTimes> earlier, KernelFiles files) {
        return earlier.flatMap(before ->
                read(files).map(now -> (double) (now.stolen - before.stolen) / Math.max(1, now.total - before.total)));
    }
}
