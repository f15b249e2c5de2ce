package dev.callcost.agent;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Counters of Linux, see proc(5); other systems have none. What a thread did between the last reading and its end is
 * lost.
 *
 * <p>Every method called after an iteration is one more for the JIT to compile while a fork warms up. Regular
 * expressions, channels and streams kept the JIT busy for six seconds of a benchmark that is warm after two. Hence this
 * class parses digits by hand into one buffer.
 */
final class KernelCounters {
    static final String SELF = "self";

    private static final String STAT = "/proc/stat";
    private static final String OWN_STAT = "/proc/self/stat";
    private static final String LOOPBACK = "/sys/class/net/lo/statistics/";

    /** Nanoseconds per unit of both stat files: 1/100 s in user space, whatever the kernel's own tick is. */
    private static final long TICK_NANOS = 10_000_000;

    /** The index of a number in its line. */
    private static final int STEAL = 7;

    static final int CPU = 0;
    static final int RUN_DELAY = 1;
    static final int SWITCHES = 2;

    /** The index of {@code stime}, counted after the command's name, which may contain digits. */
    private static final int SYSTEM = 11;

    private static final int NUMBERS = SYSTEM + 1;
    private static final byte[] LINE = new byte[512];

    /** The hypervisor ran others while CPUs wanted to run: all CPUs, in steps of 10 ms. */
    final long stealNanos = TICK_NANOS * number(STAT, STEAL);

    /** CPU time of this process in the kernel, in steps of 10 ms. */
    final long systemNanos = TICK_NANOS * number(OWN_STAT, SYSTEM);

    /** With the IP headers, from all processes. */
    final long loopbackBytes = number(LOOPBACK + "tx_bytes", 0);

    /** With mere acknowledgements. */
    final long loopbackPackets = number(LOOPBACK + "tx_packets", 0);

    private final Map<String, long[]> byThread = threads(tasks(SELF));

    static String tasks(String process) {
        return "/proc/" + process + "/task/";
    }

    /**
     * CPU time in nanoseconds, time of waiting for a CPU in nanoseconds, and how often it got one, for each thread by
     * its id.
     */
    static Map<String, long[]> threads(String tasks) {
        Map<String, long[]> byThread = new HashMap<>();
        String[] names = new File(tasks).list();
        if (names != null) {
            for (String name : names) {
                long[] thread = numbers(tasks + name + "/schedstat");
                if (thread != null) {
                    byThread.put(name, thread);
                }
            }
        }
        return byThread;
    }

    /** The change of a number of all threads: {@link #RUN_DELAY} in nanoseconds, or {@link #SWITCHES}. */
    long since(KernelCounters before, int place) {
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

    /** A file's beginning without its last character, which is the end of a line; empty when it cannot be read. */
    static synchronized String text(String file) {
        return new String(LINE, 0, Math.max(0, read(file) - 1), StandardCharsets.ISO_8859_1);
    }

    /**
     * From a file's first line, after its last parenthesis; null when it cannot be read, as when a thread has ended.
     */
    static synchronized long[] numbers(String file) {
        int length = read(file);
        if (length < 0) {
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

    /** Returns how many bytes of the buffer are a file's; negative when there are none. */
    private static int read(String file) {
        try (FileInputStream in = new FileInputStream(file)) {
            return in.read(LINE);
        } catch (IOException e) {
            return -1;
        }
    }
}
