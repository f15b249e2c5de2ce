package dev.callcost.host;

import java.util.Arrays;
import java.util.Optional;

/**
 * The time of all CPUs since the system started, in the kernel's ticks ({@code proc_stat(5)}). The JDK reports load, not steal.
 *
 * @param stolen time that the hypervisor gave to others
 */
public record CpuTimes(long total, long stolen) {
    private static final int STEAL = 7;

    /** Empty where the system has no such file. */
    public static Optional<CpuTimes> read(KernelFiles files) {
        return files.first("proc/stat")
                .map(line -> Arrays.stream(line.split(" +"))
                        .skip(1)
                        .mapToLong(Long::parseLong)
                        .toArray())
                .filter(ticks -> ticks.length > STEAL)
                // the fields that follow are the time of guests, which user time includes
                .map(ticks -> new CpuTimes(Arrays.stream(ticks, 0, STEAL + 1).sum(), ticks[STEAL]));
    }

    /** The stolen share of the time since an earlier reading, between 0 and 1; 0 when no time has passed. */
    public static Optional<Double> stolenShareSince(Optional<CpuTimes> earlier, KernelFiles files) {
        return earlier.flatMap(before ->
                read(files).map(now -> (double) (now.stolen - before.stolen) / Math.max(1, now.total - before.total)));
    }
}
