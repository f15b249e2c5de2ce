package dev.callcost.reach;

import dev.callcost.agent.Probes;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Class files of a jar in which chosen methods call {@link Probes} where they begin and in their loops, and those that
 * find out what is in their jars note it there. All other class files stay what they are.
 */
final class ProbedClasses {
    private static final String PROBES = Type.getInternalName(Probes.class);

    /** JMH's class that each thread of a benchmark calls between the parts of an iteration. */
    private static final String CONTROL = "org/openjdk/jmh/runner/InfraControl";

    /** Methods of that class, and what is told when a thread calls them. */
    private static final Map<String, String> PARTS =
            Map.of("preSetup", "setsUp", "announceWarmupReady", "measures", "preTearDown", "tearsDown");

    /** Methods of class loaders, classes and modules that read the resource which their first argument names. */
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

    private static final String TAKES_NAME = "(Ljava/lang/String;)";

    /** Other methods by which a program finds out what is in its jars, and what is noted when it calls them. */
    private static final List<Access> ACCESSES = List.of(
            new Access("java/lang/invoke/MethodHandles.Lookup", "find[SVCG].*|unreflect.*", "looksUp"),
            new Access("java/util/(zip/Zip|jar/Jar)(File|InputStream)", "<init>", "opensJar"),
            new Access("java/nio/file/FileSystems", "newFileSystem", "opensJar"),
            new Access("java/lang/ProcessBuilder", "start(Pipeline)?", "startsProcess"),
            new Access("java/lang/Runtime", "exec", "startsProcess"));

    /** What also runs in the host, which starts processes and reads lists; no benchmark is there. */
    private static final Pattern HOST = Pattern.compile("(org/openjdk/jmh|dev/callcost/agent)/.*");

    /** In the class file of each class that calls one of all these. */
    private static final List<String> ACCESS = List.of(
            "esource",
            "java/lang/invoke/MethodHandles$Lookup",
            "java/util/zip/",
            "java/util/jar/",
            "newFileSystem",
            "java/lang/ProcessBuilder",
            "java/lang/Runtime");

    /**
     * Methods of the JDK.
     *
     * @param owner a regular expression of their class
     * @param name a regular expression
     * @param note the method of {@link Probes} that is called before them
     */
    private record Access(Pattern owner, Pattern name, String note) {
        Access(String owner, String name, String note) {
            this(Pattern.compile(owner), Pattern.compile(name), note);
        }

        boolean is(String type, String method) {
            return owner.matcher(type).matches() && name.matcher(method).matches();
        }
    }

    /**
     * A class file of more bytes may have no room for a call: a method has 65,535 bytes at most, and a class so many
     * constants.
     */
    private static final int LARGE = 60_000;

    private ProbedClasses() {}

    /**
     * Changed class files by their names in the first jar.
     *
     * @param probes numbers by class, and in a class by name and descriptor of its methods
     */
    static Map<String, byte[]> of(JarContent jar, Map<String, Map<String, Integer>> probes) {
        Map<String, byte[]> files = new TreeMap<>();
        for (String owner : jar.classes()) {
            String name = jar.entry(owner + Probes.CLASS_FILE);
            byte[] classFile = jar.classFile(owner);
            Map<String, Integer> numbers = probes.getOrDefault(owner, Map.of());
            if (!numbers.isEmpty() || owner.equals(CONTROL)) {
                files.put(name, probed(classFile, numbers));
            }
            if (!HOST.matcher(owner).matches() && mayFindOut(classFile)) {
                noting(classFile, numbers).ifPresent(file -> files.put(name, file));
            }
        }
        return files;
    }

    private static boolean mayFindOut(byte[] classFile) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return ACCESS.stream().anyMatch(text::contains);
    }

    /**
     * The class file that notes how it finds out what is in its jars; empty where it does not, has no room or cannot be
     * read itself.
     */
    private static Optional<byte[]> noting(byte[] classFile, Map<String, Integer> numbers) {
        try {
            Prober prober = new Prober(classFile, numbers, true);
            byte[] file = prober.classFile();
            return Optional.of(file).filter(it -> prober.notesAny);
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
        private final boolean isNoting;
        private boolean notesAny;

        Prober(byte[] classFile, Map<String, Integer> numbers, boolean isNoting) {
            super(Opcodes.ASM9);
            this.reader = new ClassReader(classFile);
            this.numbers = numbers;
            this.isNoting = isNoting;
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
            return number == null && part == null && !isNoting ? next : new ProbeInserter(this, next, number, part);
        }
    }

    private static final class ProbeInserter extends MethodVisitor {
        private final Prober prober;
        private final Integer number;
        private final String part;
        private final Set<Label> passed = new HashSet<>();

        ProbeInserter(Prober prober, MethodVisitor next, Integer number, String part) {
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
            count();
        }

        private void count() {
            if (number != null) {
                visitLdcInsn(number);
                visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "hit", "(I)V", false);
            }
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        /** Counts each round of a loop: a method that begins in set-up may run on in iterations. */
        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (passed.contains(label)) {
                count();
            }
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (prober.isNoting) {
                note(owner, name, descriptor);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void note(String owner, String name, String descriptor) {
            if (READERS.contains(name) && descriptor.startsWith(TAKES_NAME)) {
                prober.notesAny = true;
                visitInsn(Opcodes.DUP);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "reads", TAKES_NAME + "V", false);
            }
            ACCESSES.stream().filter(it -> it.is(owner, name)).forEach(it -> {
                prober.notesAny = true;
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, it.note, "()V", false);
            });
        }

        /** A call needs room for its number, or for another name. It leaves nothing, so all frames stay right. */
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 1, maxLocals);
        }
    }
}
