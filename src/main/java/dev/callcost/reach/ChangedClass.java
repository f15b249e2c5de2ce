package dev.callcost.reach;

/**
 * A class that differs between two jars.
 *
 * @param name as class files name it, of head where both have it
 */
public record ChangedClass(String name, Why why) {
    /** What no probe can see; the worst that holds. */
    public enum Why {
        /** Nothing: only instructions of methods differ. */
        METHODS("its methods differ"),
        /** Only reflection and method handles see it: methods and constructors, and which static fields there are. */
        MEMBERS("other members"),
        /** Superclass, interfaces, fields, constants, modifiers or annotations, and all of an interface. */
        SHAPE("another shape"),
        ONLY_IN_BASE("only in base"),
        ONLY_IN_HEAD("only in head"),
        /** The class file has no room for a call. */
        NO_ROOM("too large for a probe"),
        /** In a jar within the jar, or in a folder where a JVM does not look for it. */
        ELSEWHERE("not where a probe can be put"),
        UNREADABLE("cannot be read");

        /** In a sentence after the class. */
        public final String prose;

        Why(String prose) {
            this.prose = prose;
        }
    }

    /** Without its package, such as {@code Outer.Inner}. */
    public String label() {
        return name.substring(name.lastIndexOf('/') + 1).replace('$', '.');
    }

    /**
     * Whether a row that loads the class may run something else although it runs no changed method and reflects on
     * nothing.
     */
    public boolean isReshaped() {
        return why != Why.METHODS && why != Why.MEMBERS;
    }
}
