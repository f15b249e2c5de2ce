package dev.callcost.work;

import dev.callcost.agent.Chance;
import dev.callcost.agent.Work;
import dev.callcost.agent.WorkCount.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.ToIntFunction;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class file whose methods count how often their blocks run. Each method fetches the thread's counts of its class
 * into a local variable behind its own ones, and each block adds 1 to its own. Stack maps name the new variable.
 */
final class CountedClass {
    private static final String WORK = Type.getInternalName(Work.class);
    private static final String COUNTS = "[J";

    /** This suite's states, which check themselves by the clock of all threads. */
    private static final String MEASURES = "dev.callcost.state.";

    /** The array and the number of a block, both twice, where one pair has become two values of two words each. */
    private static final int STACK = 6;

    /** Where a class file has its major version, and what that of Java N is over N. */
    private static final int MAJOR = 6;

    private static final int BEFORE_JAVA_1 = 44;

    private final ClassReader reader;
    private final String name;
    private final boolean isOfJdk;
    private final long seed;
    private final int number;
    private final Map<String, MethodBlocks> methods = new HashMap<>();

    /** The number of each method's first block. */
    private final Map<String, Integer> firsts = new HashMap<>();

    private final Set<String> tooLarge = new HashSet<>();

    private final Set<String> uncountedCalls = new HashSet<>();

    /**
     * @param isOfJdk whether it counts as a class of the JDK, and keeps its clock
     * @param seed of the generators that the class makes without one
     * @param numbers takes the blocks of the class, and returns its number
     */
    CountedClass(byte[] classFile, boolean isOfJdk, long seed, ToIntFunction<List<Block>> numbers) {
        this.isOfJdk = isOfJdk;
        this.seed = seed;
        reader = new ClassReader(classFile);
        name = reader.getClassName().replace('/', '.');
        List<Block> blocks = new ArrayList<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        MethodBlocks found = new MethodBlocks(reader.getClassName(), method, access, isOfJdk);
                        methods.put(method + descriptor, found);
                        return found;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        methods.forEach((method, found) -> {
            firsts.put(method, blocks.size());
            blocks.addAll(found.blocks().values());
            uncountedCalls.addAll(found.uncountedCalls());
        });
        number = blocks.isEmpty() ? 0 : numbers.applyAsInt(blocks);
    }

    /**
     * The class file that counts.
     *
     * @throws RuntimeException when the class has no room for it
     */
    byte[] classFile() {
        while (true) {
            try {
                ClassWriter writer = new ClassWriter(reader, 0);
                reader.accept(new Counter(writer), ClassReader.EXPAND_FRAMES);
                return writer.toByteArray();
            } catch (MethodTooLargeException e) {
                if (!tooLarge.add(e.getMethodName() + e.getDescriptor())) {
                    throw e;
                }
            }
        }
    }

    /** The release of Java that it was compiled for. */
    int release() {
        return (reader.readShort(MAJOR) & 0xFFFF) - BEFORE_JAVA_1;
    }

    /** The methods that have no room to count, as {@code package.Class.method}. */
    List<String> tooLarge() {
        return tooLarge.stream()
                .map(it -> name + "." + it.substring(0, it.indexOf('(')))
                .sorted()
                .toList();
    }

    /** Methods of the JDK, as {@code Class.method}, that count in no scope: those that it calls, and its own. */
    Set<String> uncountedCalls() {
        return uncountedCalls;
    }

    private final class Counter extends ClassVisitor {
        Counter(ClassVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String method, String descriptor, String signature, String[] exceptions) {
            MethodVisitor to = super.visitMethod(access, method, descriptor, signature, exceptions);
            String key = method + descriptor;
            MethodVisitor pinned = isOfJdk || name.startsWith(MEASURES) ? to : new PinnedMethod(to, seed);
            return tooLarge.contains(key) || methods.get(key).blocks().isEmpty()
                    ? pinned
                    : new BlockCounter(pinned, methods.get(key), firsts.get(key));
        }
    }

    /** Takes the clock and seeds of a method from {@link Chance}. */
    private static final class PinnedMethod extends MethodVisitor {
        private static final String CHANCE = Type.getInternalName(Chance.class);
        private static final String SYSTEM = "java/lang/System";

        private final long seed;

        PinnedMethod(MethodVisitor to, long seed) {
            super(Opcodes.ASM9, to);
            this.seed = seed;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isClock = owner.equals(SYSTEM) && (name.equals("nanoTime") || name.equals("currentTimeMillis"));
            if (owner.equals("java/util/SplittableRandom") && name.equals("<init>") && descriptor.equals("()V")) {
                super.visitLdcInsn(seed);
                super.visitMethodInsn(opcode, owner, name, "(J)V", false);
            } else {
                super.visitMethodInsn(opcode, isClock ? CHANCE : owner, name, descriptor, isInterface);
            }
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 2, maxLocals);
        }
    }

    private final class BlockCounter extends Instructions {
        private final SortedMap<Integer, Block> blocks;
        private final int variable;
        private final int first;
        private int passed;

        BlockCounter(MethodVisitor to, MethodBlocks method, int first) {
            super(to);
            this.blocks = method.blocks();
            this.variable = method.locals();
            this.first = first;
        }

        /** Before the first label, so that no exception handler of the method includes it. */
        @Override
        public void visitCode() {
            mv.visitCode();
            push(number);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, isOfJdk ? "jdkCounts" : "counts", "(I)" + COUNTS, false);
            mv.visitVarInsn(Opcodes.ASTORE, variable);
        }

        @Override
        void before(int instruction, int opcode) {
            if (opcode != Opcodes.NEW) {
                count(instruction);
            }
        }

        /** A stack map names an object without its constructor's call by the place of its NEW, which must not move. */
        @Override
        void after(int instruction, int opcode) {
            if (opcode == Opcodes.NEW) {
                count(instruction);
            }
        }

        private void count(int instruction) {
            if (blocks.containsKey(instruction)) {
                mv.visitVarInsn(Opcodes.ALOAD, variable);
                push(first + passed++);
                mv.visitInsn(Opcodes.DUP2);
                mv.visitInsn(Opcodes.LALOAD);
                mv.visitInsn(Opcodes.LCONST_1);
                mv.visitInsn(Opcodes.LADD);
                mv.visitInsn(Opcodes.LASTORE);
            }
        }

        private void push(int value) {
            if (value <= Short.MAX_VALUE) {
                mv.visitIntInsn(Opcodes.SIPUSH, value);
            } else {
                mv.visitLdcInsn(value);
            }
        }

        @Override
        public void visitFrame(int kind, int locals, Object[] local, int stack, Object[] onStack) {
            List<Object> types = new ArrayList<>();
            int words = 0;
            for (int at = 0; at < locals; at++) {
                types.add(local[at]);
                words += local[at] == Opcodes.LONG || local[at] == Opcodes.DOUBLE ? 2 : 1;
            }
            for (; words < variable; words++) {
                types.add(Opcodes.TOP);
            }
            types.add(COUNTS);
            super.visitFrame(kind, types.size(), types.toArray(), stack, onStack);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + STACK, maxLocals + 1);
        }
    }
}
