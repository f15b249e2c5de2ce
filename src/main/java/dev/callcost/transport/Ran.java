package dev.callcost.transport;

/** Holds what a cell names against what ran: a cell that runs as something else fails before it is measured. */
public final class Ran {
    private Ran() {}

    /**
     * Sees to it that what ran is what was named.
     *
     * @param what it is about, for the message
     * @throws IllegalStateException when they differ, with both
     */
    public static void expect(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(what + ": expected " + expected + ", was " + actual);
        }
    }
}
