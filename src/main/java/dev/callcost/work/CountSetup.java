package dev.callcost.work;

import dev.callcost.agent.Chance;
import dev.callcost.agent.Probes;
import dev.callcost.agent.Work;
import dev.callcost.agent.WorkAgent;
import dev.callcost.agent.WorkReader;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.launch.PlannedRow;
import dev.callcost.launch.RowPair.SideRow;
import dev.callcost.launch.RunArguments;
import dev.callcost.text.CommandException;
import dev.callcost.work.WorkDelta.WorkScope;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How forks count instead of measuring: the jars, the arguments of their JVM and of JMH, and the mode. */
final class CountSetup {
    private static final String MANIFEST = "Manifest-Version: 1.0\nPremain-Class: " + WorkAgent.class.getName()
            + "\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n";

    private static final int COMPILER_STACK_KIB = 16 << 10;

    private static final String ASM = "org/objectweb/asm/";

    private static final String PROFILERS = "prof";

    /** An operation of 5 ns reaches so many within the time that {@code agent.Work} gives it. */
    private static final int MOST_OPERATIONS = 1 << 20;

    private static final RunArguments.Group OPERATIONS =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-bs", String.valueOf(MOST_OPERATIONS)), false);

    /** Of a row that keeps its mode; it ends when its operations do. */
    private static final RunArguments.Group ITERATION =
            new RunArguments.Group(List.of("-wi", "0", "-i", "1", "-r", "5s"), false);

    private static final String CONTROL = "Lorg/openjdk/jmh/infra/Control;";

    private final Path folder;
    private final Path agent;

    /** What counted classes call, for the boot class path. */
    private final Path boot;

    private final Path transformer;
    private final Map<JarCopy, JarCopy> copies = new HashMap<>();

    /** @param folder takes the jars, and outlives the forks */
    CountSetup(Path folder) throws IOException {
        this.folder = folder;
        agent = folder.resolve("work-agent.jar");
        boot = folder.resolve("work.jar");
        transformer = folder.resolve("work-transformer.jar");
        Map<String, byte[]> booted = JmhJar.neededBy(List.of(Work.class, Chance.class));
        SortedMap<String, byte[]> agents = JmhJar.neededBy(List.of(WorkAgent.class));
        SortedMap<String, byte[]> transformers = JmhJar.neededBy(List.of(CountingTransformer.class), ASM);
        agents.keySet().removeAll(booted.keySet());
        transformers.keySet().removeAll(booted.keySet());
        agents.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
        JmhJar.write(boot, booted);
        JmhJar.write(agent, agents);
        JmhJar.write(transformer, transformers);
    }

    /**
     * The arguments of a JVM that counts. Code is compiled for short runs, because the other compiler removes objects,
     * and when it does so depends on the machine. The JVM does not compile large methods by default, and counted ones
     * are large: the compiler calls itself for each of their blocks.
     *
     * @param seed 1 or 2; with 1 all identity hashes are equal, with 2 they are consecutive numbers
     */
    List<String> jvmArguments(int seed, WorkScope scope) {
        return List.of(
                "-Xbootclasspath/a:" + boot,
                "-javaagent:" + agent + "=" + transformer + WorkAgent.SEPARATOR + seed + WorkAgent.SEPARATOR
                        + (scope == WorkScope.ALL),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-DontCompileHugeMethods",
                "-XX:CompilerThreadStackSize=" + COMPILER_STACK_KIB,
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=" + (seed == 1 ? 2 : 3));
    }

    /** The arguments of forks that count, in mode SingleShotTime. */
    static RunArguments counting(RunArguments user) {
        return user.without(PROFILERS, OPERATIONS);
    }

    /** The arguments of forks that count, of a row that keeps its mode. */
    static RunArguments inOwnMode(RunArguments counting) {
        return counting.without("bs", ITERATION);
    }

    /** A copy of a jar with what its host needs to start forks that count. Threads that start forks call it too. */
    synchronized JarCopy counting(JarCopy jar) {
        return copies.computeIfAbsent(
                jar,
                it -> it.with(
                        JmhJar.neededBy(List.of(WorkReader.class)),
                        folder.resolve(copies.size() + ".jar"),
                        counting(it.arguments())));
    }

    /**
     * Whether a row's benchmark takes JMH's {@code Control}. Mode SingleShotTime tells such rows to stop from the first
     * operation on, so they keep their mode.
     *
     * @throws CommandException (bad file) when the jar cannot be read
     */
    boolean keepsMode(SideRow side) {
        JarCopy jar = counting(side.jar());
        try {
            List<URL> urls = new ArrayList<>();
            urls.add(jar.path().toUri().toURL());
            for (Path other : jar.others()) {
                urls.add(other.toUri().toURL());
            }
            try (URLClassLoader files = new URLClassLoader(urls.toArray(URL[]::new), null)) {
                return keepsMode(files, side.row());
            }
        } catch (IOException e) {
            throw CommandException.badFile(jar.original() + ": cannot be read: " + e.getMessage());
        }
    }

    /** @param files the class loader that finds the row's class files */
    static boolean keepsMode(ClassLoader files, PlannedRow row) throws IOException {
        String file = row.generatedClass().replace('.', '/') + Probes.CLASS_FILE;
        try (InputStream classFile = files.getResourceAsStream(file)) {
            if (classFile == null) {
                return false;
            }
            ControlFinder finder = new ControlFinder();
            new ClassReader(classFile).accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return finder.isFound;
        }
    }

    private static final class ControlFinder extends ClassVisitor {
        private boolean isFound;

        ControlFinder() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String stub, String descriptor, String signature, String[] exceptions) {
            String benchmark = StubBrackets.benchmark(stub);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
                    isFound |= StubBrackets.isBenchmark(owner, name, benchmark) && type.contains(CONTROL);
                }
            };
        }
    }
}
