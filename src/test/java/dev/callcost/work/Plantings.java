package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.data.RowKey;
import dev.callcost.launch.ForkJvm;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.RowPairs;
import dev.callcost.launch.RunArguments;
import dev.callcost.reach.CompiledJar;
import dev.callcost.work.WorkScouts.CountListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.openjdk.jmh.util.Utils;

/** A suite with twenty kinds of change, whose work is known to the last digit, and a row that no change touches. */
final class Plantings {
    /** The row that no planting touches. */
    static final String UNTOUCHED = "untouched";

    private static final String LOOP =
            "for (int i = 0; i < data.length; i++) { int x = data[i]; x ^= x << 3; x ^= x >>> 5; x ^= x << 7;"
                    + " x ^= x >>> 9; x += sum; sum = x * 31 + i; IN_LOOP }";

    /**
     * @param own bytecodes that its method executes more per call with so many numbers
     * @param called those of other methods of the library that it calls
     */
    private record Planting(String name, String inLoop, String after, IntUnaryOperator own, int called) {
        static Planting inLoop(String name, String code, IntUnaryOperator own) {
            return new Planting(name, code, "", own, 0);
        }

        static Planting after(String name, String code, int own) {
            return after(name, code, own, 0);
        }

        static Planting after(String name, String code, int own, int called) {
            return new Planting(name, "", code, n -> own, called);
        }
    }

    /** What javac makes of the code was counted by hand. */
    private static final List<Planting> ALL = List.of(
            Planting.inLoop("compareInLoop", "if (sum == 7) { sum++; }", n -> 3 * n),
            Planting.inLoop("rareBranch", "if ((i & 15) == 0) { sum += 3; }", n -> 4 * n + n / 16),
            Planting.after("compare", "if (sum == 7) { sum++; }", 3),
            Planting.after("box", "Integer box = sum; sum = box;", 6),
            Planting.after("staticCall", "sum = mix(sum);", 3, 2),
            Planting.after("interfaceCall", "sum = ONE.applyAsInt(sum);", 4, 2),
            Planting.after("copyOfString", "sum += TEXT.toCharArray().length;", 6),
            Planting.after("buffer", "sum += new StringBuilder().append(sum).length();", 9),
            Planting.after("concat", "sum += (\"a\" + sum).length();", 6),
            Planting.after("stream", "sum += IntStream.range(0, 3).sum();", 7),
            Planting.after("mapGet", "sum += MAP.get(\"k\");", 8),
            Planting.after("moreRounds", "for (int i = 0; i < 3; i++) { sum += i; }", 2 + 4 * 3 + 3 * 6),
            Planting.after("exception", "try { throw FAILED; } catch (IllegalStateException e) { sum++; }", 4),
            Planting.after("lambda", "int c = sum; IntSupplier s = () -> c; sum = s.getAsInt();", 8, 2),
            Planting.after("array", "int[] a = {sum}; sum = a[0];", 11),
            Planting.after("instance", "if (ANY instanceof String) { sum++; }", 4),
            Planting.after("branches", "switch (data.length) { case 3: sum += 2; break; default: sum += 4; }", 4),
            Planting.after("locked", "synchronized (ANY) { sum++; }", 8),
            Planting.after("varargs", "sum = first(sum, 1);", 12, 4),
            Planting.after("wide", "long l = sum; l = l * l; sum = (int) l;", 10),
            Planting.after(UNTOUCHED, "", 0));

    private final Path folder;
    private final String sizes;
    private int jars;

    /** @param sizes how many numbers a call has, separated by commas: each makes rows of its own */
    Plantings(Path folder, String sizes) {
        this.folder = folder;
        this.sizes = sizes;
    }

    static List<String> names() {
        return ALL.stream().map(Planting::name).toList();
    }

    private static Planting named(String name) {
        return ALL.stream().filter(it -> it.name.equals(name)).findFirst().orElseThrow();
    }

    /** The bytecodes that a planting adds to a call with so many numbers. */
    static int more(String name, int size) {
        return own(name, size) + named(name).called;
    }

    /** Those of the planting's own method. */
    static int own(String name, int size) {
        return named(name).own.applyAsInt(size);
    }

    /** A jar with some of the plantings. */
    JarCopy jar(Predicate<String> isPlanted) throws IOException {
        StringBuilder rows = new StringBuilder();
        StringBuilder methods = new StringBuilder();
        for (Planting planting : ALL) {
            boolean is = isPlanted.test(planting.name);
            rows.append("@Benchmark public int %1$s() { return Library.%1$s(data); }\n".formatted(planting.name));
            methods.append("static int %s(int[] data) { int sum = 1; %s %s return sum; }\n"
                    .formatted(
                            planting.name,
                            LOOP.replace("IN_LOOP", is ? planting.inLoop : ""),
                            is ? planting.after : ""));
        }
        String source = """
                package org.example;
                import java.util.*;
                import java.util.function.*;
                import java.util.stream.*;
                import org.openjdk.jmh.annotations.*;
                @State(Scope.Thread)
                public class Rows {
                    @Param({"SIZES"}) int n;
                    int[] data;
                    @Setup public void up() { data = new Random().ints(n).toArray(); }
                    ROWS
                }
                class Library {
                    static final IntUnaryOperator ONE = x -> x;
                    static final String TEXT = "text";
                    static final Object ANY = "any";
                    static final Map<String, Integer> MAP = new HashMap<>(Map.of("k", 1));
                    static final IllegalStateException FAILED = new IllegalStateException();
                    static int mix(int x) { return x; }
                    static int first(int... x) { return x[0]; }
                    METHODS
                }
                """.replace("SIZES", sizes.replace(",", "\", \""))
                .replace("ROWS", rows)
                .replace("METHODS", methods);
        return copy(folder, "jar" + jars++, source);
    }

    /**
     * A copy of a jar that is compiled of a source.
     *
     * @param arguments of its forks
     */
    static JarCopy copy(Path folder, String name, String source, String... arguments) throws IOException {
        return copy(CompiledJar.ofBenchmarks(folder.resolve(name + "-sources"), source), folder, name, arguments);
    }

    static JarCopy copy(CompiledJar jar, Path folder, String name, String... arguments) throws IOException {
        RunArguments parsed = RunArguments.parse(arguments);
        return JarCopy.of(
                new JmhJar(jar.write()),
                folder.resolve(name + ".jar"),
                List.of(),
                parsed,
                ForkJvm.of(parsed.options().getJvm().orElse(Utils.getCurrentJvm())));
    }

    /** Counts all rows of two jars. */
    static Map<RowKey, WorkDelta> count(JarCopy base, JarCopy head, Path folder) {
        return count(base, head, folder, row -> {});
    }

    /** @param begins takes the row of each fork */
    static Map<RowKey, WorkDelta> count(JarCopy base, JarCopy head, Path folder, Consumer<RowKey> begins) {
        Map<RowKey, WorkDelta> rows = new TreeMap<>(RowKey.BY_LABEL);
        boolean isWhole = WorkScouts.run(RowPairs.of(base, head), folder, new CountListener() {
            @Override
            public boolean isOver() {
                return false;
            }

            @Override
            public void begins(RowKey row) {
                begins.accept(row);
            }

            @Override
            public void counted(RowKey row, WorkDelta work) {
                rows.put(row, work);
            }
        });
        assertThat(isWhole).isTrue();
        return rows;
    }

    /** The same by the names of the benchmarks. */
    static Map<String, WorkDelta> byName(Map<RowKey, WorkDelta> rows) {
        Map<String, WorkDelta> byName = new TreeMap<>();
        rows.forEach((row, work) -> byName.put(name(row), work));
        return byName;
    }

    static String name(RowKey row) {
        return row.benchmark().substring(row.benchmark().lastIndexOf('.') + 1);
    }
}
