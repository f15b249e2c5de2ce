package dev.callcost.work;

/** Whose work is counted. */
enum WorkScope {
    /** That of the application, with its calls of the JDK by name. */
    APPLICATION("application"),
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
