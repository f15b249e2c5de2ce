package dev.callcost.reach;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What differs between two jars, or between several pairs of jars: a line of the log.
 *
 * @param methods that have changed; those of a row are named by their index
 * @param changedClasses classes that differ, in any way; named by their index too. None in logs of earlier versions
 * @param allRows why all rows count as reached; null when scouts find them
 */
public record Reach(List<ChangedMethod> methods, List<ChangedClass> changedClasses, String allRows) {
    /**
     * A method that differs between two jars, or that one of them lacks.
     *
     * @param owner its class, as class files name it: {@code org/example/Outer$Inner}
     */
    public record ChangedMethod(String owner, String name, String descriptor) {
        /** Class and method, such as {@code Outer.Inner.read}. */
        public String label() {
            return Reach.label(owner) + "." + name;
        }
    }

    /**
     * A class that differs between two jars.
     *
     * @param name as class files name it, of head where both have it
     */
    public record ChangedClass(String name, Why why) {
        public String label() {
            return Reach.label(name);
        }

        /**
         * Whether a row that loads the class may run something else although it runs no changed method and reflects on
         * nothing.
         */
        public boolean isReshaped() {
            return why != Why.METHODS && why != Why.MEMBERS;
        }
    }

    /** The parts of a changed class that no probe can see. Where several changed, the last of these counts. */
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

    public Reach {
        methods = List.copyOf(methods);
        changedClasses = changedClasses == null ? List.of() : List.copyOf(changedClasses);
    }

    /** A class without its package, such as {@code Outer.Inner}. */
    static String label(String type) {
        return type.substring(type.lastIndexOf('/') + 1).replace('$', '.');
    }

    /** How many classes have changed methods. */
    public long classes() {
        return methods.stream().map(ChangedMethod::owner).distinct().count();
    }

    /** How many classes differ in what no probe and no look into members sees. */
    public long shapes() {
        return changedClasses.stream()
                .filter(ChangedClass::isReshaped)
                .distinct()
                .count();
    }

    /** Whether no class differs. */
    public boolean isNone() {
        return methods.isEmpty() && changedClasses.isEmpty();
    }

    /** The changed methods with these numbers. */
    public List<ChangedMethod> methods(List<Integer> numbers) {
        return numbers.stream().map(methods::get).toList();
    }

    public List<ChangedClass> classes(List<Integer> numbers) {
        return numbers.stream().map(changedClasses::get).toList();
    }

    /**
     * What differs between several pairs of jars. All rows count as reached where those of each pair do; otherwise the
     * rows of a pair have the reason.
     */
    static Reach of(Map<String, Reach> byModule) {
        Collection<Reach> parts = byModule.values();
        boolean areAll = parts.stream().allMatch(part -> part.allRows != null);
        List<String> reasons = parts.stream().map(Reach::allRows).distinct().toList();
        return new Reach(
                parts.stream().flatMap(part -> part.methods.stream()).toList(),
                parts.stream().flatMap(part -> part.changedClasses.stream()).toList(),
                !areAll
                        ? null
                        : reasons.size() == 1
                                ? reasons.get(0)
                                : byModule.entrySet().stream()
                                        .map(part -> part.getKey() + ": " + part.getValue().allRows)
                                        .collect(Collectors.joining("; ")));
    }
}
