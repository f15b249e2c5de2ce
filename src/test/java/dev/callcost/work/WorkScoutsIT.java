package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.JarCopy;
import dev.callcost.work.WorkDelta.WorkKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forks of two jars as JMH users build them. */
class WorkScoutsIT {
    private static final String BENCHMARKS =
            """
            package org.example;
            import java.util.*;
            import org.openjdk.jmh.annotations.*;
            import org.openjdk.jmh.infra.Control;
            @State(Scope.Thread)
            @BenchmarkMode(Mode.AverageTime)
            public class Rows {
                int n;
                List<Integer> grown = new ArrayList<>();
                Map<Object, Integer> identities = new HashMap<>();
                Set<String> set = Set.of("a", "b", "c", "d", "e");
                Random random = new Random();
                @Setup public void up() {
                    Object[] keys = new Object[400];
                    for (int k = 399; k >= 0; k--) { keys[k] = new Object(); keys[k].hashCode(); }
                    for (int k = 0; k < 400; k++) { identities.put(keys[k], k); }
                }
                @State(Scope.Thread) public static class PerCall {
                    @Setup(Level.Invocation) public void up() { Library.loop(++calls % 100); }
                    int calls;
                }
                @Benchmark public int loop() { return Library.loop(100); }
                @Benchmark public int boxed() { return Library.boxed(7); }
                @Benchmark public int streamed() { return Library.streamed(20); }
                @Benchmark public int same() { return Library.same(); }
                @Benchmark public int setUp(PerCall state) { return Library.same(); }
                @Benchmark public int copied() { return Library.copied("text").length; }
                @Benchmark @Threads(2) public int threads() { return Library.loop(10); }
                @Benchmark @Group("pair") @GroupThreads(1) public int left() { return Library.loop(3); }
                @Benchmark @Group("pair") @GroupThreads(2) public int right() { return Library.loop(4); }
                @Benchmark @BenchmarkMode(Mode.SampleTime) public int sampled() { return Library.loop(5); }
                @Benchmark public int controlled(Control control) { return control.stopMeasurement ? 0 : Library.loop(6); }
                @Benchmark @OperationsPerInvocation(10) public int perInvocation() { return Library.loop(10); }
                @Benchmark public int growing() { return Library.grow(grown, n++); }
                @Benchmark public int identity() { return Library.ordered(identities.values()); }
                @Benchmark public int salted() { return Library.words(set); }
                @Benchmark public int seeded() { return Library.loop(new Random().nextInt(50)); }
                @Benchmark public int math() { return Library.loop((int) (50 * Math.random())); }
                @Benchmark public int clock() { return Library.loop((int) (System.nanoTime() / 1000 % 50)); }
                @Benchmark public int fails() { return Library.check(); }
                @Benchmark @Fork(value = 1, jvmArgsAppend = {"-XX:+UseParallelGC", "-Dkey=base"}) public int arguments() { return 1; }
                @Benchmark @Fork(value = 1, jvmArgsAppend = "-XX:+UseParallelGC") public int collector() { return Library.boxed(1); }
            }
            class Library {
                static int loop(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } return sum; }
                static int boxed(int n) { return n + 1; }
                static int streamed(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } return sum; }
                static int same() { return 1; }
                static char[] copied(String text) { return text.toCharArray(); }
                static int grow(List<Integer> list, int next) {
                    list.add(next);
                    int sum = 0;
                    for (int x : list) { sum += x; }
                    return sum;
                }
                static int ordered(Collection<Integer> all) {
                    int sum = 0;
                    for (int x : all) { sum = sum * 31 + x; for (int t = sum & 7; t > 0; t--) { sum += loop(t); } }
                    return sum;
                }
                static int words(Set<String> all) {
                    int sum = 0;
                    for (String x : all) { sum = sum * 31 + x.hashCode(); if ((sum & 3) == 0) { sum += loop(5); } }
                    return sum;
                }
                static int check() { return 1; }
            }
            """.replace("import java.util.*;", "import java.util.*; import java.util.stream.*;");

    @TempDir
    static Path directory;

    private static final Map<String, Integer> FORKS = new HashMap<>();
    private static Map<String, WorkDelta> rows;
    private static Map<String, WorkDelta> equalRows;

    @BeforeAll
    static void count() throws IOException {
        JarCopy base = jar("base", BENCHMARKS);
        JarCopy head = jar(
                "head",
                BENCHMARKS
                        .replace(
                                "int loop(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } return sum; }",
                                "int loop(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } int copy = sum; return copy; }")
                        .replace("return n + 1", "Integer box = n; return box + 1")
                        .replace(
                                "streamed(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; } return sum; }",
                                "streamed(int n) { return IntStream.range(0, n).sum(); }")
                        .replace("return text.toCharArray()", "return (text + text).toCharArray()")
                        .replace("list.add(next);", "list.add(next); for (int x : list) { x++; }")
                        .replace("key=base", "key=head")
                        .replace("check() { return 1; }", "check() { throw new IllegalStateException(\"in head\"); }"));
        rows = Plantings.byName(
                Plantings.count(base, head, directory, row -> FORKS.merge(Plantings.name(row), 1, Integer::sum)));
        equalRows = Plantings.byName(Plantings.count(base, base, directory));
    }

    private static JarCopy jar(String name, String source) throws IOException {
        return Plantings.copy(directory, name, source, "-prof", "gc", "-i", "50", "-wi", "3", "-bs", "7");
    }

    private static void assertSays(String row, String... sentences) {
        assertThat(WorkSentences.of(rows.get(row))).as(row).containsExactly(sentences);
    }

    @Test
    void plantedChangesAreCountedToTheLastDigit() {
        assertSays("loop", "executes 2 bytecodes more per call (912 -> 914, +0.219%), all of them in Library.loop");
        assertThat(WorkSentences.of(rows.get("boxed")))
                .element(0)
                .isEqualTo("executes 4 bytecodes more per call (7 -> 11, +57.1%), all of them in Library.boxed");
        assertThat(WorkSentences.of(rows.get("copied")))
                .anyMatch(it -> it.startsWith("executes 2 bytecodes more per call"))
                .anyMatch(it -> it.startsWith("allocates "))
                .contains("calls StringConcatFactory.makeConcatWithConstants once more per call");
        assertThat(rows.get("streamed").kind()).isEqualTo(WorkKind.MIXED);
        assertThat(rows.get("perInvocation").bytecodes()).isEqualTo(2);
    }

    @Test
    void everyModeAndAllThreadsCount() {
        for (String row : List.of("threads", "pair", "sampled", "controlled", "setUp", "collector")) {
            WorkDelta work = rows.get(row);
            double expected = row.equals("setUp") ? 0 : row.equals("collector") ? 4 : 2;
            assertThat(work.bytecodes()).as(row + " " + WorkSentences.of(work)).isEqualTo(expected);
        }
        assertThat(rows.get("setUp").kind()).isEqualTo(WorkKind.SAME);
    }

    @Test
    void chanceIsPinned() {
        for (String row : List.of("identity", "salted")) {
            assertThat(rows.get(row).kind()).as("%s %s", row, rows.get(row)).isEqualTo(WorkKind.CHANCE);
        }
        for (String row : List.of("identity", "salted", "seeded", "math", "clock", "same", "streamed", "growing")) {
            assertThat(WorkSentences.of(equalRows.get(row)))
                    .as(row)
                    .containsExactly("does the same work to the last digit");
        }
        for (String row : List.of("seeded", "math", "clock")) {
            assertThat(rows.get(row).bytecodes()).as(row).isEqualTo(2);
            assertThat(rows.get(row).kind()).as(row).isEqualTo(WorkKind.MORE);
        }
    }

    @Test
    void growthIsSaid() {
        assertThat(rows.get("growing").kind()).isEqualTo(WorkKind.GROWING);
    }

    @Test
    void aRowWithoutCountsHasItsReason() {
        assertSays("fails", "its work was not counted: head: java.lang.IllegalStateException: in head");
        assertSays(
                "arguments",
                "its work was not counted: its annotations have other JVM arguments, threads, batch sizes or"
                        + " operations per invocation");
    }

    @Test
    void onlyARowUpToChanceNeedsForksOfItsOwn() {
        for (String row : List.of("same", "loop", "seeded")) {
            assertThat(rows.get(row).counted().scope()).as(row).isEqualTo("all in a shared JVM");
        }
        assertThat(rows.get("identity").counted().scope()).isEqualTo("all");
        assertThat(FORKS.get("same"))
                .as("shared, and again where another row ended the JVM")
                .isBetween(2, 4);
        assertThat(FORKS.get("loop")).as("shared under each chance").isBetween(4, 6);
        assertThat(FORKS.get("identity"))
                .as("four shared, two under each chance")
                .isGreaterThanOrEqualTo(8);
    }

    @Test
    void noEqualRowDiffers() {
        assertThat(equalRows.entrySet())
                .filteredOn(row -> row.getValue().kind() != WorkKind.SAME)
                .extracting(row -> row.getKey() + " " + WorkSentences.of(row.getValue()))
                .isEmpty();
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
