package dev.callcost.reach;

import dev.callcost.launch.JarCopy;
import dev.callcost.text.Sections;
import java.util.List;
import java.util.Optional;

/**
 * What differs between two jars: a line of the log.
 *
 * @param methods that have changed; those of a row are named by their index
 * @param classes how many classes have changed methods
 * @param allClasses how many classes the jars have
 * @param resources other entries of the jars that differ
 * @param allRows why all rows count as reached; null when scouts find them
 */
public record Reach(List<ChangedMethod> methods, int classes, int allClasses, List<String> resources, String allRows) {
    public Reach {
        methods = List.copyOf(methods);
        resources = List.copyOf(resources);
    }

    /** The changed methods with these numbers. */
    public List<ChangedMethod> methods(List<Integer> numbers) {
        return numbers.stream().map(methods::get).toList();
    }

    /**
     * @param atOnce how many scouts run at the same time
     * @param allRows whether the user wants all rows
     * @param ignoresResources whether entries that are no code may differ
     */
    public record Options(int atOnce, boolean allRows, boolean ignoresResources) {}

    static Reach of(JarDiff diff, JarCopy base, JarCopy head, Options options) {
        String reason = options.allRows
                ? "--all-rows"
                : unlike(base, head).or(() -> reason(diff.reasons())).orElse(null);
        return new Reach(diff.methods(), diff.classes(), diff.allClasses(), diff.resources(), reason);
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
