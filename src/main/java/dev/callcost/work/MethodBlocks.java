package dev.callcost.work;

import dev.callcost.agent.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Finds the basic blocks of a method, and the room that it needs. */
final class MethodBlocks extends Instructions {
    private static final String[] JDK = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};
    private static final String OBJECT = "java/lang/Object";

    /**
     * Through an interface that does not declare them, javac calls these as methods of Object, and as the interface's
     * own from release 18 on.
     */
    private static final Set<String> OF_OBJECT = Set.of("hashCode", "equals", "toString", "getClass");

    private final String method;
    private final Map<Label, Integer> places = new HashMap<>();

    /** Where jumps are, and where they lead. */
    private final List<Map.Entry<Integer, Label>> jumps = new ArrayList<>();

    private final Set<Label> handlers = new HashSet<>();
    private final TreeSet<Integer> starts = new TreeSet<>();
    private final Set<Integer> creates = new HashSet<>();
    private final SortedMap<Integer, String> jdkCalls = new TreeMap<>();
    private int locals;

    MethodBlocks(String method) {
        super(null);
        this.method = method;
    }

    int locals() {
        return locals;
    }

    /** The blocks by the numbers of their first instructions, when the method has been visited. */
    SortedMap<Integer, Block> blocks() {
        SortedMap<Integer, Block> blocks = new TreeMap<>();
        if (next() == 0) {
            return blocks;
        }
        Set<Integer> loops = new HashSet<>();
        starts.add(0);
        handlers.forEach(handler -> starts.add(places.get(handler)));
        for (Map.Entry<Integer, Label> jump : jumps) {
            int place = places.get(jump.getValue());
            starts.add(place);
            if (place <= jump.getKey()) {
                loops.add(place);
            }
        }
        starts.removeIf(start -> start >= next()); // what follows the last instruction
        for (int start : starts) {
            int end = starts.higher(start) == null ? next() : starts.higher(start);
            long created =
                    creates.stream().filter(it -> it >= start && it < end).count();
            blocks.put(
                    start,
                    new Block(
                            method,
                            end - start,
                            (int) created,
                            start == 0,
                            loops.contains(start),
                            List.copyOf(jdkCalls.subMap(start, end).values())));
        }
        return blocks;
    }

    @Override
    void before(int number, int opcode) {
        switch (opcode) {
            case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY -> creates.add(number);
            case Opcodes.ATHROW, Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH, Opcodes.RET -> starts.add(number + 1);
            default -> {
                if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.JSR
                        || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                        || opcode == Opcodes.IFNULL
                        || opcode == Opcodes.IFNONNULL) {
                    starts.add(number + 1);
                }
            }
        }
    }

    @Override
    public void visitLabel(Label label) {
        places.put(label, next());
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        handlers.add(handler);
    }

    private void jump(Label to) {
        jumps.add(Map.entry(next(), to));
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        jump(label);
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        jump(otherwise);
        List.of(labels).forEach(this::jump);
        super.visitTableSwitchInsn(min, max, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        jump(otherwise);
        List.of(labels).forEach(this::jump);
        super.visitLookupSwitchInsn(otherwise, keys, labels);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        if (opcode == Opcodes.INVOKEINTERFACE && OF_OBJECT.contains(name)) {
            call(OBJECT, name);
        } else if (!owner.equals(OBJECT) || !name.equals("<init>")) { // which does nothing
            call(owner, name);
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        call(bootstrap.getOwner(), bootstrap.getName());
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    private void call(String owner, String name) {
        if (owner.startsWith("[")) {
            jdkCalls.put(next(), "array." + name);
        } else if (isJdk(owner)) {
            jdkCalls.put(next(), owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.') + "." + name);
        }
    }

    static boolean isJdk(String type) {
        for (String prefix : JDK) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        locals = maxLocals;
    }
}
