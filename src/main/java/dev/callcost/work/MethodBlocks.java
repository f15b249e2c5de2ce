package dev.callcost.work;

import dev.callcost.agent.WorkCount.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** Finds the basic blocks of a method, and the room that it needs. */
final class MethodBlocks extends Instructions {
    private static final String OBJECT = "java/lang/Object";

    /**
     * Through an interface that does not declare them, javac calls these as methods of Object, and as the interface's
     * own from release 18 on.
     */
    private static final Set<String> OF_OBJECT = Set.of("hashCode", "equals", "toString", "getClass");

    private static final String INTRINSIC = "/IntrinsicCandidate;";

    private final String method;
    private final String call;
    private final boolean isOfJdk;
    private final Map<Label, Integer> places = new HashMap<>();

    /** Where jumps are, and where they lead. */
    private final List<Map.Entry<Integer, Label>> jumps = new ArrayList<>();

    private final Set<Label> handlers = new HashSet<>();
    private final TreeSet<Integer> starts = new TreeSet<>();
    private final TreeSet<Integer> creates = new TreeSet<>();
    private final SortedMap<Integer, String> jdkCalls = new TreeMap<>();
    private final Set<String> uncountedCalls = new HashSet<>();
    private SortedMap<Integer, Block> blocks;
    private boolean isIntrinsic;
    private int locals;

    /** @param type the method's class, by its internal name */
    MethodBlocks(String type, String method, int access, boolean isOfJdk) {
        super(null);
        this.method = type.replace('/', '.') + "." + method;
        this.call = callName(type, method);
        this.isOfJdk = isOfJdk;
        if (isOfJdk && (access & Opcodes.ACC_NATIVE) != 0) {
            uncountedCalls.add(call);
        }
    }

    int locals() {
        return locals;
    }

    /** The JIT puts code of its own in place of these, and when it does so depends on the machine. */
    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
        if (isOfJdk && type.endsWith(INTRINSIC)) {
            isIntrinsic = true;
            uncountedCalls.add(call);
        }
        return null;
    }

    /** The blocks by the numbers of their first instructions, when the method has been visited; none do not count. */
    SortedMap<Integer, Block> blocks() {
        if (blocks == null) {
            blocks = next() == 0 || isIntrinsic ? new TreeMap<>() : found();
        }
        return blocks;
    }

    private SortedMap<Integer, Block> found() {
        SortedMap<Integer, Block> found = new TreeMap<>();
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
            found.put(
                    start,
                    new Block(
                            method,
                            end - start,
                            creates.subSet(start, end).size(),
                            start == 0,
                            loops.contains(start),
                            isOfJdk,
                            List.copyOf(jdkCalls.subMap(start, end).values())));
        }
        return found;
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
        if (isOfJdk) {
            return;
        }
        if (owner.startsWith("[")) {
            jdkCalls.put(next(), "array." + name);
            uncountedCalls.add("array." + name);
        } else if (JdkClasses.isJdk(owner)) {
            jdkCalls.put(next(), callName(owner, name));
            if (!JdkClasses.isCounted(owner)) {
                uncountedCalls.add(callName(owner, name));
            }
        }
    }

    /** How a method of the JDK is named where its calls are counted. */
    private static String callName(String owner, String name) {
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.') + "." + name;
    }

    /** Methods of the JDK, as {@code Class.method}, that count in no scope: those that it calls, or itself. */
    Set<String> uncountedCalls() {
        return uncountedCalls;
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        locals = maxLocals;
    }
}
