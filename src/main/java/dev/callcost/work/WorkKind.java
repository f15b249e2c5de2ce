package dev.callcost.work;

/** How head's work differs from base's. It says nothing about time. */
public enum WorkKind {
    /** To the last digit, under the first chance. */
    SAME,
    /** To the last digit alike under both chances. */
    MORE,
    /** To the last digit alike under both chances. */
    LESS,
    /**
     * Some of bytecodes, of the application or of the JDK, calls, objects and bytes rise, others fall, or only the
     * callees differ.
     */
    MIXED,
    /** The difference depends on seeds, on the clock, or on the order of threads. */
    CHANCE,
    /** It grows with each operation, as a list does that is never cleared. */
    GROWING,
    NOT_COUNTED
}
