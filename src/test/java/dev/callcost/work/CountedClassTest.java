package dev.callcost.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.agent.WorkCount;
import dev.callcost.agent.WorkCount.MethodWork;
import dev.callcost.reach.CompiledJar;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class CountedClassTest {
    private static final String CODE = """
            import java.util.*;
            class A implements Runnable {
                static int k; static long wide; static String text = "abc"; static Object any = "x";
                static final List<Integer> LIST = new ArrayList<>(List.of(1, 2, 3));
                enum Kind { FIRST, SECOND }
                static class Pair extends A { final int left; Pair(int left) { super(); this.left = left; } Pair() { this(1); } }
                static int same() { return 1; }
                static synchronized int locked() { return 1; }
                static int thrown(int x) { if (x > 0) { throw new IllegalStateException(); } return x; }
                public void run() { k = 5; CODE; k++; }
            }
            """;

    @TempDir
    static Path directory;

    private static int folders;
    private static WorkCount without;

    @BeforeAll
    static void countNothing() throws Exception {
        without = count("");
    }

    private static Map<String, byte[]> compiled(String code) throws IOException {
        return new CompiledJar(directory.resolve("jar" + folders++))
                .compile(CODE.replace("CODE", code), "-XDstringConcat=inline")
                .files;
    }

    private static WorkCount count(String code) throws Exception {
        return count(new CountedRun(compiled(code), 1));
    }

    /** Operations 3 and 4. */
    private static WorkCount count(CountedRun run) throws Exception {
        return run.windows(run.operation(), 4).get(2);
    }

    /** Each construct of the language: bytecodes, calls, heads of loops and objects more, per call. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wide += 2                                                                       | 4 | 0 | 0 | 0",
                "double d = k * 2.0; long l = (long) d; wide = l                                 | 10 | 0 | 0 | 0",
                "same()                                                                          | 4 | 1 | 0 | 0",
                "Integer box = k; k = box                                                        | 6 | 0 | 0 | 0",
                "for (int i = 0; i < 3; i++) { k += i; }                                         | 32 | 0 | 4 | 0",
                "int i = 0; do { i++; } while (i < 3)                                            | 14 | 0 | 3 | 0",
                "if (k > 9) { k = 7; }                                                           | 3 | 0 | 0 | 0",
                "if (k < 9) { k = 7; }                                                           | 5 | 0 | 0 | 0",
                "k = k > 9 ? 1 : 2                                                               | 5 | 0 | 0 | 0",
                "switch (k) { case 5: k = 8; break; case 6: k = 9; break; default: k = 1; }      | 5 | 0 | 0 | 0",
                "switch (k) { case 1: k = 8; break; case 600: k = 9; break; default: k = 1; }    | 4 | 0 | 0 | 0",
                "new Pair()                                                                      | 17 | 3 | 0 | 1",
                "new Pair(k > 3 ? 1 : 2)                                                         | 18 | 2 | 0 | 1",
                "try { thrown(k); } catch (IllegalStateException e) { k = 3; }                   | 13 | 1 | 0 | 1",
                "try { k = thrown(0); } finally { k = 4; }                                       | 10 | 1 | 0 | 0",
                "synchronized (this) { k = 2; }                                                  | 9 | 0 | 0 | 0",
                "locked()                                                                        | 4 | 1 | 0 | 0",
                "int[] a = {1, 2}; long[][] b = new long[2][3]; k = a[1] + b[1].length           | 24 | 0 | 0 | 2",
                "Runnable r = () -> k++; r.run()                                                 | 9 | 1 | 0 | 0",
                "for (int x : LIST) { k += x; }                                                  | 45 | 0 | 4 | 0",
                "if (any instanceof String s) { k = s.length(); }                                | 11 | 0 | 0 | 0",
            })
    void aConstructCountsItsInstructions(String code, int bytecodes, int calls, int loops, int objects)
            throws Exception {
        WorkCount with = count(code);
        assertThat(new double[] {
                    with.perCall(with.bytecodes() - without.bytecodes()),
                    with.perCall(with.calls() - without.calls()),
                    with.perCall(with.loops() - without.loops()),
                    with.perCall(with.objects() - without.objects())
                })
                .containsExactly(bytecodes, calls, loops, objects);
    }

    @Test
    void twoBytecodesAfterALoopAreTwo() throws Exception {
        String loop = "for (int i = 0; i < 1000; i++) { k += i; }";
        WorkCount before = count(loop);
        WorkCount with = count(loop + " int copy = 1");
        assertThat(with.perCall(with.bytecodes() - before.bytecodes())).isEqualTo(2);
        assertThat(with.methods().get("A.run").calls()).isEqualTo(with.operations());
    }

    @Test
    void callsOfTheJdkCountByName() throws Exception {
        WorkCount count = count("StringBuilder b = new StringBuilder(); for (int i = 0; i < 3; i++) { b.append(i); }"
                + " List<Integer> l = LIST; Comparable<String> c = text; k = l.size() + c.hashCode();"
                + " int[] a = {1}; k = a.clone().length; Object o = new Object()");
        assertThat(count.operations()).isEqualTo(2);
        assertThat(count.jdkCalls())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "StringBuilder.<init>", 2L,
                        "StringBuilder.append", 6L,
                        "List.size", 2L,
                        "Object.hashCode", 2L,
                        "array.clone", 2L));
    }

    @Test
    void eachThreadCountsForItself() throws Exception {
        CountedRun run = new CountedRun(compiled("for (int i = 0; i < 100; i++) { same(); }"), 1);
        Runnable operation = run.operation();
        CountDownLatch isCounted = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            while (isCounted.getCount() > 0) {
                operation.run();
            }
        });
        other.start();
        List<WorkCount> windows;
        try {
            windows = run.windows(operation, 4);
        } finally {
            isCounted.countDown();
            other.join();
        }
        assertThat(windows).extracting(WorkCount::operations).containsExactly(1L, 1L, 2L);
        assertThat(windows.get(2).methods().get("A.same")).isEqualTo(new MethodWork(400, 200, 0, 0));
    }

    @Test
    void theWorkOfOtherThreadsStandsApart() throws Exception {
        WorkCount window = count("Thread t = new Thread(() -> { for (int i = 0; i < 10; i++) { same(); } });"
                + " t.start(); try { t.join(); } catch (InterruptedException e) { k = 1; }");
        assertThat(window.methods()).containsOnlyKeys("A.run");
        assertThat(window.otherThreads())
                .as("2 + 11 heads of 3 + 10 bodies of 4 + 1 + same")
                .isEqualTo(2 * 96);
    }

    @Test
    void aDearFirstOperationLeavesTimeForOthers() throws Exception {
        CountedRun run = new CountedRun(compiled("same()"), 1);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Runnable operation = run.operation();
        AtomicBoolean isFirst = new AtomicBoolean(true);
        List<WorkCount> windows = run.windows(
                () -> {
                    long cpu = threads.getCurrentThreadCpuTime();
                    while (isFirst.get() && threads.getCurrentThreadCpuTime() - cpu < 300_000_000) {
                        operation.run();
                    }
                    isFirst.set(false);
                    operation.run();
                },
                64);
        assertThat(windows).hasSize(7);
    }

    /** The JVM verifies a class when its methods are asked for. */
    @ParameterizedTest
    @ValueSource(
            strings = {"asm-9", "gson-", "commons-math3", "netty-buffer", "netty-common", "netty-codec-http2", "picocli"
            })
    void theJvmAcceptsAllClassesOfALibrary(String library) throws Exception {
        Path jar = null;
        for (String path : System.getProperty("java.class.path").split(":")) {
            jar = Path.of(path).getFileName().toString().startsWith(library) ? Path.of(path) : jar;
        }
        List<String> rejected = new ArrayList<>();
        int accepted = 0;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            Verifier verifier = new Verifier(zip);
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                String name = all.nextElement().getName();
                if (name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("-info.class")) {
                    try {
                        verifier.loadClass(name.substring(0, name.length() - 6).replace('/', '.'))
                                .getDeclaredMethods();
                        accepted++;
                    } catch (NoClassDefFoundError e) {
                        // an optional library
                    } catch (LinkageError e) {
                        rejected.add(name + ": " + e.getMessage());
                    }
                }
            }
        }
        assertThat(rejected).isEmpty();
        assertThat(accepted).isGreaterThan(20);
    }

    private static final class Verifier extends ClassLoader {
        private final ZipFile zip;

        Verifier(ZipFile zip) {
            super(CountedClassTest.class.getClassLoader());
            this.zip = zip;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                ZipEntry entry = zip.getEntry(name.replace('.', '/') + ".class");
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : entry == null ? super.loadClass(name, resolve) : define(name, entry);
            }
        }

        private Class<?> define(String name, ZipEntry entry) throws ClassNotFoundException {
            try (var in = zip.getInputStream(entry)) {
                byte[] file = new CountedClass(in.readAllBytes(), false, 1, blocks -> 70_000).classFile();
                return defineClass(name, file, 0, file.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** Before version 50 class files had no stack maps and subroutines. */
    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_5})
    void anOldClassFileCounts(int version) throws Exception {
        CountedRun run = new CountedRun(Map.of("A.class", withSubroutine(version)), 1);
        WorkCount window = count(run);
        assertThat(window.perCall(window.bytecodes())).isEqualTo(2 + 2 * 3 + 1);
        assertThat(run.uncounted()).isEmpty();
    }

    private static byte[] withSubroutine(int version) {
        ClassWriter type = new ClassWriter(0);
        type.visit(version, Opcodes.ACC_PUBLIC, "A", null, "java/lang/Object", new String[] {"java/lang/Runnable"});
        MethodVisitor init = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(1, 1);
        init.visitEnd();
        MethodVisitor run = type.visitMethod(Opcodes.ACC_PUBLIC, "run", "()V", null, null);
        Label subroutine = new Label();
        run.visitCode();
        run.visitJumpInsn(Opcodes.JSR, subroutine);
        run.visitJumpInsn(Opcodes.JSR, subroutine);
        run.visitInsn(Opcodes.RETURN);
        run.visitLabel(subroutine);
        run.visitVarInsn(Opcodes.ASTORE, 1);
        run.visitInsn(Opcodes.NOP);
        run.visitVarInsn(Opcodes.RET, 1);
        run.visitMaxs(1, 2);
        run.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }

    @Test
    void aMethodWithoutRoomIsNamedAndTheOthersCount() throws Exception {
        Map<String, byte[]> files = new CompiledJar(directory.resolve("huge"))
                .compile("class A implements Runnable { static int k; static int small() { return 1; } void huge() { "
                        + "if (k > 0) { k = 1; } ".repeat(6_000)
                        + "} public void run() { small(); huge(); } }")
                .files;
        CountedRun run = new CountedRun(files, 1);
        WorkCount window = count(run);
        assertThat(window.methods()).containsOnlyKeys("A.run", "A.small");
        assertThat(run.uncounted()).singleElement().isEqualTo("A.huge");
    }

    @Test
    void theClockAndSeedsAreThoseOfTheChance() throws Exception {
        Map<String, byte[]> files = compiled("for (int i = new SplittableRandom().nextInt(50); i > 0; i--) { same(); }"
                + " for (long i = System.nanoTime() / 1000 % 50; i > 0; i--) { same(); }");
        List<List<WorkCount>> runs = new ArrayList<>();
        for (int seed : new int[] {1, 1}) {
            CountedRun run = new CountedRun(files, seed);
            runs.add(run.windows(run.operation(), 64));
        }
        assertThat(runs.get(0)).hasSize(7);
        for (int at = 0; at < 7; at++) {
            assertThat(runs.get(1).get(at).methods())
                    .isEqualTo(runs.get(0).get(at).methods());
        }
    }
}
