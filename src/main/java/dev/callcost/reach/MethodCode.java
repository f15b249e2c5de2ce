package dev.callcost.reach;

import org.objectweb.asm.Opcodes;

/**
 * A method of a class file.
 *
 * @param key equal keys on both sides: the same method. Of a lambda's body it is what the body does, because the compiler numbers the names
 * @param text what the method declares and does, without debug information
 * @param annotationDefault of a member of an annotation; empty when it has none
 */
record MethodCode(String name, String descriptor, int access, String key, String text, String annotationDefault) {
    static final String INITIALIZER = "<clinit>";
    static final String CONSTRUCTOR = "<init>";

    String signature() {
        return name + descriptor;
    }

    boolean is(int flag) {
        return (access & flag) != 0;
    }

    boolean isNative() {
        return is(Opcodes.ACC_NATIVE);
    }

    /** Whether it has instructions, so that a probe can stand before them. */
    boolean hasCode() {
        return !is(Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT);
    }
}
