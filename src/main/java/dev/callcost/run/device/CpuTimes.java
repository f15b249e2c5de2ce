package dev.callcost.run.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What the CPUs of the machine have done since it started, all together, by the first line of {@code /proc/stat} (proc(5)). Zero where
 * there is no such file.
 *
 * @param all all time, in the kernel's ticks
 * @param steal the part that the hypervisor gave to others
 */
public record CpuTimes(long all, long steal) {
    private static final Path FILE = Path.of("/proc/stat");
    private static final int STEAL = 7;

    /** The times at this moment. */
    public static CpuTimes now() {
        try (Stream<String> lines = Files.lines(FILE)) {
            return lines.limit(1).map(CpuTimes::of).findFirst().orElse(new CpuTimes(0, 0));
        } catch (IOException e) {
            return new CpuTimes(0, 0);
        }
    }

    /** Reads the line that begins with {@code cpu}; what comes after steal is in the parts before it already. */
    static CpuTimes of(String line) {
        long[] ticks = Arrays.stream(line.split(" +"))
                .skip(1)
                .limit(STEAL + 1)
                .mapToLong(Long::parseLong)
                .toArray();
        return new CpuTimes(Arrays.stream(ticks).sum(), ticks.length > STEAL ? ticks[STEAL] : 0);
    }

    /** The share of all time from now until later that the hypervisor gave to others. */
    public double stealShareUntil(CpuTimes later) {
        long ticks = later.all - all;
        return ticks <= 0 ? 0 : (double) (later.steal - steal) / ticks;
    }
}
