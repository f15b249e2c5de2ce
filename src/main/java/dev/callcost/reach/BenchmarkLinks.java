package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.data.RowKey;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Finds rows of base's benchmarks that head's library cannot run: what their code refers to is in base's class path and
 * not in head's. The code of a row begins with what JMH generated for it. It includes what it calls in the classes of
 * the benchmarks, and of each such class that it names the methods that the library may call.
 */
public final class BenchmarkLinks {
    private final LinkedClasses base;
    private final LinkedClasses head;
    private final JarContent benchmarks;
    private final Set<String> names;
    private final Map<String, ClassReferences> read = new HashMap<>();

    private BenchmarkLinks(JarContent base, JarContent head) {
        this.base = new LinkedClasses(base);
        this.head = new LinkedClasses(head);
        benchmarks = base;
        names = BenchmarkClasses.names(base);
    }

    /**
     * Why rows do not link, in a few words; rows that link have no entry.
     *
     * @param head has base's benchmarks
     * @throws dev.callcost.text.CommandException (bad file) when a jar cannot be read
     */
    public static Map<RowKey, String> missing(JarCopy base, JarCopy head, List<RowPair> rows) {
        try (JarContent ofBase = JarContent.of(base);
                JarContent ofHead = JarContent.of(head)) {
            BenchmarkLinks links = new BenchmarkLinks(ofBase, ofHead);
            Map<RowKey, String> missing = new LinkedHashMap<>();
            for (RowPair row : rows) {
                links.missing(row.base().row().generatedClass().replace('.', '/'))
                        .ifPresent(reason -> missing.put(row.key(), reason));
            }
            return missing;
        }
    }

    /** What the code of one row refers to. */
    private final class RowCode {
        private final Set<String> classes = new HashSet<>();
        private final Set<ClassReferences.Member> methods = new HashSet<>();
        private final Deque<ClassReferences.Member> open = new ArrayDeque<>();

        Optional<String> missing(String type) {
            Optional<String> missing = missingIn(type);
            while (missing.isEmpty() && !open.isEmpty()) {
                missing = missingOf(open.remove());
            }
            return missing;
        }

        private Optional<String> missingOf(ClassReferences.Member method) {
            for (ClassReferences.Member reference : references(method.owner()).of(method)) {
                Optional<String> missing = missingIn(reference.owner())
                        .or(() -> reference.isClass() ? Optional.empty() : missingMember(method.owner(), reference));
                if (missing.isPresent()) {
                    return missing;
                }
                follow(reference);
            }
            return Optional.empty();
        }

        /** A class that the code names: it must be there, and some of its methods may run. */
        private Optional<String> missingIn(String type) {
            if (!classes.add(type) || type.startsWith("[")) {
                return Optional.empty();
            }
            if (base.has(type) && !head.has(type)) {
                return Optional.of("it has no class " + Reach.label(type));
            }
            if (!names.contains(type)) {
                return Optional.empty();
            }
            references(type).calledByOthers().forEach(this::reach);
            return references(type).above().stream()
                    .map(this::missingIn)
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        private void reach(ClassReferences.Member method) {
            if (methods.add(method)) {
                open.add(method);
            }
        }

        /** The method of a benchmark class that a reference calls. */
        private void follow(ClassReferences.Member reference) {
            String type = reference.owner();
            while (type != null && names.contains(type)) {
                ClassReferences.Member method = reference.in(type);
                if (references(type).has(method)) {
                    reach(method);
                    return;
                }
                type = references(type).superclass();
            }
        }

        private Optional<String> missingMember(String from, ClassReferences.Member reference) {
            Optional<LinkedClasses.Found> before = base.find(reference);
            Optional<LinkedClasses.Found> after = head.find(reference);
            if (before.isEmpty()) {
                return Optional.empty();
            }
            String label = reference.label();
            if (after.isEmpty()) {
                return Optional.of("it has no " + label);
            }
            boolean isStatic = before.get().is(Opcodes.ACC_STATIC);
            if (isStatic != after.get().is(Opcodes.ACC_STATIC)) {
                return Optional.of("its " + label + (isStatic ? " is not static" : " is static"));
            }
            return before.get().isVisibleFrom(from) && !after.get().isVisibleFrom(from)
                    ? Optional.of("its " + label + " is not visible")
                    : Optional.empty();
        }
    }

    private Optional<String> missing(String generated) {
        try {
            return new RowCode().missing(generated);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a class file of a later JDK cannot be read here, and a scout shows what it does
        }
    }

    private ClassReferences references(String type) {
        return read.computeIfAbsent(type, it -> ClassReferences.of(benchmarks.read(it + Probes.CLASS_FILE)));
    }
}
