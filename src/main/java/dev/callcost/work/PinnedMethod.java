package dev.callcost.work;

import dev.callcost.agent.Chance;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Takes the clock and seeds of a method from {@link Chance}. */
final class PinnedMethod extends MethodVisitor {
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
