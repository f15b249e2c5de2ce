package dev.callcost.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Counts the busy threads of a fork and of the processes that it started, as Linux tells. The row needs CPUs for them.
 *
 * <p>The JVM's compiler threads do not count, because a warm fork has no work for them, and neither do threads that
 * work while all others stand still. Threads of collectors that work beside the program, such as ZGC's, count.
 *
 * <p>Threads, and not CPU time: two threads that wait for each other in turns use the time of one CPU, and are much
 * slower on two CPUs than on one.
 */
public final class BusyThreads {
    /**
     * A thread with less of the time of the busiest one leaves the CPU to the others, however much of it other programs
     * take.
     */
    private static final double BUSY = 0.1;

    /** A thread with a smaller share of a CPU is idle. */
    private static final double IDLE = 0.01;

    /** The kernel has the first 15 letters of a thread's name. */
    private static final Pattern JVMS = Pattern.compile("(C[12] Compile|JVMCI|Sweeper|VM |GC Thread|G1 ).*");

    private final List<String> processes;
    private final Map<String, Long> cpuNanos = new HashMap<>();

    /**
     * Reads what the threads did so far; nothing where the system does not tell.
     *
     * @param processes ids, the fork's first
     */
    public BusyThreads(List<String> processes) {
        this.processes = processes;
        for (String process : processes) {
            String tasks = KernelCounters.tasks(process);
            KernelCounters.threads(tasks)
                    .forEach((thread, numbers) -> cpuNanos.put(tasks + thread, numbers[KernelCounters.CPU]));
        }
    }

    /**
     * How many threads have been busy since then.
     *
     * @param nanos how long the processes could run
     */
    public int since(BusyThreads before, long nanos) {
        long[] spent = cpuNanos.entrySet().stream()
                .filter(thread -> isOfProgram(thread.getKey()))
                .mapToLong(thread -> thread.getValue() - before.cpuNanos.getOrDefault(thread.getKey(), 0L))
                .toArray();
        double least = Math.max(IDLE * nanos, BUSY * LongStream.of(spent).max().orElse(0));
        return (int) LongStream.of(spent).filter(thread -> thread > least).count();
    }

    /** JMH's own thread, which is named like the process, only works between iterations. */
    private boolean isOfProgram(String thread) {
        String fork = KernelCounters.tasks(processes.get(0));
        String name = KernelCounters.text(thread + "/comm");
        return !JVMS.matcher(name).matches()
                && !(thread.startsWith(fork) && name.equals(KernelCounters.text(fork + "../comm")));
    }
}
