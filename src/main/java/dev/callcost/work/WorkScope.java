package dev.callcost.work;

/** Whose work is counted. */
enum WorkScope {
    /** That of the application, with its calls of the JDK by name. */
    APPLICATION("application"),
    /** The JDK's too, of most of its classes. It compares within the same build of the JDK alone. */
    ALL("all");

    private static final String SHARED = " in a shared JVM";

    private final String label;

    WorkScope(String label) {
        this.label = label;
    }

    /**
     * As JSON has it.
     *
     * @param isShared whether earlier rows of the JVM left caches and more behind: a call may do less than in one of
     *     its own
     */
    String label(boolean isShared) {
        return label + (isShared ? SHARED : "");
    }
}
