package dev.callcost.reach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.ProbeReader;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Numbers from here on are no other test's. */
    private static final int FIRST = 5000;

    @Test
    void everyKindOfMethodTellsThatItBegins() throws Exception {
        CompiledJar jar = new CompiledJar(directory.resolve("jar")).compile(CODE);
        Map<String, Integer> numbers = new HashMap<>();
        Map<String, Map<String, Integer>> probes = new HashMap<>();
        for (String file : List.of("A.class", "Some.class")) {
            ClassCode code = ClassCode.of(jar.files.get(file));
            for (MethodCode method : code.methods()) {
                int number = FIRST + numbers.size();
                numbers.put(code.name() + "." + method.name(), number);
                probes.computeIfAbsent(code.name(), it -> new HashMap<>()).put(method.signature(), number);
            }
        }
        Map<String, byte[]> classes = new HashMap<>(jar.files);
        try (JarContent content = new JarContent(jar.write(), 17)) {
            classes.putAll(ProbedClasses.of(content, probes));
        }
        Method make = new Classes(classes).loadClass("A").getDeclaredMethod("make");
        make.setAccessible(true);
        ((Runnable) make.invoke(null)).run();

        Map<Integer, Long> calls = calls();
        Map<String, Long> byName = numbers.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> calls.getOrDefault(it.getValue(), 0L)));
        assertThat(byName)
                .containsAllEntriesOf(Map.of(
                        "A.<clinit>", 1L,
                        "A.<init>", 1L,
                        "A.loop", 2L,
                        "A.nothing", 2L,
                        "A.never", 0L,
                        "A.lambda$List$0", 1L,
                        "Some.some", 1L,
                        "Some.<clinit>", 1L));
    }

    private Map<Integer, Long> calls() throws IOException {
        Path file = directory.resolve("calls");
        new ProbeReader(file.toString()).afterIteration(null, null, null);
        return Files.readAllLines(file).stream()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(
                        it -> Integer.parseInt(it[0]), it -> Long.parseLong(it[1]) + Long.parseLong(it[2])));
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
