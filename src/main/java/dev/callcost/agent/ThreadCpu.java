package dev.callcost.agent;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A reading of the CPU time of each thread of this process and of its descendants, such as a server in its own JVM
 * ({@code schedstat}, see proc(5)). Two readings give the CPU time of the calls between them.
 *
 * <p>Threads of JIT compilers are left out: at a low rate they use more CPU time than the calls, and less the longer
 * the JVM runs. Threads of the garbage collector, and a pool that client and server share, count as the client's. What
 * a thread did between the first reading and its end is lost.
 */
public final class ThreadCpu {
    private static final double NANOS_PER_MICRO = 1e3;

    /**
     * How the kernel's names of a server's threads begin: of the suite's own servers, and of RMI. A name has at most 15
     * characters.
     */
    private static final String OWN_SERVER = "callcost-server";

    private static final String RMI_SERVER = "RMI TCP ";

    /**
     * In the kernel's names of compilers' threads: {@code C2 CompilerThre}, {@code JVMCI CompilerT}, OpenJ9's
     * {@code JIT Compilation}.
     */
    private static final String COMPILER = "Compil";

    /**
     * At the begin and the end of a reading: the pacer reads, and the CPU time of a reading is no call's. For other
     * threads both are equal.
     */
    private record Used(String metric, long begin, long end) {}

    private final Map<String, Used> byThread = new HashMap<>();

    private ThreadCpu() {}

    /** The calling thread is the pacer. Systems other than Linux have no counters. The first reading loads classes. */
    public static ThreadCpu now() {
        ThreadCpu reading = new ThreadCpu();
        try {
            String pacer = TimerSlack.thread();
            long begin = nanos(pacer);
            reading.add(KernelCounters.SELF, pacer);
            reading.byThread.put(pacer, new Used(Latencies.CPU_PACER, begin, nanos(pacer)));
        } catch (IOException e) {
            // no counters
        }
        return reading;
    }

    private static long nanos(String pacer) {
        long[] numbers = KernelCounters.numbers(KernelCounters.tasks(KernelCounters.SELF) + pacer + "/schedstat");
        return numbers == null ? 0 : numbers[KernelCounters.CPU];
    }

    /**
     * @param pacer the thread of the process that is the pacer; empty for a descendant, all of whose threads are a
     *     server's
     */
    private void add(String process, String pacer) {
        String tasks = KernelCounters.tasks(process);
        for (Map.Entry<String, long[]> thread : KernelCounters.threads(tasks).entrySet()) {
            String id = thread.getKey();
            String name = KernelCounters.text(tasks + id + "/comm");
            String metric = metric(name, pacer.isEmpty());
            if (!metric.isEmpty()) {
                long nanos = thread.getValue()[KernelCounters.CPU];
                byThread.put(id, new Used(metric, nanos, nanos));
            }
            long[] children = KernelCounters.numbers(tasks + id + "/children");
            for (int child = 0; children != null && child < children.length && children[child] > 0; child++) {
                add(Long.toString(children[child]), "");
            }
        }
    }

    /** The part that a thread's time belongs to; empty for a compiler's thread. */
    static String metric(String name, boolean isDescendant) {
        if (name.contains(COMPILER)) {
            return "";
        }
        boolean isServer = isDescendant || name.startsWith(OWN_SERVER) || name.startsWith(RMI_SERVER);
        return isServer ? Latencies.CPU_SERVER : Latencies.CPU_CLIENT;
    }

    /**
     * CPU time per call since an earlier reading of the same thread, in microseconds: {@link Latencies#CPU}, and its
     * parts that have threads. Empty without calls and on systems other than Linux.
     *
     * @param before the earlier reading
     */
    public Map<String, Double> perCall(ThreadCpu before, long calls) {
        Map<String, Double> micros = new TreeMap<>();
        if (calls > 0) {
            for (Map.Entry<String, Used> thread : byThread.entrySet()) {
                Used used = thread.getValue();
                Used earlier = before.byThread.get(thread.getKey());
                double meanwhile = (used.begin - (earlier == null ? 0 : earlier.end)) / (NANOS_PER_MICRO * calls);
                micros.merge(Latencies.CPU, meanwhile, Double::sum);
                micros.merge(used.metric, meanwhile, Double::sum);
            }
        }
        return micros;
    }

    Set<String> threads() {
        return byThread.keySet();
    }
}
