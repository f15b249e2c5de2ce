package dev.callcost.work;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files of the JDK with constants in place of what its JVM begins with: the salt that orders immutable sets and
 * maps, and the time that seeds {@link java.util.Random}. Code that is compiled already has such fields as constants,
 * so to set them would not be enough.
 */
final class PinnedJdk extends ClassVisitor {
    /** An odd number whose upper bits differ from seed to seed; the JDK's salt has 32 bits. */
    private static final long SALT_STEP = 0x9E3779B1L;

    private static final long SALT_BITS = 0xFFFF_FFFFL;

    private final long seed;

    private PinnedJdk(ClassVisitor to, long seed) {
        super(Opcodes.ASM9, to);
        this.seed = seed;
    }

    static byte[] of(byte[] classFile, long seed) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new PinnedJdk(writer, seed), 0);
        return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
            @Override
            public void visitFieldInsn(int opcode, String owner, String field, String type) {
                if (opcode == Opcodes.GETSTATIC && field.equals("SALT32L")) {
                    super.visitLdcInsn(seed * SALT_STEP & SALT_BITS);
                } else if (opcode == Opcodes.GETSTATIC && field.equals("REVERSE")) {
                    super.visitInsn(seed % 2 == 0 ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                } else {
                    super.visitFieldInsn(opcode, owner, field, type);
                }
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String method, String type, boolean isInterface) {
                if (method.equals("nanoTime")) {
                    super.visitLdcInsn(seed);
                } else {
                    super.visitMethodInsn(opcode, owner, method, type, isInterface);
                }
            }
        };
    }
}
