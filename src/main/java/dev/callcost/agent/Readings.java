package dev.callcost.agent;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Counters of this JVM and of the machine, which only grow: the difference of two readings is what happened between
 * them. A counter that cannot be read stays 0.
 *
 * @param cpuNanos of all threads; in steps of 10 ms on Linux
 * @param compilationMillis of all the JIT compiler's threads
 */
record Readings(
        long cpuNanos,
        KernelCounters kernel,
        long collections,
        long collectionMillis,
        long compilationMillis,
        long classes) {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    private static final ClassLoadingMXBean CLASSES = ManagementFactory.getClassLoadingMXBean();

    static Readings now() {
        long collections = 0;
        long collectionMillis = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            collections += Math.max(0, collector.getCollectionCount());
            collectionMillis += Math.max(0, collector.getCollectionTime());
        }
        return new Readings(
                SYSTEM.getProcessCpuTime(),
                new KernelCounters(),
                collections,
                collectionMillis,
                compilationTime(),
                loadedClasses());
    }

    static long compilationTime() {
        return COMPILER == null ? 0 : COMPILER.getTotalCompilationTime();
    }

    static long loadedClasses() {
        return CLASSES.getTotalLoadedClassCount();
    }

    /** The differences to an earlier reading as members of a JSON object, without its braces. */
    String jsonSince(Readings before) {
        return "\"cpuNanos\":" + (cpuNanos - before.cpuNanos)
                + ",\"systemNanos\":" + (kernel.systemNanos - before.kernel.systemNanos)
                + ",\"stealNanos\":" + (kernel.stealNanos - before.kernel.stealNanos)
                + ",\"runDelayNanos\":" + kernel.since(before.kernel, KernelCounters.RUN_DELAY)
                + ",\"contextSwitches\":" + kernel.since(before.kernel, KernelCounters.SWITCHES)
                + ",\"loopbackBytes\":" + (kernel.loopbackBytes - before.kernel.loopbackBytes)
                + ",\"loopbackPackets\":" + (kernel.loopbackPackets - before.kernel.loopbackPackets)
                + ",\"collections\":" + (collections - before.collections)
                + ",\"collectionMillis\":" + (collectionMillis - before.collectionMillis)
                + ",\"compilationMillis\":" + (compilationMillis - before.compilationMillis)
                + ",\"classes\":" + (classes - before.classes);
    }
}
