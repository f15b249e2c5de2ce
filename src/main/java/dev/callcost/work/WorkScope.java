package dev.callcost.work;

/** Whose work is counted. */
enum WorkScope {
    /** That of the application, with its calls of the JDK by name. */
    APPLICATION("application"),
    /** The same in a JVM where earlier rows left caches and more behind: a call may do less than in one of its own. */
    SHARED("application in a shared JVM"),
    /** The JDK's too, of most of its classes. It compares within the same build of the JDK alone. */
    ALL("all");

    private final String label;

    WorkScope(String label) {
        this.label = label;
    }

    /** As JSON has it. */
    String label() {
        return label;
    }
}
