package dev.callcost.host;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Other processes at one moment. Of each only its short name and its CPU time are read, never a command line or a path.
 *
 * @param times the CPUs' time at that moment
 * @param byId the processes by their number
 */
public record Processes(CpuTimes times, Map<Long, Used> byId) {
    /** A process that uses less than this share of a CPU is not told of. */
    private static final double HEAVY = 0.05;

    private static final int MOST = 5;

    /** Fields behind a process's name in {@code /proc/PID/stat} (proc_pid_stat(5)), the state being the first. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;
    private static final int START = 19;

    /**
     * The CPU time of a process.
     *
     * @param name its short name
     * @param start when it started, which tells it from a later one of the same number
     * @param ticks in the kernel's ticks
     */
    record Used(String name, String start, long ticks) {}

    /**
     * A process that used the CPU.
     *
     * @param name its short name
     * @param cpus how many CPUs it kept busy
     */
    public record Busy(String name, double cpus) {}

    /** Reads all processes but this one, when the system shows them. */
    static Optional<Processes> read(KernelFiles files) {
        Map<Long, Used> byId = new HashMap<>();
        for (String name : files.names("proc")) {
            if (name.matches("\\d+")
                    && Long.parseLong(name) != ProcessHandle.current().pid()) {
                files.first("proc/" + name + "/stat").ifPresent(line -> byId.put(Long.parseLong(name), used(line)));
            }
        }
        return CpuTimes.read(files).map(times -> new Processes(times, byId));
    }

    /**
     * The processes that are busiest while the calling thread waits, see {@link #busiestSince}; none when the system shows none.
     *
     * @param nanos how long it waits
     */
    public static List<Busy> busiestWithin(KernelFiles files, long nanos) {
        Optional<Processes> earlier = read(files);
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        return earlier.flatMap(before -> read(files).map(now -> now.busiestSince(before)))
                .orElse(List.of());
    }

    private static Used used(String line) {
        int end = line.lastIndexOf(')'); // a name may hold anything
        String[] fields = line.substring(end + 1).strip().split(" ");
        String name = line.substring(line.indexOf('(') + 1, end).replaceAll("[^\\x20-\\x7e]", "?");
        return new Used(name, fields[START], Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]));
    }

    /** The processes that were busiest since an earlier moment, the busiest first; at most five, and none that used little. */
    List<Busy> busiestSince(Processes earlier) {
        double perCpu = Math.max(1, times.since(earlier.times).perCpu());
        return byId.entrySet().stream()
                .map(process -> new Busy(
                        process.getValue().name, ticksSince(earlier, process.getKey(), process.getValue()) / perCpu))
                .filter(busy -> busy.cpus >= HEAVY)
                .sorted(Comparator.comparingDouble(Busy::cpus).reversed())
                .limit(MOST)
                .toList();
    }

    private static long ticksSince(Processes earlier, long id, Used now) {
        Used before = earlier.byId.get(id);
        return before == null || !before.start.equals(now.start) ? now.ticks : now.ticks - before.ticks;
    }
}
