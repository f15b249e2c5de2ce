package dev.callcost.host;

import java.util.Arrays;
import java.util.Optional;

/**
 * The time of all CPUs together since the system started, in the kernel's ticks ({@code proc_stat(5)}).
 *
 * @param total whatever it was spent on
 * @param stolen kept from a virtual machine by its host
 * @param cpus how many CPUs there are
 */
public record CpuTimes(long total, long stolen, int cpus) {
    private static final int STEAL = 7;

    /** Reads them, when the system has them. */
    public static Optional<CpuTimes> read(KernelFiles files) {
        int cpus = (int) files.lines("proc/stat").stream()
                .filter(line -> line.matches("cpu\\d+ .*"))
                .count();
        return files.first("proc/stat")
                .map(line -> Arrays.stream(line.split(" +"))
                        .skip(1)
                        .mapToLong(Long::parseLong)
                        .toArray())
                .filter(ticks -> ticks.length > STEAL)
                // what follows, the time of guests, is in user time already
                .map(ticks -> new CpuTimes(Arrays.stream(ticks, 0, STEAL + 1).sum(), ticks[STEAL], cpus));
    }

    /** What was spent since an earlier reading. */
    public CpuTimes since(CpuTimes earlier) {
        return new CpuTimes(total - earlier.total, stolen - earlier.stolen, cpus);
    }

    /** The share of the time since then that was stolen, between 0 and 1; empty when the system tells no times. */
    public static Optional<Double> stolenShareSince(Optional<CpuTimes> earlier, KernelFiles files) {
        return earlier.flatMap(times -> read(files).map(now -> now.since(times)))
                .map(CpuTimes::stolenShare);
    }

    /** The share that was stolen; 0 when no time has passed. */
    double stolenShare() {
        return total <= 0 ? 0 : (double) stolen / total;
    }

    /** The ticks that one CPU had. */
    double perCpu() {
        return (double) total / Math.max(1, cpus);
    }
}
