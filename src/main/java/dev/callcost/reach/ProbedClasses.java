package dev.callcost.reach;

import dev.callcost.agent.Probes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Class files of a jar in which chosen methods begin with a call of {@link Probes}, and those that read resources or look up members tell it so. All other class files stay
 * what they are.
 */
final class ProbedClasses {
    private static final String PROBES = Type.getInternalName(Probes.class);

    /** JMH's class that each thread of a benchmark calls between the parts of an iteration. */
    private static final String CONTROL = "org/openjdk/jmh/runner/InfraControl";

    /** Methods of that class, and what is told when a thread calls them. */
    private static final Map<String, String> PARTS =
            Map.of("preSetup", "setsUp", "announceWarmupReady", "measures", "preTearDown", "tearsDown");

    /** Methods of class loaders, classes and modules that read the resource which their last argument names. */
    private static final Set<String> READERS = Set.of(
            "getResource",
            "getResources",
            "getResourceAsStream",
            "getSystemResource",
            "getSystemResources",
            "getSystemResourceAsStream",
            "findResource",
            "findResources",
            "resources");

    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

    /** Begins the names of methods of that class that look members up. */
    private static final List<String> LOOKS_UP = List.of(
            "findStatic",
            "findVirtual",
            "findSpecial",
            "findConstructor",
            "findGetter",
            "findSetter",
            "findVarHandle",
            "unreflect");

    private static final String TAKES_NAME = "(Ljava/lang/String;)";

    /** In the class file of each class that calls one of them. */
    private static final String READS = "esource";

    /** A class file of more bytes may have no room for a call: a method has 65,535 bytes at most, and a class so many constants. */
    private static final int LARGE = 60_000;

    private ProbedClasses() {}

    /**
     * Changed class files by their names in the first jar.
     *
     * @param probes numbers by class, and in a class by name and descriptor of its methods
     */
    static Map<String, byte[]> of(JarContent jar, Map<String, Map<String, Integer>> probes) {
        Map<String, byte[]> files = new TreeMap<>();
        for (String name : jar.names()) {
            if (name.endsWith(JarDiff.CLASS)) {
                String owner = name.substring(0, name.length() - JarDiff.CLASS.length());
                byte[] classFile = jar.read(name);
                Map<String, Integer> numbers = probes.getOrDefault(owner, Map.of());
                if (!numbers.isEmpty() || owner.equals(CONTROL)) {
                    files.put(jar.entry(name), probed(classFile, numbers));
                }
                if (mayRead(classFile)) {
                    reading(classFile, numbers).ifPresent(file -> files.put(jar.entry(name), file));
                }
            }
        }
        return files;
    }

    /** Whether it may read a resource, or look up a member by a method handle. */
    private static boolean mayRead(byte[] classFile) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return text.contains(READS)
                || text.contains(LOOKUP) && LOOKS_UP.stream().anyMatch(text::contains);
    }

    /** The class file that tells which resources it reads; empty where it reads none, has no room or cannot be read itself. */
    private static Optional<byte[]> reading(byte[] classFile, Map<String, Integer> numbers) {
        try {
            Prober prober = new Prober(classFile, numbers, true);
            byte[] file = prober.classFile();
            return Optional.of(file).filter(it -> prober.readsAny);
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Those of a class's methods that have room for a call, as class files have limits. */
    static Map<String, Integer> fitting(byte[] classFile, Map<String, Integer> numbers) {
        Map<String, Integer> fitting = new HashMap<>(numbers);
        while (classFile.length > LARGE && !fitting.isEmpty()) {
            try {
                probed(classFile, fitting);
                break;
            } catch (MethodTooLargeException e) {
                fitting.remove(e.getMethodName() + e.getDescriptor());
            } catch (ClassTooLargeException e) {
                fitting.clear();
            }
        }
        return fitting;
    }

    private static byte[] probed(byte[] classFile, Map<String, Integer> numbers) {
        return new Prober(classFile, numbers, false).classFile();
    }

    private static final class Prober extends ClassVisitor {
        private final ClassReader reader;
        private final Map<String, Integer> numbers;
        private final boolean tellsReads;
        private boolean readsAny;

        Prober(byte[] classFile, Map<String, Integer> numbers, boolean tellsReads) {
            super(Opcodes.ASM9);
            this.reader = new ClassReader(classFile);
            this.numbers = numbers;
            this.tellsReads = tellsReads;
        }

        byte[] classFile() {
            ClassWriter writer = new ClassWriter(reader, 0);
            cv = writer;
            reader.accept(this, 0);
            return writer.toByteArray();
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Integer number = numbers.get(name + descriptor);
            String part = reader.getClassName().equals(CONTROL) ? PARTS.get(name) : null;
            return number == null && part == null && !tellsReads ? next : new Calls(this, next, number, part);
        }
    }

    private static final class Calls extends MethodVisitor {
        private final Prober prober;
        private final Integer number;
        private final String part;

        Calls(Prober prober, MethodVisitor next, Integer number, String part) {
            super(Opcodes.ASM9, next);
            this.prober = prober;
            this.number = number;
            this.part = part;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (part != null) {
                visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, part, "()V", false);
            }
            if (number != null) {
                visitLdcInsn(number);
                visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "hit", "(I)V", false);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (prober.tellsReads && READERS.contains(name) && descriptor.startsWith(TAKES_NAME)) {
                prober.readsAny = true;
                visitInsn(Opcodes.DUP);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "reads", TAKES_NAME + "V", false);
            }
            if (prober.tellsReads && owner.equals(LOOKUP) && LOOKS_UP.stream().anyMatch(name::startsWith)) {
                prober.readsAny = true;
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "looksUp", "()V", false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        /** A call needs room for its number, or for another name. It leaves nothing, so all frames stay right. */
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 1, maxLocals);
        }
    }
}
