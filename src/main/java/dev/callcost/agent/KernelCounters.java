package dev.callcost.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What Linux counts (proc(5)): how long each thread of this process has waited for a CPU and how often it was given one, the process's
 * time in the kernel, the machine's steal time, and what went through its loopback interface, whoever sent it. A thread that ends takes
 * its counters with it: what it did since the reading before is not seen. Elsewhere there is nothing to read.
 *
 * <p>It is read after every iteration, and each method that this takes is one more for the JIT compiler to be busy with just when a fork is to
 * get warm: regular expressions, channels and streams here kept it at work for six seconds of a benchmark that is warm after two. Hence digits by
 * hand, and one buffer; JMH's main thread alone reads.
 */
final class KernelCounters {
    private static final String TASKS = "/proc/self/task";
    private static final String STAT = "/proc/stat";
    private static final String OWN_STAT = "/proc/self/stat";
    private static final String LOOPBACK = "/sys/class/net/lo/statistics/";

    /** Nanoseconds of the unit of both stat files, which is 1/100 s to user space whatever the kernel's own tick is. */
    private static final long TICK_NANOS = 10_000_000;

    /** Places among a line's numbers. */
    private static final int STEAL = 7;

    private static final int RUN_DELAY = 1;
    private static final int COUNT = 2;

    /** That of {@code stime}, counted from behind the command's name, which may have digits. */
    private static final int SYSTEM = 11;

    private static final int NUMBERS = SYSTEM + 1;
    private static final byte[] LINE = new byte[512];

    private final Map<String, long[]> byThread = new HashMap<>();

    private final long stealNanos;
    private final long systemNanos;
    private final long loopbackBytes;
    private final long loopbackPackets;

    private KernelCounters() {
        stealNanos = TICK_NANOS * number(STAT, STEAL);
        systemNanos = TICK_NANOS * number(OWN_STAT, SYSTEM);
        loopbackBytes = number(LOOPBACK + "tx_bytes", 0);
        loopbackPackets = number(LOOPBACK + "tx_packets", 0);
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

    /** CPU time of this process in the kernel, in steps of 10 ms. */
    long systemNanosSince(KernelCounters before) {
        return systemNanos - before.systemNanos;
    }

    /** Bytes sent over loopback by any process, with the headers of IP and of what it carries. */
    long loopbackBytesSince(KernelCounters before) {
        return loopbackBytes - before.loopbackBytes;
    }

    /** Packets sent over loopback by any process, those that only acknowledge too. */
    long loopbackPacketsSince(KernelCounters before) {
        return loopbackPackets - before.loopbackPackets;
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

    private static long number(String file, int place) {
        long[] numbers = numbers(file);
        return numbers == null ? 0 : numbers[place];
    }

    /** The first numbers in a file's first line, behind the last parenthesis if it has any; null when it cannot be read, as when a thread has ended meanwhile. */
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
            if (isDigit && !inNumber) {
                at++;
            }
            if (isDigit && at < NUMBERS) {
                numbers[at] = 10 * numbers[at] + LINE[i] - '0';
            }
            inNumber = isDigit;
            if (LINE[i] == ')') {
                at = -1;
                Arrays.fill(numbers, 0);
            }
        }
        return numbers;
    }
}
