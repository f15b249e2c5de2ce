package dev.callcost.work;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Visits a method and numbers its instructions from 0. */
abstract class Instructions extends MethodVisitor {
    private int next;

    Instructions(MethodVisitor to) {
        super(Opcodes.ASM9, to);
    }

    /** An instruction comes next. */
    abstract void before(int number, int opcode);

    void after(int number, int opcode) {}

    /** The number of the next instruction. */
    final int next() {
        return next;
    }

    private void visit(int opcode, Runnable visiting) {
        before(next, opcode);
        visiting.run();
        after(next, opcode);
        next++;
    }

    @Override
    public void visitInsn(int opcode) {
        visit(opcode, () -> super.visitInsn(opcode));
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        visit(opcode, () -> super.visitIntInsn(opcode, operand));
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
        visit(opcode, () -> super.visitVarInsn(opcode, local));
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        visit(opcode, () -> super.visitTypeInsn(opcode, type));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        visit(opcode, () -> super.visitFieldInsn(opcode, owner, name, descriptor));
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        visit(opcode, () -> super.visitMethodInsn(opcode, owner, name, descriptor, isInterface));
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        visit(Opcodes.INVOKEDYNAMIC, () -> super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments));
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        visit(opcode, () -> super.visitJumpInsn(opcode, label));
    }

    @Override
    public void visitLdcInsn(Object value) {
        visit(Opcodes.LDC, () -> super.visitLdcInsn(value));
    }

    @Override
    public void visitIincInsn(int local, int increment) {
        visit(Opcodes.IINC, () -> super.visitIincInsn(local, increment));
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        visit(Opcodes.TABLESWITCH, () -> super.visitTableSwitchInsn(min, max, otherwise, labels));
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        visit(Opcodes.LOOKUPSWITCH, () -> super.visitLookupSwitchInsn(otherwise, keys, labels));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        visit(Opcodes.MULTIANEWARRAY, () -> super.visitMultiANewArrayInsn(descriptor, dimensions));
    }
}
