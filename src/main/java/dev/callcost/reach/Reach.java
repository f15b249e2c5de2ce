package dev.callcost.reach;

import dev.callcost.launch.JarCopy;
import dev.callcost.text.Sections;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What differs between two jars, or between several pairs of jars: a line of the log.
 *
 * @param methods that have changed; those of a row are named by their index
 * @param changedClasses classes that differ, in any way; named by their index too. None in logs of earlier versions
 * @param allRows why all rows count as reached; null when scouts find them
 */
public record Reach(List<ChangedMethod> methods, List<ChangedClass> changedClasses, String allRows) {
    public Reach {
        methods = List.copyOf(methods);
        changedClasses = changedClasses == null ? List.of() : List.copyOf(changedClasses);
    }

    /** A difference in methods alone. */
    public Reach(List<ChangedMethod> methods, String allRows) {
        this(methods, List.of(), allRows);
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

    /** @param allRows whether the user wants all rows */
    static Reach of(JarDiff diff, JarCopy base, JarCopy head, boolean allRows) {
        String reason = allRows
                ? "--all-rows"
                : unlike(base, head).or(() -> reason(diff.reasons())).orElse(null);
        return new Reach(diff.methods(), diff.classes(), reason);
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

    /** In what the sides differ besides their jars. */
    private static Optional<String> unlike(JarCopy base, JarCopy head) {
        if (!base.jvm().equals(head.jvm())) {
            return Optional.of("the sides have different JVMs");
        }
        return base.arguments().measuring().equals(head.arguments().measuring())
                ? Optional.empty()
                : Optional.of("the sides have different JMH options or JVM arguments");
    }

    private static Optional<String> reason(List<String> reasons) {
        int more = reasons.size() - 1;
        return reasons.stream()
                .findFirst()
                .map(first -> first + (more > 0 ? ", and " + Sections.count(more, "more difference") : ""));
    }
}
