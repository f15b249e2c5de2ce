package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Probes;
import dev.callcost.reach.ClassCode.MethodCode;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbedClassesTest {
    private static final String CODE = """
            class A implements Runnable, Some {
                static int made = Integer.parseInt("0");
                A() { super(); made++; }
                int loop(long n, double d) {
                    int sum = 0;
                    for (int k = 0; k < n; k++) {
                        try { sum += d > 0 ? Integer.parseInt("1") : Integer.parseInt("x"); }
                        catch (NumberFormatException e) { sum--; }
                    }
                    return sum;
                }
                static synchronized void nothing() { }
                void never() { }
                public void run() {
                    nothing();
                    List();
                    if (loop(3, 1) != 3 || loop(2, 0) != -2 || some() != 1) { throw new AssertionError(); }
                }
                void List() { Runnable lambda = () -> nothing(); lambda.run(); }
                public static Runnable make() { return new A(); }
            }
            interface Some { default int some() { return 1; } int none = Integer.parseInt("1"); }
            """;

    @TempDir
    Path directory;

    @Test
    void everyKindOfMethodTellsThatItBegins() throws Exception {
        CompiledJar jar = new CompiledJar(directory.resolve("jar")).compile(CODE);
        Map<String, Integer> numbers = new HashMap<>();
        Map<String, Map<String, Integer>> probes = new HashMap<>();
        for (String file : List.of("A.class", "Some.class")) {
            byte[] classFile = jar.files.get(file);
            ClassCode code = ClassCode.of(classFile, classFile, annotation -> true);
            for (MethodCode method : code.methods()) {
                int number = numbers.size();
                numbers.put(code.name() + "." + method.name(), number);
                probes.computeIfAbsent(code.name(), it -> new HashMap<>()).put(method.signature(), number);
            }
        }
        Map<Integer, Probes.CallCounts> calls = Probes.read(run(jar, "A", probes, numbers.size()));
        Map<String, Long> byName = numbers.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        it -> calls.containsKey(it.getValue())
                                ? calls.get(it.getValue()).outside()
                                : 0));
        assertThat(byName)
                .containsAllEntriesOf(Map.of(
                        "A.<clinit>", 1L,
                        "A.<init>", 1L,
                        "A.loop", 7L, // with five rounds
                        "A.nothing", 2L,
                        "A.never", 0L,
                        "A.lambda$List$0", 1L,
                        "Some.some", 1L,
                        "Some.<clinit>", 1L));
    }

    /** Runs what a class of a jar makes, with probes. Returns the file of the counts. */
    private static Path run(CompiledJar jar, String type, Map<String, Map<String, Integer>> probes, int methods)
            throws Exception {
        Path file = jar.write();
        try (JarContent content = new JarContent(List.of(file), 17)) {
            jar.files.putAll(ProbedClasses.of(content, probes));
        }
        Path counts = Path.of(file + ".counts");
        Probes.count(counts.toString(), methods);
        URL[] probed = {jar.write().toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(probed, ProbedClassesTest.class.getClassLoader())) {
            Method make = loader.loadClass(type).getDeclaredMethod("make");
            make.setAccessible(true);
            ((Runnable) make.invoke(null)).run();
        }
        return counts;
    }

    private static final String READER = """
            import java.lang.invoke.*;
            public class Reader implements Runnable {
                Object find(Object any, String name, ClassLoader from) throws Exception {
                    return from == null ? Reader.class.getResourceAsStream(name) : from.getResources(name);
                }
                public void run() {
                    try {
                        find(this, "Reader.class", null);
                        find(this, "a/B.class", ClassLoader.getSystemClassLoader());
                        find(this, "words.txt", null);
                        MORE
                    } catch (Exception e) { throw new IllegalStateException(e); }
                }
                public static Runnable make() { return new Reader(); }
            }
            """;

    /** A note is taken once in a JVM. */
    @Test
    void howAProgramFindsOutWhatIsInItsJarsIsNoted() throws Exception {
        assertThat(notes(""))
                .isEqualTo(new Probes.Notes(Set.of("Reader.class", "a/B.class"), Set.of(), false, false, false));
        assertThat(notes("MethodHandles.lookup().findVirtual(Reader.class, \"run\","
                                + " MethodType.methodType(void.class));")
                        .isAnyLookedUp())
                .isTrue();
        assertThat(notes("try { new java.util.jar.JarFile(\"none\"); } catch (java.io.IOException none) { }")
                        .isAnyOpened())
                .isTrue();
        assertThat(notes("try { new ProcessBuilder(\"/no/such\").start(); } catch (java.io.IOException none) { }")
                        .isAnyStarted())
                .isTrue();
    }

    private Probes.Notes notes(String code) throws Exception {
        CompiledJar jar =
                new CompiledJar(directory.resolve("reader" + code.length())).compile(READER.replace("MORE", code));
        return Probes.Notes.of(run(jar, "Reader", Map.of(), 0));
    }

    @Test
    void aMethodWithoutRoomHasNoProbe() throws IOException {
        String huge = "int huge(int x) { " + "x = x * 70001; ".repeat(13_106) + "return x; }";
        byte[] file = new CompiledJar(directory.resolve("huge"))
                .compile("class A { int small() { return 1; } " + huge + " }")
                .files
                .get("A.class");
        assertThat(ProbedClasses.fitting(file, Map.of("small()I", 1, "huge(I)I", 2)))
                .containsOnlyKeys("small()I");
    }
}
