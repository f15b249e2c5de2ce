package dev.callcost.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits that control groups, mostly a container's, set for the process: the tightest one from its own group up to
 * the root. The JDK does not report them: {@code availableProcessors} rounds a quota up, and JDK 17 ignores limits of
 * groups further up. Both versions are read, see the kernel's {@code cgroup-v2.rst} and {@code cgroup-v1}.
 *
 * @param cpus CPU time per elapsed time, null for no limit
 * @param memoryBytes null for no limit
 */
public record Limits(Double cpus, Long memoryBytes) {
    private static final String MOUNT = "sys/fs/cgroup/";

    /** Without a limit it is {@code max 100000} in version 2, {@code -1 100000} in version 1. */
    private static final Pattern QUOTA_AND_PERIOD = Pattern.compile("(\\d+) (\\d+)");

    /** Version 1 writes "no limit" as the largest number of whole pages. */
    private static final long NO_LIMIT = 1L << 60;

    public static Limits read(KernelFiles files) {
        return new Limits(
                directories(files, "cpu").stream()
                        .flatMap(directory -> cpus(files, directory).stream())
                        .min(Double::compare)
                        .orElse(null),
                directories(files, "memory").stream()
                        .flatMap(directory -> memory(files, directory).stream())
                        .min(Long::compare)
                        .orElse(null));
    }

    /** The memory that this process may use with its children: the machine's, within the tightest limit. */
    public static long memory(KernelFiles files) {
        return smaller(files, "MemTotal");
    }

    /** The memory that is free for further processes. */
    public static long idleMemory(KernelFiles files) {
        return smaller(files, "MemAvailable");
    }

    private static long smaller(KernelFiles files, String field) {
        long machines = files.field("proc/meminfo", field)
                .map(kibibytes -> Long.parseLong(kibibytes.replaceAll("\\D", "")) << 10)
                .orElse(Long.MAX_VALUE);
        Long limit = read(files).memoryBytes;
        return limit == null ? machines : Math.min(machines, limit);
    }

    /**
     * The directories of the process's groups and of their parents. A container may have its own group as the root.
     *
     * @param controller version 1 has a hierarchy for each controller, version 2 one for all
     */
    static List<String> directories(KernelFiles files, String controller) {
        List<String> directories = new ArrayList<>();
        for (String line : files.lines("proc/self/cgroup")) {
            String[] hierarchy = line.split(":", 3);
            boolean ofAll = hierarchy[1].isEmpty();
            if (ofAll || List.of(hierarchy[1].split(",")).contains(controller)) {
                String directory = MOUNT + (ofAll ? "" : controller + "/");
                directories.add(directory);
                for (String group : hierarchy[2].split("/")) {
                    if (!group.isEmpty()) {
                        directory += group + "/";
                        directories.add(directory);
                    }
                }
            }
        }
        return directories;
    }

    private static Optional<Double> cpus(KernelFiles files, String directory) {
        return files.first(directory + "cpu.max")
                .or(() -> files.first(directory + "cpu.cfs_quota_us")
                        .map(quota -> quota + " "
                                + files.first(directory + "cpu.cfs_period_us").orElse("")))
                .map(QUOTA_AND_PERIOD::matcher)
                .filter(Matcher::matches)
                .map(found -> Double.parseDouble(found.group(1)) / Double.parseDouble(found.group(2)));
    }

    private static Optional<Long> memory(KernelFiles files, String directory) {
        return files.first(directory + "memory.max")
                .or(() -> files.first(directory + "memory.limit_in_bytes"))
                .filter(text -> text.matches("\\d+"))
                .map(Long::valueOf)
                .filter(bytes -> bytes < NO_LIMIT);
    }
}
