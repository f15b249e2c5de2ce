package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RowPairs;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.Reach.Why;
import dev.callcost.reach.RowReach.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.util.Utils;

/** Forks of two jars as JMH users build them, with JMH in them. */
class ScoutsIT {
    private static final String BENCHMARKS = """
            package org.example;
            import org.openjdk.jmh.annotations.*;
            @State(Scope.Benchmark)
            @BenchmarkMode(Mode.AverageTime)
            public class Rows {
                @State(Scope.Benchmark) public static class InTrial { @Setup public void up() { Library.changed(); } }
                @State(Scope.Benchmark) public static class InIteration {
                    @Setup(Level.Iteration) public void up() { Library.changed(); }
                    @TearDown(Level.Iteration) public void down() { Library.changed(); }
                }
                @State(Scope.Thread) public static class InInvocation {
                    @Setup(Level.Invocation) public void up() { Library.changed(); }
                }
                @State(Scope.Benchmark) public static class AfterTrial { @TearDown public void down() { Library.changed(); } }
                private Library.Shape circle = new Library.Circle();

                @Benchmark public int hot() { return Library.often(); }
                @Benchmark @Threads(2) public int trial(InTrial state) { return Library.same(); }
                @Benchmark public int iteration(InIteration state) { return Library.same(); }
                @Benchmark public int invocation(InInvocation state) { return Library.same(); }
                @Benchmark public int tearDown(AfterTrial state) { return Library.same(); }
                @Benchmark public int same() { return Library.same(); }
                @Benchmark public int removed() { return circle.area(); }
                @Benchmark @BenchmarkMode(Mode.SingleShotTime) @Measurement(batchSize = 3) public int shot() { return Library.changed(); }
                @Benchmark @OperationsPerInvocation(1) public int annotated() { return Library.same(); }
                @Benchmark public int failsInHead() { return Library.check(); }
                @Benchmark public int fails() { throw new IllegalStateException("planted"); }

                @Benchmark public int inherits() { return Library.Low.area(); }
                @Benchmark public int loadsMembers() { return Library.Members.k(); }
                @Benchmark public int reflects() { return Library.Members.class.getDeclaredMethods().length; }
                @Benchmark public Object finds() throws ReflectiveOperationException {
                    try { return Class.forName("org.example.Rows$Found"); } catch (ClassNotFoundException e) { return null; }
                }
                @Benchmark public long readsItself() throws java.io.IOException {
                    try (var in = Rows.class.getResourceAsStream("Library.class")) { return in.readAllBytes().length; }
                }
                @Benchmark public int ownLoader(Loaded loaded) { return loaded.changed.getAsInt(); }
                @Benchmark @Fork(value = 1, jvmArgsAppend = "-Dkey=base") public int arguments() { return Library.same(); }
                @Benchmark @BenchmarkMode(Mode.SingleShotTime) public int child() throws Exception {
                    return new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-XX:TieredStopAtLevel=1", "-cp",
                            System.getProperty("java.class.path"), Loaded.class.getName()).start().waitFor();
                }

                @State(Scope.Benchmark) public static class InLoop {
                    volatile int count;
                    @Setup public void up() {
                        Thread loop = new Thread(() -> { while (true) { count += 7; Thread.yield(); } });
                        loop.setDaemon(true);
                        loop.start();
                    }
                }
                @Benchmark public int loop(InLoop loop) { return loop.count; }
                @State(Scope.Thread) public static class Shared { }
                @Benchmark public int generated(Shared shared) { return 1; }
                @Benchmark @BenchmarkMode(Mode.SingleShotTime) public int silentChild() throws Exception {
                    ProcessBuilder builder = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-version");
                    builder.environment().clear();
                    return builder.start().waitFor();
                }

                @State(Scope.Benchmark) public static class Loaded {
                    java.util.function.IntSupplier changed;
                    @Setup public void up() throws Exception {
                        var jar = java.nio.file.Path.of(System.getProperty("java.class.path")).toUri().toURL();
                        var loader = new java.net.URLClassLoader(new java.net.URL[] {jar}, ClassLoader.getPlatformClassLoader());
                        changed = (java.util.function.IntSupplier)
                                loader.loadClass(Changed.class.getName()).getConstructor().newInstance();
                    }
                    public static void main(String[] none) { new Changed().getAsInt(); }
                }
                public static class Changed implements java.util.function.IntSupplier {
                    public int getAsInt() { return Library.changed(); }
                }
                interface Found { }
            }
            class Library {
                static class Shape { int area() { return 1; } }
                static class Circle extends Shape { Circle() { } int area() { return 2; } }
                static int changed() { return 7; }
                static int often() { int sum = 0; for (int k = 0; k < 10; k++) { sum += changed(); } return sum + 1; }
                static int same() { return 1; }
                static int check() { return 1; }
                static class Low extends Shape1 { }
                static class Shape1 { static int area() { return 1; } }
                static class Shape2 { static int area() { return 1; } }
                static class Members { static int k() { return 1; } }
            }
            """;

    @TempDir
    static Path directory;

    private static final List<RowKey> BEGUN = new ArrayList<>();
    private static final Map<String, List<RowReach.Loss>> LOSSES = new TreeMap<>();

    private static Scouts scouts;
    private static Map<String, RowReach> rows;

    @BeforeAll
    static void scout() throws IOException {
        JarCopy base = jar("base", BENCHMARKS);
        JarCopy head = jar(
                "head",
                BENCHMARKS
                        .replace("return 7", "return 8")
                        .replace("sum + 1", "sum + 2")
                        .replace("Circle() { } int area() { return 2; }", "Circle() { }")
                        .replace("PerInvocation(1)", "PerInvocation(2)")
                        .replace("key=base", "key=head")
                        .replace("count += 7", "count += 8")
                        .replace(
                                "@State(Scope.Thread) public static class Shared",
                                "@State(Scope.Benchmark) public static class Shared")
                        .replace("interface Found { }", "")
                        .replace("Low extends Shape1", "Low extends Shape2")
                        .replace("Members {", "Members { static int more() { return 2; }")
                        .replace("check() { return 1; }", "check() { throw new IllegalStateException(\"in head\"); }"));
        scouts = new Scouts(List.of("rows"), List.of(base), List.of(head), false, false);
        rows = new TreeMap<>();
        Scouts.Watcher watcher = new Scouts.Watcher() {
            @Override
            public boolean isOver() {
                return false;
            }

            @Override
            public void begins(RowKey row) {
                BEGUN.add(row);
            }

            @Override
            public void known(RowReach row, List<RowReach.Loss> losses) {
                rows.put(name(row.row()), row);
                LOSSES.put(name(row.row()), losses);
            }
        };
        assertThat(scouts.run(RowPairs.of(base, head), directory, watcher)).isTrue();
    }

    private static String name(RowKey row) {
        return row.benchmark().substring(row.benchmark().lastIndexOf('.') + 1);
    }

    private static JarCopy jar(String name, String source) throws IOException {
        return JarCopy.of(
                new JmhJar(CompiledJar.ofBenchmarks(directory.resolve(name + "-sources"), source)
                        .write()),
                directory.resolve(name + ".jar"),
                List.of(),
                RunArguments.parse("-jvmArgsAppend", "-XX:TieredStopAtLevel=1", "-prof", "gc", "-i", "50", "-wi", "3"),
                ForkJvm.of(Utils.getCurrentJvm()));
    }

    private static List<String> labels(List<Integer> numbers) {
        return scouts.reach().methods(numbers).stream()
                .map(ChangedMethod::label)
                .toList();
    }

    private static List<String> run(String row) {
        return labels(rows.get(row).run());
    }

    @Test
    void theDifferenceIsThatOfTheSources() {
        assertThat(labels(IntStream.range(0, scouts.reach().methods().size())
                        .boxed()
                        .toList()))
                .filteredOn(it -> !it.startsWith("Rows_generated_jmhTest."))
                .containsExactlyInAnyOrder(
                        "Library.changed",
                        "Library.often",
                        "Library.check",
                        "Library.Circle.area",
                        "Library.Low.<init>",
                        "Library.Members.more",
                        "Rows.InLoop.lambda$up$0");
        assertThat(scouts.reach().changedClasses())
                .filteredOn(it -> it.why() != Why.METHODS && it.name().startsWith("org/example/L"))
                .containsExactlyInAnyOrder(
                        new ChangedClass("org/example/Library$Circle", Why.MEMBERS),
                        new ChangedClass("org/example/Library$Low", Why.SHAPE),
                        new ChangedClass("org/example/Library$Members", Why.MEMBERS));
        assertThat(scouts.reach().allRows()).isNull();
    }

    @Test
    void rowsAreSortedByWhatTheirIterationsRun() {
        Map<String, Kind> kinds = new TreeMap<>();
        rows.forEach((name, row) -> kinds.put(name, row.kind()));
        assertThat(kinds)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("hot", Kind.REACHED),
                        Map.entry("trial", Kind.REACHED_IN_SETUP),
                        Map.entry("iteration", Kind.REACHED_IN_SETUP),
                        Map.entry("invocation", Kind.REACHED),
                        Map.entry("tearDown", Kind.REACHED_IN_SETUP),
                        Map.entry("same", Kind.SAME_CODE),
                        Map.entry("removed", Kind.REACHED),
                        Map.entry("shot", Kind.REACHED),
                        Map.entry("annotated", Kind.REACHED),
                        Map.entry("failsInHead", Kind.REACHED),
                        Map.entry("inherits", Kind.LOADED),
                        Map.entry("loadsMembers", Kind.SAME_CODE),
                        Map.entry("reflects", Kind.LOADED),
                        Map.entry("finds", Kind.LOADED),
                        Map.entry("readsItself", Kind.LOADED),
                        Map.entry("ownLoader", Kind.REACHED),
                        Map.entry("arguments", Kind.REACHED),
                        Map.entry("child", Kind.REACHED),
                        Map.entry("silentChild", Kind.REACHED),
                        Map.entry("loop", Kind.REACHED),
                        Map.entry("generated", Kind.REACHED),
                        Map.entry("fails", Kind.FAILED)));
    }

    @Test
    void aRowNamesItsMethodsHottestFirst() {
        assertThat(run("hot")).as("rounds of loops count").containsExactly("Library.often", "Library.changed");
        assertThat(run("removed")).containsExactly("Library.Circle.area");
        assertThat(run("trial")).isEmpty();
        assertThat(rows.get("hot").seconds()).isPositive();
    }

    @Test
    void aRowNamesTheClassesThatItLoadsAndTheMethodsThatItDoesNotRun() {
        assertThat(loaded("inherits")).containsExactly("Library.Low");
        assertThat(loaded("reflects")).containsExactly("Library.Members");
        assertThat(loaded("finds")).containsExactly("Rows.Found");
        assertThat(loaded("readsItself")).containsExactly("Library");
        assertThat(loaded("loadsMembers")).isEmpty();
        assertThat(labels(rows.get("loadsMembers").notRun())).contains("Library.Members.more");
        assertThat(labels(rows.get("trial").runInSetUp())).containsExactly("Library.changed");
        assertThat(run("child")).containsExactly("Library.changed");
        assertThat(run("ownLoader")).containsExactly("Library.changed");
    }

    private static List<String> loaded(String row) {
        return scouts.reach().classes(rows.get(row).loaded()).stream()
                .map(ChangedClass::label)
                .toList();
    }

    @Test
    void aRowWithoutMethodsIsReachedForAReason() {
        String differs = "its annotations have other JVM arguments, threads, batch sizes or operations per invocation";
        assertThat(rows.get("arguments").reason()).isEqualTo(differs);
        assertThat(rows.get("annotated").reason()).isEqualTo(differs);
        assertThat(rows.get("failsInHead").reason()).isEqualTo("head failed: java.lang.IllegalStateException: in head");
        assertThat(rows.get("silentChild").reason()).isEqualTo("it starts processes that do not tell what they run");
        assertThat(rows.get("hot").reason()).isNull();
    }

    @Test
    void headAloneIsScoutedWhereItIsEnough() {
        Map<String, Long> scoutsOf =
                BEGUN.stream().collect(Collectors.groupingBy(ScoutsIT::name, Collectors.counting()));
        assertThat(scoutsOf)
                .containsEntry("hot", 1L)
                .containsEntry("invocation", 1L)
                .containsEntry("shot", 1L)
                .containsEntry("annotated", 1L)
                .containsEntry("same", 2L)
                .containsEntry("failsInHead", 2L);
    }

    @Test
    void aFailureKeepsItsSideAndCause() {
        assertThat(LOSSES.get("failsInHead")).singleElement().satisfies(loss -> {
            assertThat(loss.side()).isEqualTo("head");
            assertThat(loss.outcome().message()).isEqualTo("java.lang.IllegalStateException: in head");
        });
        assertThat(LOSSES.get("fails")).extracting(RowReach.Loss::side).containsExactly("head", "base");
    }

    @Test
    void nothingIsLeftOfTheScouts() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(it -> it.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "base.jar",
                            "head.jar",
                            "base-sources",
                            "head-sources",
                            "base-sources.jar",
                            "head-sources.jar");
        }
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
