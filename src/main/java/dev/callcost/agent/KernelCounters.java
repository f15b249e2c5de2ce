package dev.callcost.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * What Linux counts (proc(5)): how long each thread of this process has waited for a CPU and how often it was given one, and the
 * machine's steal time. A thread that ends takes its counters with it: what it did since the reading before is not seen. Elsewhere
 * there is nothing to read.
 *
 * <p>It is read after every iteration, and each method that this takes is one more for the JIT compiler to be busy with just when a fork is to
 * get warm: regular expressions, channels and streams here kept it at work for six seconds of a benchmark that is warm after two. Hence digits by
 * hand, and one buffer; JMH's main thread alone reads.
 */
final class KernelCounters {
    private static final String TASKS = "/proc/self/task";
    private static final String STAT = "/proc/stat";

    /** Nanoseconds of the unit of /proc/stat, which is 1/100 s to user space whatever the kernel's own tick is. */
    private static final long TICK_NANOS = 10_000_000;

    /** Places among a line's numbers. */
    private static final int STEAL = 7;

    private static final int RUN_DELAY = 1;
    private static final int COUNT = 2;

    private static final int NUMBERS = STEAL + 1;
    private static final byte[] LINE = new byte[512];

    private final Map<String, long[]> byThread = new HashMap<>();

    private final long stealNanos;

    private KernelCounters() {
        long[] machine = numbers(STAT);
        stealNanos = machine == null ? 0 : TICK_NANOS * machine[STEAL];
        String[] tasks = new File(TASKS).list();
        if (tasks != null) {
            for (String task : tasks) {
                long[] thread = numbers(TASKS + "/" + task + "/schedstat");
                if (thread != null) {
                    byThread.put(task, thread);
                }
            }
        }
    }

    static KernelCounters now() {
        return new KernelCounters();
    }

    /** The machine's steal time since its start. */
    long stealNanos() {
        return stealNanos;
    }

    /** Time that the hypervisor gave to others while this machine's CPUs wanted to run, over all CPUs, in steps of 10 ms. */
    long stealNanosSince(KernelCounters before) {
        return stealNanos - before.stealNanos;
    }

    long runDelayNanosSince(KernelCounters before) {
        return since(before, RUN_DELAY);
    }

    long contextSwitchesSince(KernelCounters before) {
        return since(before, COUNT);
    }

    private long since(KernelCounters before, int place) {
        long sum = 0;
        for (Map.Entry<String, long[]> thread : byThread.entrySet()) {
            long[] earlier = before.byThread.get(thread.getKey());
            sum += thread.getValue()[place] - (earlier == null ? 0 : earlier[place]);
        }
        return sum;
    }

    /** The first numbers in a file's first line; null when it cannot be read, as when a thread has ended meanwhile. */
    private static long[] numbers(String file) {
        int length;
        try (FileInputStream in = new FileInputStream(file)) {
            length = in.read(LINE);
        } catch (IOException e) {
            return null;
        }
        long[] numbers = new long[NUMBERS];
        int at = -1;
        boolean inNumber = false;
        for (int i = 0; i < length && LINE[i] != '\n'; i++) {
            boolean isDigit = LINE[i] >= '0' && LINE[i] <= '9';
            if (isDigit && !inNumber && ++at == NUMBERS) {
                break;
            }
            if (isDigit) {
                numbers[at] = 10 * numbers[at] + LINE[i] - '0';
            }
            inNumber = isDigit;
        }
        return numbers;
    }
}
