package dev.callcost.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** CPU use of other processes. Only a process's name and CPU time are read, never its command line or folder. */
public final class Processes {
    /** Processes that use less of a CPU are not reported. */
    private static final double HEAVY = 0.05;

    private static final int MOST = 5;

    private Processes() {}

    /** @param cpus how many CPUs it kept busy */
    public record Busy(String name, double cpus) {}

    record ProcessCpu(String name, Duration cpu) {}

    /** The busiest other processes while the calling thread waits: at most five, the busiest first. */
    public static List<Busy> busiestWithin(long nanos) {
        Map<ProcessHandle, ProcessCpu> before = others();
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        return busiest(before, others(), System.nanoTime() - start);
    }

    /** Handles are equal only for the same process, and not for a later one with the same process id. */
    private static Map<ProcessHandle, ProcessCpu> others() {
        return ProcessHandle.allProcesses()
                .filter(process -> !process.equals(ProcessHandle.current()))
                .collect(Collectors.toMap(
                        process -> process,
                        process -> new ProcessCpu(
                                name(process), process.info().totalCpuDuration().orElse(Duration.ZERO))));
    }

    /**
     * The kernel's short name, which Linux shows for every process; elsewhere the name of the program's file, if it is
     * visible.
     */
    private static String name(ProcessHandle process) {
        return KernelFiles.HERE
                .first("proc/" + process.pid() + "/comm")
                .or(() -> process.info()
                        .command()
                        .map(file -> Path.of(file).getFileName().toString()))
                .orElse(KernelFiles.UNKNOWN)
                .replaceAll("[^\\x20-\\x7e]", "?");
    }

    /**
     * @param before what each process had used, by its identity
     * @param after the same {@code nanos} later
     */
    static List<Busy> busiest(Map<?, ProcessCpu> before, Map<?, ProcessCpu> after, long nanos) {
        return after.entrySet().stream()
                .map(process -> {
                    ProcessCpu then = before.get(process.getKey());
                    Duration cpu = process.getValue().cpu;
                    return new Busy(
                            process.getValue().name,
                            (double) (then == null ? cpu : cpu.minus(then.cpu)).toNanos() / nanos);
                })
                .filter(busy -> busy.cpus >= HEAVY)
                .sorted(Comparator.comparingDouble(Busy::cpus).reversed())
                .limit(MOST)
                .toList();
    }
}
