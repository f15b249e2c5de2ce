package dev.callcost.reach;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;

/** Writes a method's annotations and instructions to a text, and at its end where its jumps and its handlers of exceptions go, in instructions from its begin. */
final class MethodText extends MethodVisitor {
    private final CodeText text;
    private final CodeText annotationDefault;
    private final Map<Label, Integer> positions = new HashMap<>();
    private final List<Label> targets = new ArrayList<>();
    private int instructions;

    MethodText(CodeText text, CodeText annotationDefault) {
        super(Opcodes.ASM9);
        this.text = text;
        this.annotationDefault = annotationDefault;
    }

    private CodeText instruction(int opcode, Object... operands) {
        instructions++;
        return text.add(opcode).add(operands);
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
        instruction(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        instruction(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        instruction(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        instruction(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        instruction(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        instruction(opcode, isInterface).addMethod(owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        instruction(Opcodes.INVOKEDYNAMIC, name, descriptor, arguments.length).addConstant(bootstrap);
        for (Object argument : arguments) {
            text.addConstant(argument);
        }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        instruction(opcode);
        targets.add(label);
    }

    @Override
    public void visitLabel(Label label) {
        positions.put(label, instructions);
    }

    @Override
    public void visitLdcInsn(Object value) {
        instruction(Opcodes.LDC).addConstant(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        instruction(Opcodes.IINC, variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... cases) {
        instruction(Opcodes.TABLESWITCH, least, most);
        targets.add(otherwise);
        targets.addAll(List.of(cases));
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] cases) {
        instruction(Opcodes.LOOKUPSWITCH).addConstant(keys);
        targets.add(otherwise);
        targets.addAll(List.of(cases));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        instruction(Opcodes.MULTIANEWARRAY, descriptor, dimensions);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        text.add("try", type);
        targets.addAll(List.of(start, end, handler));
    }

    @Override
    public void visitEnd() {
        targets.forEach(target -> text.add(positions.get(target)));
    }
}
