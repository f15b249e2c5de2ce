package dev.callcost.compare;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A loop around a benchmark that counts operations and takes the time, with calls to {@code ExtraWork} written into it: one after the
 * benchmark's call, with the operations counted so far, and one at the loop's end. See {@code generateAverageTime} and
 * {@code generateThroughput} in {@code org.openjdk.jmh.generators.core.BenchmarkGenerator}: the loop's first variable counts.
 */
final class InjectedLoop extends MethodVisitor {
    private static final Pattern NAME = Pattern.compile("(.+)_(avgt|thrpt)_jmhStub");
    private static final Type RESULTS = Type.getObjectType("org/openjdk/jmh/results/RawResults");
    private static final Type ITERATION = Type.getObjectType("org/openjdk/jmh/infra/IterationParams");
    private static final int RESULTS_PLACE = 1;
    private static final int ITERATION_PLACE = 3;
    private static final int NONE = -1;

    private final String benchmark;
    private int operations = NONE;

    InjectedLoop(MethodVisitor loop, String name) {
        super(Opcodes.ASM9, loop);
        Matcher matcher = NAME.matcher(name);
        benchmark = matcher.matches() ? matcher.group(1) : "";
    }

    /** Whether a method is such a loop, whose arguments are where they are expected. */
    static boolean isLoop(String name, String descriptor) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        return NAME.matcher(name).matches()
                && arguments.length > ITERATION_PLACE
                && arguments[RESULTS_PLACE].equals(RESULTS)
                && arguments[ITERATION_PLACE].equals(ITERATION);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        if (opcode == Opcodes.LSTORE && operations == NONE) {
            operations = variable;
        }
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (name.equals(benchmark)) {
            super.visitVarInsn(Opcodes.LLOAD, operations);
            call("after", Type.LONG_TYPE);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            super.visitVarInsn(Opcodes.ALOAD, RESULTS_PLACE);
            super.visitVarInsn(Opcodes.ALOAD, ITERATION_PLACE);
            call("iterationEnded", RESULTS, ITERATION);
        }
        super.visitInsn(opcode);
    }

    private void call(String name, Type... arguments) {
        String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, arguments);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, WorkInjector.EXTRA_WORK, name, descriptor, false);
    }
}
