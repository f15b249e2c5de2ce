package org.example;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Forks of these rows write which CPUs they have, and what their JVM makes of it. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class CpusBenchmark {
    @Param({"1", "2"})
    public int number;

    @Setup
    public void write() throws IOException {
        HotSpotDiagnosticMXBean flags = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        Files.writeString(
                Path.of(System.getProperty("cpus")),
                System.getProperty("side") + ";" + allowed() + ";"
                        + Runtime.getRuntime().availableProcessors() + ";"
                        + ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .map(GarbageCollectorMXBean::getName)
                                .collect(Collectors.joining(","))
                        + ";" + flags.getVMOption("CICompilerCount").getValue() + ";"
                        + flags.getVMOption("ParallelGCThreads").getValue() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String allowed() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.split("\\s+")[1])
                .collect(Collectors.joining());
    }

    @Benchmark
    public long single() {
        return System.nanoTime();
    }

    @Benchmark
    public long fails() {
        throw new IllegalStateException("planted failure");
    }

    @State(Scope.Benchmark)
    public static class Helper {
        private volatile boolean isOver;

        @Setup
        public void start() {
            new Thread(() -> {
                        while (!isOver) {
                            Thread.onSpinWait();
                        }
                    })
                    .start();
        }

        @TearDown
        public void end() {
            isOver = true;
        }
    }

    /** Has a thread that is busy besides the one that calls it. */
    @Benchmark
    public long helped(Helper helper) {
        return System.nanoTime();
    }
}
