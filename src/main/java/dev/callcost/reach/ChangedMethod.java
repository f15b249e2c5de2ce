package dev.callcost.reach;

/**
 * A method that differs between two jars, or that one of them lacks.
 *
 * @param owner its class, as class files name it: {@code org/example/Outer$Inner}
 */
public record ChangedMethod(String owner, String name, String descriptor) {
    /** Class and method, such as {@code Outer.Inner.read}. */
    public String label() {
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.') + "." + name;
    }
}
