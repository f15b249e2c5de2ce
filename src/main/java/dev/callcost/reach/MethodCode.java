package dev.callcost.reach;

import java.nio.ByteBuffer;
import org.objectweb.asm.Opcodes;

/**
 * A method of a class file.
 *
 * @param name of a lambda's body another than in the class file, see {@link ClassCode#of}
 * @param signature name and descriptor in the class file
 * @param code what the method does, without debug information
 */
record MethodCode(String name, String descriptor, int access, String signature, ByteBuffer code) {
    static final String CONSTRUCTOR = "<init>";

    /** Equal keys on both sides: the same method. */
    String key() {
        return name + descriptor;
    }

    boolean is(int flag) {
        return (access & flag) != 0;
    }

    /** Whether it has instructions, so that a probe can stand before them. */
    boolean hasCode() {
        return !is(Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT);
    }
}
