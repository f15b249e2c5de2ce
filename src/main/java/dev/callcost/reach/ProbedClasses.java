package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.text.CommandException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files of a jar in which chosen methods begin with a call of {@link Probes}. All other class files stay what they are. */
final class ProbedClasses {
    private static final String PROBES = Type.getInternalName(Probes.class);

    /** JMH's class that each thread of a benchmark calls between the parts of an iteration. */
    private static final String CONTROL = "org/openjdk/jmh/runner/InfraControl";

    /** Methods of that class, and what is told when a thread calls them. */
    private static final Map<String, String> PARTS =
            Map.of("preSetup", "setsUp", "announceWarmupReady", "measures", "preTearDown", "tearsDown");

    private ProbedClasses() {}

    /**
     * Changed class files by their names in a jar.
     *
     * @param probes numbers by class, and in a class by name and descriptor of its methods
     * @throws CommandException when a call makes a method or a class larger than class files can be
     */
    static Map<String, byte[]> of(JarContent jar, Map<String, Map<String, Integer>> probes) {
        Map<String, Map<String, Integer>> all = new HashMap<>(probes);
        all.putIfAbsent(CONTROL, Map.of());
        Map<String, byte[]> files = new TreeMap<>();
        all.forEach((owner, numbers) -> {
            String name = owner + ".class";
            if (jar.has(name)) {
                files.put(jar.entry(name), probed(jar.read(name), numbers));
            }
        });
        return files;
    }

    private static byte[] probed(byte[] classFile, Map<String, Integer> numbers) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        try {
            reader.accept(new Prober(writer, reader.getClassName().equals(CONTROL), numbers), 0);
            return writer.toByteArray();
        } catch (MethodTooLargeException | ClassTooLargeException e) {
            throw CommandException.failure("no room for a probe: " + e.getMessage() + ": --all-rows needs none");
        }
    }

    private static final class Prober extends ClassVisitor {
        private final boolean isControl;
        private final Map<String, Integer> numbers;

        Prober(ClassVisitor next, boolean isControl, Map<String, Integer> numbers) {
            super(Opcodes.ASM9, next);
            this.isControl = isControl;
            this.numbers = numbers;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Integer number = numbers.get(name + descriptor);
            String part = isControl ? PARTS.get(name) : null;
            return number == null && part == null ? next : new Calls(next, number, part);
        }
    }

    private static final class Calls extends MethodVisitor {
        private final Integer number;
        private final String part;

        Calls(MethodVisitor next, Integer number, String part) {
            super(Opcodes.ASM9, next);
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

        /** The call needs room for its number. It leaves nothing, so all frames stay right. */
        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(Math.max(maxStack, 1), maxLocals);
        }
    }
}
