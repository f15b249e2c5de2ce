package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RowPair;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.Reach.ChangedMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.util.Utils;

/** Base's benchmarks with head's library: which classes they are, and which rows cannot run. */
class BenchmarksOfBaseTest {
    private static final String BENCHMARKS = """
            package org.example;
            import java.util.function.IntSupplier;
            import org.openjdk.jmh.annotations.*;
            public class Rows {
                @Benchmark public int links() { return Library.kept(1); }
                @Benchmark public int removed() { return Library.removed("", new int[0]); }
                @Benchmark public long returnsOther() { return Library.returnsOther(); }
                @Benchmark public int becameStatic() { return new Library().becameStatic(); }
                @Benchmark public int becamePrivate() { return Library.becamePrivate(); }
                @Benchmark public int field() { return Library.field; }
                @Benchmark public Object type() { return new Gone.Inner(); }
                @Benchmark public int moved() { return new Library().moved(); }
                @Benchmark public int inherited() { return new Library().size(); }
                @Benchmark public int byHelper() { return helper(); }
                @Benchmark public int byLambda() { IntSupplier it = () -> Library.removed("", null); return it.getAsInt(); }
                @Benchmark public int byReference() { IntSupplier it = Library::removedToo; return it.getAsInt(); }
                @Benchmark public int byState(Own state) { return 1; }
                @Benchmark public int byCallback() { return run(new Callback()); }
                private int helper() { return Library.removedToo(); }
                private static int run(IntSupplier it) { return it.getAsInt(); }
                @State(Scope.Thread) public static class Own {
                    int made;
                    @Setup public void up() { made = Library.removedToo(); }
                }
                static class Callback implements IntSupplier {
                    public int getAsInt() { return Library.removedToo(); }
                }
            }
            class Helper { }
            class Derived extends Rows.Own { }
            class Library extends java.util.ArrayList<String> {
                static int field = 1;
                static int kept(int n) { return n; }
                static int removed(String text, int[] some) { return 1; }
                static int removedToo() { return 1; }
                static int returnsOther() { return 1; }
                int becameStatic() { return 1; }
                static int becamePrivate() { return 1; }
                int moved() { return 1; }
            }
            class Gone { static class Inner { } }
            """;

    private static final String OF_HEAD = """
            package org.example;
            import org.openjdk.jmh.annotations.*;
            public class Rows {
                @Benchmark public int links() { return Library.kept(1) + Library.kept(2); }
                @Benchmark public int another() { return 1; }
                @State(Scope.Thread) public static class New { }
            }
            class Helper { }
            class Above extends java.util.ArrayList<String> { int moved() { return 2; } }
            class Library extends Above {
                static int kept(int n) { return 2 * n; }
                static long returnsOther() { return 1; }
                static int becameStatic() { return 1; }
                private static int becamePrivate() { return 1; }
            }
            """;

    @TempDir
    static Path directory;

    private static JarCopy base;
    private static JarCopy own;
    private static JarCopy head;

    @BeforeAll
    static void build() throws IOException {
        base = copy("base", built("base-sources", BENCHMARKS));
        JmhJar ofHead = built("head-sources", OF_HEAD);
        own = copy("head", ofHead);
        head = BenchmarksOfBase.inHead(base, copy("copy", ofHead));
    }

    private static JmhJar built(String name, String source) throws IOException {
        return new JmhJar(new CompiledJar(directory.resolve(name))
                .compileBenchmarks(source)
                .write());
    }

    private static JarCopy copy(String name, JmhJar jar) {
        return JarCopy.of(
                jar,
                directory.resolve(name + ".jar"),
                List.of(),
                RunArguments.parse("-i", "1"),
                ForkJvm.of(Utils.getCurrentJvm()));
    }

    @Test
    void aRowThatDoesNotLinkNamesWhatHeadLacks() {
        Map<String, String> missing = new TreeMap<>();
        BenchmarksOfBase.missing(
                        base,
                        head,
                        base.rows().stream()
                                .map(row -> new RowPair(row.key(), new SideRow(base, row), new SideRow(head, row)))
                                .toList())
                .forEach((row, why) -> missing.put(row.simpleName().replace("Rows.", ""), why));
        String removedToo = "it has no method Library.removedToo() that returns int";
        assertThat(missing)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("removed", "it has no method Library.removed(String, int[]) that returns int"),
                        Map.entry("returnsOther", "it has no method Library.returnsOther() that returns int"),
                        Map.entry("becameStatic", "its method Library.becameStatic() that returns int is static"),
                        Map.entry(
                                "becamePrivate", "its method Library.becamePrivate() that returns int is not visible"),
                        Map.entry("field", "it has no field Library.field of type int"),
                        Map.entry("type", "it has no class Gone.Inner"),
                        Map.entry("byHelper", removedToo),
                        Map.entry("byLambda", "it has no method Library.removed(String, int[]) that returns int"),
                        Map.entry("byReference", removedToo),
                        Map.entry("byState", removedToo),
                        Map.entry("byCallback", removedToo)));
    }

    @Test
    void theBenchmarksAreWhatUsesJmhOrExtendsIt() {
        try (JarContent jar = JarContent.of(base)) {
            assertThat(BenchmarksOfBase.names(jar))
                    .filteredOn(name -> name.startsWith("org/example/") && !name.contains("jmh_generated"))
                    .containsExactlyInAnyOrder(
                            "org/example/Rows",
                            "org/example/Rows$Own",
                            "org/example/Rows$Callback",
                            "org/example/Derived");
        }
    }

    @Test
    void onlyTheLibraryDiffersAfterwards() {
        assertThat(head.rows()).hasSameSizeAs(base.rows());
        assertThat(owners(base, own)).contains("org/example/Rows", "org/example/Library");
        assertThat(owners(base, head)).containsExactlyInAnyOrder("org/example/Library", "org/example/Above");
        assertThat(head.checksum()).as("of what the user named").isEqualTo(own.checksum());
    }

    private static Set<String> owners(JarCopy before, JarCopy after) {
        return new Scouts(List.of("rows"), List.of(before), List.of(after), false, false)
                .reach().methods().stream()
                        .map(ChangedMethod::owner)
                        .filter(owner -> !owner.endsWith("Gone") && !owner.contains("Gone$"))
                        .collect(Collectors.toSet());
    }
}
