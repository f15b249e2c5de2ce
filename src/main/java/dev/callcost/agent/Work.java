package dev.callcost.agent;

import dev.callcost.agent.WorkCount.Block;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Counts how often the blocks of counted classes run, for each thread apart. Each counted method fetches its thread's
 * array of its class when it begins, and adds 1 in each block.
 *
 * <p>JMH's generated stubs call {@link #enter} before each call of a benchmark and {@link #exit} after it: what a
 * thread does between is work of the row, and what it does outside of that is not. At operations 1, 2, 4, 8 and so on
 * the thread keeps a copy of its counts. {@link #isOver} ends a thread's operations at such a number, when they took
 * long enough. A slow machine thus counts fewer operations, and the same ones.
 *
 * <p>This class is on the boot class path of the fork, so that all class loaders have the same one. Its package there
 * is not the one of {@link WorkReader}, so what both need is public.
 */
public final class Work {
    /** Threads with higher numbers share their counts, and may lose some to each other. */
    private static final int THREADS = 1 << 16;

    /** Operations after the first one end when they took so much CPU time, or so much time. */
    private static final long CPU_NANOS = 20_000_000L;

    private static final long NANOS = 2_000_000_000L;

    /**
     * Where other threads work too, what they do differs from call to call. A row with fewer operations than this gets
     * more CPU time, because the mean of more operations differs less. More would seldom be alike to the last digit.
     */
    private static final int MANY = 128;

    private static final long CPU_NANOS_OF_MANY = 10 * CPU_NANOS;

    /** A row whose operations are long has so many. Two of three rows repeat from the second one on. */
    private static final int LEAST = 4;

    private static final ThreadWork[] BY_THREAD = new ThreadWork[THREADS];
    private static final List<Block[]> TYPES = new ArrayList<>();
    private static final List<ThreadWork> BENCHMARK = new ArrayList<>();
    private static final List<ThreadWork> ALL = new ArrayList<>();
    private static final Set<String> UNCOUNTED = new TreeSet<>();
    private static final Set<String> UNCOUNTED_CALLS = new TreeSet<>();
    private static final Set<Integer> RELEASES = new TreeSet<>();

    /** Takes what classes of the JDK count outside of a benchmark's call. The class with the most blocks fits in. */
    private static volatile long[] nowhere = {};

    private static volatile ThreadWork late = add();
    private static volatile com.sun.management.ThreadMXBean threads;
    private static volatile boolean hasJdk;

    private Work() {}

    /** Arrays of counts by the numbers of classes. */
    private static final class BlockCounts {
        private long[][] byType = new long[0][];

        /** Null before they are added. */
        long[] of(int type) {
            long[][] all = byType;
            return type < all.length ? all[type] : null;
        }

        long[] add(int type) {
            synchronized (TYPES) {
                byType = byType.length > type ? byType : Arrays.copyOf(byType, TYPES.size());
                byType[type] = new long[TYPES.get(type).length];
            }
            return byType[type];
        }

        long[][] copy() {
            long[][] copy = byType.clone();
            for (int type = 0; type < copy.length; type++) {
                copy[type] = copy[type] == null ? null : copy[type].clone();
            }
            return copy;
        }

        long bytecodes() {
            long sum = 0;
            long[][] all = byType;
            for (int type = 0; type < all.length; type++) {
                for (int block = 0; all[type] != null && block < all[type].length; block++) {
                    sum += all[type][block] * TYPES.get(type)[block].bytecodes();
                }
            }
            return sum;
        }
    }

    /** The counts of a thread after so many operations. */
    private record Snapshot(long operations, long[][] counts, long bytes, long otherThreads) {
        static final Snapshot NONE = new Snapshot(0, new long[0][], 0, 0);
    }

    private static final class ThreadWork {
        private final BlockCounts inside = new BlockCounts();
        private final BlockCounts outside = new BlockCounts();
        private final List<Snapshot> ladder = new ArrayList<>();
        private BlockCounts now = outside;
        private boolean isOfBenchmark;
        private boolean isOver;
        private long operations;
        private long bytes;

        /** Bytes that the thread had allocated when it entered, and those since then that are no work of the row. */
        private long allocated;

        /** The times at the end of the first operation. */
        private long cpuNanos;

        private long nanos;

        long[] counts(int type) {
            long[] counts = now.of(type);
            if (counts == null) {
                boolean wasInside = pause();
                counts = (wasInside ? inside : outside).add(type);
                if (wasInside) {
                    resume();
                }
            }
            return counts;
        }

        /** Returns whether the thread was in a call of the benchmark. */
        boolean pause() {
            boolean isInside = now == inside;
            if (isInside) {
                now = outside;
                allocated -= allocated();
            }
            return isInside;
        }

        void resume() {
            allocated += allocated();
            now = inside;
        }

        void enter() {
            if (!isOfBenchmark) {
                begin();
            }
            allocated = allocated();
            now = inside;
        }

        private void begin() {
            isOfBenchmark = true;
            synchronized (TYPES) {
                BENCHMARK.add(this);
            }
        }

        void exit() {
            now = outside;
            bytes += allocated() - allocated;
            operations++;
            if (Long.bitCount(operations) == 1 && !isOver) {
                long others = others();
                ladder.add(new Snapshot(operations, inside.copy(), bytes, others));
                if (operations == 1) { // it loads classes, and may take as long as hundreds of others
                    cpuNanos = threads.getCurrentThreadCpuTime();
                    nanos = System.nanoTime();
                }
                isOver = operations >= LEAST
                        && (threads.getCurrentThreadCpuTime() - cpuNanos
                                        > (others == 0 || operations >= MANY ? CPU_NANOS : CPU_NANOS_OF_MANY)
                                || System.nanoTime() - nanos > NANOS);
            }
        }

        /** The first thread of the benchmark counts for all. */
        private long others() {
            synchronized (TYPES) {
                return BENCHMARK.get(0) != this
                        ? 0
                        : ALL.stream()
                                .filter(it -> !it.isOfBenchmark)
                                .mapToLong(it -> it.outside.bytecodes())
                                .sum();
            }
        }

        Snapshot snapshot(int rung) {
            return rung < 0 ? Snapshot.NONE : ladder.get(rung);
        }
    }

    /** The counts of the current thread; null before its first, and where its number is too high. */
    private static ThreadWork known() {
        long id = Thread.currentThread().getId();
        return id < THREADS ? BY_THREAD[(int) id] : null;
    }

    private static ThreadWork ofThread() {
        long id = Thread.currentThread().getId();
        if (id >= THREADS) {
            return late;
        }
        ThreadWork own = BY_THREAD[(int) id];
        if (own == null) {
            own = add();
            BY_THREAD[(int) id] = own;
        }
        return own;
    }

    private static ThreadWork add() {
        ThreadWork own = new ThreadWork();
        synchronized (TYPES) {
            ALL.add(own);
        }
        return own;
    }

    /** Adds a class. Returns its number. */
    public static int add(List<Block> blocks) {
        synchronized (TYPES) {
            TYPES.add(blocks.toArray(new Block[0]));
            nowhere = nowhere.length < blocks.size() ? new long[blocks.size()] : nowhere;
            return TYPES.size() - 1;
        }
    }

    /** The counts of a class's blocks that the current thread adds to. */
    public static long[] counts(int type) {
        return ofThread().counts(type);
    }

    /**
     * The counts of a class of the JDK. Such a class counts inside of a benchmark's call alone. This class calls the
     * JDK too, and a call that counts would call it again without end. So it {@linkplain #pause pauses} before it calls
     * the JDK, and this method calls nothing that counts.
     */
    public static long[] jdkCounts(int type) {
        ThreadWork own = known();
        return own == null || own.now == own.outside ? nowhere : own.counts(type);
    }

    /** Classes of the JDK count too. */
    public static void addJdk() {
        hasJdk = true;
    }

    /** Whether classes of the JDK count. */
    public static boolean hasJdk() {
        return hasJdk;
    }

    /** The bytes that the current thread has allocated; 0 before operations can begin. */
    public static long allocated() {
        com.sun.management.ThreadMXBean it = threads;
        return it == null ? 0 : it.getCurrentThreadAllocatedBytes();
    }

    /**
     * Leaves out what the current thread does until {@link #resume}: that is no work of the row.
     *
     * @return for {@link #resume}
     */
    public static boolean pause() {
        ThreadWork own = known();
        return own != null && own.pause();
    }

    public static void resume(boolean wasInside) {
        if (wasInside) {
            ofThread().resume();
        }
    }

    /** Methods of the JDK, as {@code Class.method}, that do not count where its classes do. */
    public static void addUncountedCalls(Set<String> methods) {
        synchronized (TYPES) {
            UNCOUNTED_CALLS.addAll(methods);
        }
    }

    /** A class or a method that does not count. */
    public static void isUncounted(String name) {
        synchronized (TYPES) {
            UNCOUNTED.add(name);
        }
    }

    /** A class file that counts was compiled for a release of Java. */
    public static void addRelease(int release) {
        synchronized (TYPES) {
            RELEASES.add(release);
        }
    }

    /** The releases of Java that counted class files were compiled for, the earliest first. */
    public static List<Integer> releases() {
        synchronized (TYPES) {
            return List.copyOf(RELEASES);
        }
    }

    /**
     * A row begins. What threads counted before is forgotten, and where an earlier row has run in this JVM, chance
     * begins again.
     */
    public static void begin() {
        synchronized (TYPES) {
            Arrays.fill(BY_THREAD, null);
            BENCHMARK.clear();
            ALL.clear();
            late = add();
        }
        if (threads == null) {
            threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            allocated();
        } else {
            Chance.restart();
        }
    }

    /** A call of the benchmark begins. */
    public static void enter() {
        ofThread().enter();
    }

    /** A call of the benchmark has ended. */
    public static void exit() {
        ofThread().exit();
    }

    /** Whether the current thread calls its benchmark no more. @param isDone whether JMH wants that */
    public static boolean isOver(boolean isDone) {
        return isDone || ofThread().isOver;
    }

    /** Classes and methods, by name, that did not count. */
    public static List<String> uncounted() {
        synchronized (TYPES) {
            return List.copyOf(UNCOUNTED);
        }
    }

    /** The windows that all threads of the benchmark have completed: operation 1, 2, 3 and 4, 5 to 8, and so on. */
    public static List<WorkCount> windows() {
        synchronized (TYPES) {
            int common =
                    BENCHMARK.stream().mapToInt(it -> it.ladder.size()).min().orElse(0);
            List<WorkCount> windows = new ArrayList<>();
            for (int rung = 0; rung < common; rung++) {
                windows.add(window(rung));
            }
            return windows;
        }
    }

    private static WorkCount window(int rung) {
        long operations = 0;
        long bytes = 0;
        long others = 0;
        for (ThreadWork thread : BENCHMARK) {
            Snapshot from = thread.snapshot(rung - 1);
            Snapshot to = thread.snapshot(rung);
            operations += to.operations - from.operations;
            bytes += to.bytes - from.bytes;
            others += to.otherThreads - from.otherThreads;
        }
        WorkCount window = WorkCount.of(operations, bytes, others);
        BENCHMARK.forEach(thread -> add(window, thread.snapshot(rung - 1).counts, thread.snapshot(rung).counts));
        if (hasJdk) {
            window.partCalls(UNCOUNTED_CALLS);
        }
        return window;
    }

    private static void add(WorkCount window, long[][] from, long[][] to) {
        for (int type = 0; type < to.length; type++) {
            boolean isNew = type >= from.length || from[type] == null;
            for (int block = 0; to[type] != null && block < to[type].length; block++) {
                long times = to[type][block] - (isNew ? 0 : from[type][block]);
                if (times != 0) {
                    window.add(TYPES.get(type)[block], times);
                }
            }
        }
    }
}
