package dev.callcost.agent;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What Linux counts (proc(5)): how long each thread of this process has waited for a CPU and how often it was given one, and the
 * machine's steal time. A thread that ends takes its counters with it: what it did since the reading before is not seen. Elsewhere
 * there is nothing to read.
 */
final class KernelCounters {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path STAT = Path.of("/proc/stat");

    /** Nanoseconds of the unit of /proc/stat, which is 1/100 s to user space whatever the kernel's own tick is. */
    private static final long TICK_NANOS = 10_000_000;

    private static final int STEAL_COLUMN = 8;

    private record Scheduled(long runDelayNanos, long count) {}

    private final Map<String, Scheduled> byThread = new HashMap<>();

    private final long stealNanos = steal();

    private KernelCounters() {}

    static KernelCounters now() {
        KernelCounters now = new KernelCounters();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                String[] columns = words(task.resolve("schedstat"));
                if (columns.length >= 3) {
                    now.byThread.put(
                            task.getFileName().toString(),
                            new Scheduled(Long.parseLong(columns[1]), Long.parseLong(columns[2])));
                }
            }
        } catch (IOException e) {
            // no Linux
        }
        return now;
    }

    private static long steal() {
        String[] columns = words(STAT);
        return columns.length > STEAL_COLUMN ? TICK_NANOS * Long.parseLong(columns[STEAL_COLUMN]) : 0;
    }

    /** Time that the hypervisor gave to others while this machine's CPUs wanted to run, over all CPUs, in steps of 10 ms. */
    long stealNanosSince(KernelCounters before) {
        return stealNanos - before.stealNanos;
    }

    long runDelayNanosSince(KernelCounters before) {
        return since(before, Scheduled::runDelayNanos);
    }

    long contextSwitchesSince(KernelCounters before) {
        return since(before, Scheduled::count);
    }

    private long since(KernelCounters before, ToLongFunction<Scheduled> counter) {
        Scheduled none = new Scheduled(0, 0);
        return byThread.entrySet().stream()
                .mapToLong(thread -> counter.applyAsLong(thread.getValue())
                        - counter.applyAsLong(before.byThread.getOrDefault(thread.getKey(), none)))
                .sum();
    }

    /** The words of a file's first line; none when it cannot be read, as when a thread has ended meanwhile. */
    private static String[] words(Path file) {
        try {
            String text = Files.readString(file);
            int end = text.indexOf('\n');
            return (end < 0 ? text : text.substring(0, end)).split("\\s+");
        } catch (IOException e) {
            return new String[0];
        }
    }
}
