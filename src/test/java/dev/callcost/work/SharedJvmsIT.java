package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.JarCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that spoil the JVM for those after them. */
class SharedJvmsIT {
    private static final String BENCHMARKS = """
            package org.example;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.locks.LockSupport;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Thread)
            public class Rows {
                static Map<Integer, Integer> cache = new HashMap<>();
                int calls;
                @Benchmark public int a1() { return Library.loop(10); }
                @Benchmark public int b1Exits() { if (++calls == 3) { System.exit(7); } return calls; }
                @Benchmark public int c1() { return Library.loop(11); }
                @Benchmark public int c2Properties() {
                    System.setProperty("line.separator", "?"); Locale.setDefault(Locale.JAPAN); return 1;
                }
                @Benchmark public int c3() { return String.format("%d%n", Library.loop(12)).length(); }
                @Benchmark public int c4Changed() { return Library.changed(3); }
                @Benchmark public int c5Caches() { return cache.computeIfAbsent(++calls % 7, Library::loop); }
                @Benchmark public int c6Caches() { return cache.computeIfAbsent(++calls % 5, Library::loop); }
                @Benchmark public int c7Leaves() { return Library.leaves(++calls); }
                @Benchmark public int c8Finds() { return Library.finds(); }
                @Benchmark public int d1Threads(Going going) { return Library.loop(13); }
                @Benchmark public int d2Pooled(Pool pool) throws Exception { return pool.one.submit(() -> Library.changed(5)).get(); }
                @Benchmark public int e1() { return Library.loop(14); }
                @Benchmark public int e2() { return Library.loop(15); }
                @Benchmark public int e3() { return Library.loop(16); }
                @Benchmark public int e4Changed() { return Library.changed(4); }
                @State(Scope.Benchmark) public static class Going {
                    @Setup public void up() {
                        Thread going = new Thread(() -> {
                            while (true) { Library.loop(17); LockSupport.parkNanos(100_000); }
                        });
                        going.setDaemon(true);
                        going.start();
                    }
                }
                @State(Scope.Benchmark) public static class Pool {
                    ExecutorService one = Executors.newSingleThreadExecutor();
                    @TearDown public void down() { one.shutdown(); }
                }
            }
            class Library {
                static int loop(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } return sum; }
                static int changed(int n) { return n + 1; }
                static List<Integer> left = new ArrayList<>();
                static int leaves(int call) { if (call == 1) { touch(); } return call; }
                static void touch() { }
                static int finds() { int sum = 0; for (int k : left) { sum += k; } return sum; }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void otherRowsHaveTheirAnswers() throws IOException {
        JarCopy base = Plantings.copy(directory, "base", BENCHMARKS);
        JarCopy head = Plantings.copy(
                directory,
                "head",
                BENCHMARKS
                        .replace("return n + 1;", "Integer box = n; return box + 1;")
                        .replace("touch() { }", "touch() { left.add(7); }"));
        Map<String, String> rows = new TreeMap<>();
        Plantings.byName(Plantings.count(base, head, directory))
                .forEach((row, work) -> rows.put(
                        row,
                        work.kind()
                                + (work.counted() == null
                                        ? ""
                                        : " " + work.counted().scope())));
        assertThat(rows.remove("d1Threads"))
                .as("its other thread runs when it likes")
                .startsWith("CHANCE");
        String shared = "SAME all in a shared JVM";
        assertThat(rows)
                .containsEntry("a1", shared)
                .containsEntry("b1Exits", "NOT_COUNTED")
                .containsEntry("c1", shared)
                .containsEntry("c2Properties", shared)
                .containsEntry("c3", shared)
                .containsEntry("c4Changed", "MORE all in a shared JVM")
                .containsEntry("c5Caches", shared)
                .containsEntry("c6Caches", shared)
                .containsEntry("d2Pooled", "MORE application") // its other thread does as much in each call
                .containsEntry("e1", shared)
                .containsEntry("e2", shared)
                .containsEntry("e3", shared)
                .containsEntry("e4Changed", "MORE all in a shared JVM")
                .containsEntry("c7Leaves", shared)
                .containsEntry("c8Finds", "SAME all") // after c7Leaves it does more, in one order of rows alone
                .hasSize(15);
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
