package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.Probes;
import dev.callcost.reach.ClassCode.MethodCode;
import java.io.IOException;
import java.lang.reflect.Method;
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
        Map<String, byte[]> classes = new HashMap<>(jar.files);
        try (JarContent content = new JarContent(List.of(jar.write()), 17)) {
            classes.putAll(ProbedClasses.of(content, probes));
        }
        Path counts = directory.resolve("counts");
        Probes.count(counts.toString(), numbers.size());
        Method make = new Classes(classes).loadClass("A").getDeclaredMethod("make");
        make.setAccessible(true);
        ((Runnable) make.invoke(null)).run();

        Map<Integer, Probes.CallCounts> calls = Probes.read(counts);
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
        Path folder = directory.resolve("reader" + code.length());
        CompiledJar jar = new CompiledJar(folder).compile(READER.replace("MORE", code));
        Map<String, byte[]> classes = new HashMap<>(jar.files);
        try (JarContent content = new JarContent(List.of(jar.write()), 17)) {
            classes.putAll(ProbedClasses.of(content, Map.of()));
        }
        Path counts = directory.resolve("counts" + code.length());
        Probes.count(counts.toString(), 0);
        Method make = new Classes(classes).loadClass("Reader").getDeclaredMethod("make");
        ((Runnable) make.invoke(null)).run();
        return Probes.Notes.of(counts);
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

    private static final class Classes extends ClassLoader {
        private final Map<String, byte[]> files;

        Classes(Map<String, byte[]> files) {
            super(ProbedClassesTest.class.getClassLoader());
            this.files = files;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name + ".class");
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
        }
    }
}
