package dev.callcost.benchmark.local;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the run loop must cope with. Compiled by the tests that use it, never part of the suite. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 2, jvmArgsAppend = {"-Xms32m", "-Xmx32m", "-XX:+UseSerialGC"})
@Warmup(iterations = 0)
@Measurement(iterations = 2, time = 10, timeUnit = TimeUnit.MILLISECONDS)
public class PlantedBenchmark {

    static void append(String property, String line) throws IOException {
        Files.writeString(
                Path.of(System.getProperty(property)),
                line + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    @State(Scope.Benchmark)
    public static class Plain {
        public int x = 3;

        @Param({"1", "2"})
        public int number;

        @Setup
        public void record() throws IOException {
            append("callcost.record", "{\"facts\":{\"cpu\":\"1\"}}");
            append("callcost.record", "{\"facts\":{\"channel\":\"planted\"}}");
        }
    }

    @State(Scope.Thread)
    public static class Turns {
        public final int turns = Integer.getInteger("planted.turns", 10_000);
    }

    @State(Scope.Benchmark)
    public static class Printing {
        @Setup
        public void print() throws IOException {
            System.err.println("planted on System.err");
            System.out.println("planted on System.out");
            try (FileOutputStream raw = new FileOutputStream(FileDescriptor.err)) {
                raw.write("planted on the process's stderr\n".getBytes());
            }
        }
    }

    @State(Scope.Benchmark)
    public static class FailsAfterFirst {
        @Setup
        public void fail() throws IOException {
            append("planted.attempts", "attempt");
            if (Files.readAllLines(Path.of(System.getProperty("planted.attempts"))).size() > 1) {
                throw new IllegalStateException("planted failure");
            }
        }
    }

    @State(Scope.Benchmark)
    public static class SlowAfterFirst {
        @Setup
        public void sleep() throws IOException, InterruptedException {
            append("planted.attempts", "attempt");
            if (Files.readAllLines(Path.of(System.getProperty("planted.attempts"))).size() > 1) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> new IllegalStateException("ended").printStackTrace()));
                System.out.println("planted: slow");
                Thread.sleep(600_000);
            }
        }
    }

    @State(Scope.Benchmark)
    public static class Skipping {
        @Setup
        public void skip() throws IOException {
            append("planted.attempts", "attempt");
            append("callcost.record", "{\"skipped\":\"no planted transport on this kernel\"}");
            throw new UnsupportedOperationException("skipped");
        }
    }

    @Benchmark
    public int plain(Plain state) {
        return state.x + state.number;
    }

    /** Takes as long whatever the JIT and other processes do. */
    @Benchmark
    public long steady() {
        long start = System.nanoTime();
        long now = start;
        while (now - start < 500_000) {
            Thread.onSpinWait();
            now = System.nanoTime();
        }
        return now;
    }

    /** Keeps a CPU busy for as many turns as the property {@code planted.turns} says. */
    @Benchmark
    public long turning(Turns state) {
        long result = state.turns;
        for (int turn = 0; turn < state.turns; turn++) {
            result = result * 31 + (result >>> 7);
        }
        return result;
    }

    /** Takes nearly as long on a busy machine: what is late is late by a small part of it. */
    @Benchmark
    public void sleeping() throws InterruptedException {
        Thread.sleep(200);
    }

    @Benchmark
    public int printing(Printing state) {
        return 1;
    }

    @Benchmark
    public int failsAfterFirst(FailsAfterFirst state) {
        return 1;
    }

    @Benchmark
    public int slowAfterFirst(SlowAfterFirst state) {
        return 1;
    }

    @Benchmark
    public int skipping(Skipping state) {
        return 1;
    }
}
