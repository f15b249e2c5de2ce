package dev.callcost.transport;

/** Compares what a cell names with what ran, so that a cell that runs as something else fails before it is measured. */
public final class Ran {
    private Ran() {}

    /** @throws IllegalStateException with both values, when they differ */
    public static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(what + ": expected " + expected + ", was " + actual);
        }
    }
}
