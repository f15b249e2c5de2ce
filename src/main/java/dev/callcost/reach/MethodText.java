package dev.callcost.reach;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;

/** Writes a method's annotations and instructions to a text, its labels numbered in the order in which they are mentioned. */
final class MethodText extends MethodVisitor {
    private final CodeText text;
    private final CodeText annotationDefault;
    private final Map<Label, Integer> labels = new HashMap<>();

    MethodText(CodeText text, CodeText annotationDefault) {
        super(Opcodes.ASM9);
        this.text = text;
        this.annotationDefault = annotationDefault;
    }

    private Object[] numbers(Label... some) {
        Object[] numbers = new Object[some.length];
        for (int n = 0; n < some.length; n++) {
            numbers[n] = number(some[n]);
        }
        return numbers;
    }

    private int number(Label label) {
        return labels.computeIfAbsent(label, it -> labels.size());
    }

    @Override
    public AnnotationVisitor visitAnnotationDefault() {
        return annotationDefault.values();
    }

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
        return text.annotation(isVisible, type);
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
        return text.annotation(isVisible, place, path, type);
    }

    @Override
    public AnnotationVisitor visitParameterAnnotation(int parameter, String type, boolean isVisible) {
        return text.annotation(isVisible, parameter, type);
    }

    @Override
    public void visitInsn(int opcode) {
        text.add(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        text.add(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        text.add(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        text.add(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        text.add(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        text.add(opcode, isInterface).addMethod(owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        text.add(Opcodes.INVOKEDYNAMIC, name, descriptor, arguments.length).addConstant(bootstrap);
        for (Object argument : arguments) {
            text.addConstant(argument);
        }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        text.add(opcode, number(label));
    }

    @Override
    public void visitLabel(Label label) {
        text.add("label", number(label));
    }

    @Override
    public void visitLdcInsn(Object value) {
        text.add(Opcodes.LDC).addConstant(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        text.add(Opcodes.IINC, variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... cases) {
        text.add(Opcodes.TABLESWITCH, least, most, number(otherwise)).add(numbers(cases));
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] cases) {
        text.add(Opcodes.LOOKUPSWITCH, number(otherwise)).addConstant(keys);
        text.add(numbers(cases));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        text.add(Opcodes.MULTIANEWARRAY, descriptor, dimensions);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        text.add("try").add(numbers(start, end, handler)).add(type);
    }
}
