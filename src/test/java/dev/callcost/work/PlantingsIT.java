package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.data.RowKey;
import dev.callcost.launch.JarCopy;
import dev.callcost.reach.CompiledJar;
import dev.callcost.work.WorkDelta.WorkKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.util.Utils;

/** Changes whose work is known, and compilers that make other code of the same source. */
class PlantingsIT {
    private static final String CONSTRUCTS = """
            import java.util.*;
            import java.util.function.*;
            public class Constructs {
                enum Kind { FIRST, SECOND }
                class Inner { int x = 3; }
                private int hidden = 2;
                static class Nested { static int of(Constructs of) { return of.hidden; } }
                static int all(String text) {
                    return concat(text) + enumSwitch(Kind.SECOND) + textSwitch(text) + inner() + nested() + lambda(text)
                            + hash(List.of()) + each(List.of(1, 2)) + resources() + locked(text) + casts(text) + checked(text);
                }
                static int concat(String text) { return (text + text.length() + 'c').length(); }
                static int enumSwitch(Kind kind) { switch (kind) { case FIRST: return 1; case SECOND: return 2; default: return 3; } }
                static int textSwitch(String text) { switch (text) { case "a": return 1; case "b": return 2; default: return 3; } }
                static int inner() { return new Constructs().new Inner().x; }
                static int nested() { return Nested.of(new Constructs()); }
                static int lambda(String text) { IntSupplier s = () -> text.length(); Function<String, String> f = String::trim; return s.getAsInt() + f.apply(text).length(); }
                static int hash(List<?> list) { return list.hashCode(); }
                static int each(List<Integer> list) { int sum = 0; for (int x : list) { sum += x; } return sum; }
                static int resources() { try (AutoCloseable it = () -> { }) { return 1; } catch (Exception e) { return 2; } }
                static int locked(Object lock) { synchronized (lock) { return 1; } }
                static int casts(Object any) { return any instanceof String s && !s.isEmpty() ? s.length() : 0; }
                static int checked(String text) { assert text != null; return text.length(); }
            }
            """;

    @TempDir
    Path directory;

    private int jars;

    /** Half of the kinds at a time, so that the rows of the others show whether a change touches them. */
    @Test
    void twentyKindsOfChangesAreExactInSixtyRows() throws IOException {
        Plantings plantings = new Plantings(directory, "16,64,256");
        JarCopy base = plantings.jar(name -> false);
        List<String> names = Plantings.names();
        for (int half = 0; half < 2; half++) {
            int of = half;
            Predicate<String> isPlanted = name -> names.indexOf(name) % 2 == of && !name.equals(Plantings.UNTOUCHED);
            Map<RowKey, WorkDelta> rows = Plantings.count(base, plantings.jar(isPlanted), directory);
            assertThat(rows).hasSize(3 * names.size());
            rows.forEach((row, work) -> assertExact(
                    work,
                    Plantings.name(row),
                    Integer.parseInt(row.params().get("n")),
                    isPlanted.test(Plantings.name(row))));
        }
    }

    private static void assertExact(WorkDelta work, String name, int size, boolean isPlanted) {
        String row = name + " of " + size + ": " + WorkSentences.of(work);
        assertThat(work.kind()).as(row).isEqualTo(isPlanted ? WorkKind.MORE : WorkKind.SAME);
        assertThat(work.bytecodes()).as(row).isEqualTo(isPlanted ? Plantings.more(name, size) : 0);
        if (isPlanted) {
            WorkDelta.MethodDelta first = work.methods().get(0);
            assertThat(first.name()).as(row).isEqualTo("org.example.Library." + name);
            assertThat(first.bytecodes()).as(row).isEqualTo(Plantings.own(name, size));
        }
    }

    /** A jar whose library a JDK's javac has compiled for a release. */
    private JarCopy constructs(Path jdk, int release, Path jvm) throws Exception {
        String name = "constructs" + jars++;
        Path source = Files.createDirectories(directory.resolve(name)).resolve("Constructs.java");
        Files.writeString(source, "package org.example;\n" + CONSTRUCTS);
        Path classes = source.resolveSibling("classes");
        Process javac = new ProcessBuilder(
                        jdk.resolve("bin/javac").toString(),
                        "--release",
                        String.valueOf(release),
                        "-d",
                        classes.toString(),
                        source.toString())
                .inheritIO()
                .start();
        assertThat(javac.waitFor()).isZero();
        CompiledJar jar = CompiledJar.ofBenchmarks(
                directory.resolve(name + "-sources"),
                "package org.example;\n"
                        + CONSTRUCTS
                                .replace(
                                        "import java.util.function.*;",
                                        "import java.util.function.*;\nimport org.openjdk.jmh.annotations.*;")
                                .replace("public class", "class")
                        + "@State(Scope.Thread) public class Rows { @Benchmark public int all() { return Constructs.all(\"text\"); } }");
        try (Stream<Path> files = Files.list(classes.resolve("org/example"))) {
            for (Path file : files.toList()) {
                jar.files.put("org/example/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
        return Plantings.copy(jar, directory, name, "-jvm", jvm.toString());
    }

    private WorkDelta recompiled(int release, Path jvm, Path other) throws Exception {
        JarCopy base = constructs(Path.of(System.getProperty("java.home")), 17, jvm);
        JarCopy head = constructs(other, release, jvm);
        return Plantings.count(base, head, directory).values().iterator().next();
    }

    private static List<String> methods(WorkDelta work) {
        return work.methods().stream()
                .map(it -> WorkText.shortName(it.name()) + " " + it.bytecodes())
                .toList();
    }

    /** What differs is these constructs, and the sentence says that the class files differ. */
    @Test
    void otherCompilersMakeOtherCodeOfKnownConstructs() throws Exception {
        Path java25 = WorkProfilerIT.jdk25();
        assumeTrue(java25 != null, "no JDK 25 beside this one");
        Path jdk25 = java25.getParent().getParent();
        WorkDelta alike = recompiled(17, Path.of(Utils.getCurrentJvm()), jdk25);
        assertThat(methods(alike)).containsExactly("Constructs.enumSwitch -2.0");
        assertThat(WorkSentences.of(alike)).noneMatch(it -> it.startsWith("class files"));
        WorkDelta other = recompiled(25, java25, jdk25);
        assertThat(methods(other))
                .containsExactlyInAnyOrder("Constructs.enumSwitch -2.0", "Constructs.Inner.<init> 2.0");
        assertThat(WorkSentences.of(other))
                .contains("class files of Java 25 on one side alone: compilers make other code of some constructs");
    }
}
