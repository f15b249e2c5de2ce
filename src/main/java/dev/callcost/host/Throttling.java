package dev.callcost.host;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How much the kernel has slowed CPUs down or kept them from the process. The counts only grow: what matters is the difference of two
 * readings.
 *
 * @param heatEvents how often a core or a package was too hot for its speed, added up over all CPUs, so that CPUs of one core count twice
 *     ({@code sysfs-devices-system-cpu} in the kernel's ABI); null where CPUs do not tell, as on most virtual machines
 * @param quotaNanos how long the process's control groups and those they are in had used up their CPU quota, added up over CPUs
 *     ({@code cgroup-v2.rst}, {@code sched-bwc.rst}); null where they do not tell
 */
public record Throttling(Long heatEvents, Long quotaNanos) {
    private static final String CPUS = "sys/devices/system/cpu/";
    private static final List<String> HEAT = List.of("core_throttle_count", "package_throttle_count");
    private static final Pattern QUOTA = Pattern.compile("throttled_(usec|time) (\\d+)");

    /** Reads it. */
    public static Throttling read(KernelFiles files) {
        return new Throttling(
                sum(files.names(CPUS).stream()
                        .filter(name -> name.matches("cpu\\d+"))
                        .flatMap(cpu -> HEAT.stream().map(count -> CPUS + cpu + "/thermal_throttle/" + count))
                        .flatMap(count -> files.first(count).stream())
                        .map(Long::valueOf)),
                sum(Limits.directories(files, "cpu").stream()
                        .flatMap(directory -> files.lines(directory + "cpu.stat").stream())
                        .flatMap(line -> quotaNanos(line).stream())));
    }

    private static Long sum(Stream<Long> counts) {
        return counts.reduce(Long::sum).orElse(null);
    }

    /** Version 2 of control groups counts microseconds, version 1 nanoseconds. */
    private static Optional<Long> quotaNanos(String line) {
        return QUOTA.matcher(line)
                .results()
                .map(found -> Long.parseLong(found.group(2)) * (found.group(1).equals("usec") ? 1000 : 1))
                .findFirst();
    }

    /** What has come to it since an earlier reading. */
    public Throttling since(Throttling earlier) {
        return new Throttling(difference(heatEvents, earlier.heatEvents), difference(quotaNanos, earlier.quotaNanos));
    }

    private static Long difference(Long now, Long before) {
        return now == null || before == null ? null : Long.valueOf(now - before);
    }

    /** Whether a CPU was too hot. */
    public boolean isHot() {
        return heatEvents != null && heatEvents > 0;
    }
}
