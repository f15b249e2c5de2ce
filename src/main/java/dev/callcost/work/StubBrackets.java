package dev.callcost.work;

import dev.callcost.agent.Work;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * JMH's generated class of a benchmark, which tells {@link Work} when a call of the benchmark begins and ends, and is
 * told when the calls end.
 */
final class StubBrackets extends ClassVisitor {
    /** The methods that have the loop of a mode. */
    private static final Pattern STUB = Pattern.compile("(.+)_(thrpt|avgt|sample|ss)_jmhStub");

    private static final String SINGLE_SHOT = "_ss_jmhStub";
    private static final String RESULT = "org/openjdk/jmh/results/RawResults";

    /** An object and a time. */
    private static final int STACK = 3;

    private static final String WORK = Type.getInternalName(Work.class);

    private StubBrackets(ClassVisitor to) {
        super(Opcodes.ASM9, to);
    }

    static boolean isStub(String type) {
        return type.endsWith("_jmhTest");
    }

    static byte[] of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new StubBrackets(writer), 0);
        return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
        String benchmark = benchmark(name);
        return benchmark == null ? to : new Brackets(to, benchmark, resultOfSingleShot(access, name, descriptor));
    }

    /** The benchmark of a stub; null where a method is none. */
    static String benchmark(String method) {
        Matcher stub = STUB.matcher(method);
        return stub.matches() ? stub.group(1) : null;
    }

    /** The variable of a stub's result, whose stub leaves its end open when it returns early; -1 in other modes. */
    private static int resultOfSingleShot(int access, String name, String descriptor) {
        int variable = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getInternalName().equals(RESULT) && name.endsWith(SINGLE_SHOT)) {
                return variable;
            }
            variable += type.getSize();
        }
        return -1;
    }

    /** Whether a call of a stub is that of its benchmark. */
    static boolean isBenchmark(String owner, String name, String benchmark) {
        return owner.endsWith("_jmhType") && name.equals(benchmark);
    }

    private static final class Brackets extends MethodVisitor {
        private final String benchmark;

        private final int singleShot;

        Brackets(MethodVisitor to, String benchmark, int singleShot) {
            super(Opcodes.ASM9, to);
            this.benchmark = benchmark;
            this.singleShot = singleShot;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isBenchmark = isBenchmark(owner, name, benchmark);
            if (isBenchmark) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, "enter", "()V", false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (isBenchmark) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, "exit", "()V", false);
            }
        }

        /** Loops end when JMH sets one of these fields. */
        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            if (name.equals(singleShot < 0 ? "isDone" : "volatileSpoiler")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WORK, "isOver", "(Z)Z", false);
            }
        }

        /** Without an end JMH calculates a negative score. */
        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN && singleShot >= 0) {
                visitVarInsn(Opcodes.ALOAD, singleShot);
                visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "nanoTime", "()J", false);
                super.visitFieldInsn(Opcodes.PUTFIELD, RESULT, "stopTime", "J");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + STACK, maxLocals);
        }
    }
}
