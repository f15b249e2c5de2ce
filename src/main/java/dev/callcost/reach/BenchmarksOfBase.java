package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.data.RowKey;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.LinkedClasses.ClassReferences;
import dev.callcost.reach.LinkedClasses.Member;
import dev.callcost.text.CommandException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Runs base's benchmarks with head's library: puts them into head's jar, and finds rows that cannot run there, because
 * what their code refers to is in base's class path and not in head's. The code of a row begins with what JMH generated
 * for it. It includes what it calls in the classes of the benchmarks, and of each such class that it names the methods
 * that the library may call.
 */
public final class BenchmarksOfBase {
    private static final String JMH = "org/openjdk/jmh/";
    private static final String GENERATED = "jmh_generated/";

    private final LinkedClasses base;
    private final LinkedClasses head;
    private final JarContent benchmarks;
    private final Set<String> names;
    private final Map<String, ClassReferences> read = new HashMap<>();

    private BenchmarksOfBase(JarContent base, JarContent head) {
        this.base = new LinkedClasses(base);
        this.head = new LinkedClasses(head);
        benchmarks = base;
        names = names(base);
    }

    /**
     * Puts base's benchmarks in the place of head's.
     *
     * @throws CommandException (bad file) when a jar cannot be read or written; (usage) when head's benchmarks are in a
     *     folder, which is not copied
     */
    public static JarCopy inHead(JarCopy base, JarCopy head) {
        try (JarContent ofBase = JarContent.of(base);
                JarContent ofHead = JarContent.of(head)) {
            Map<String, byte[]> files = new TreeMap<>();
            names(ofBase).forEach(name -> files.put(name + Probes.CLASS_FILE, ofBase.classFile(name)));
            JarDiff.LISTS.forEach(name -> files.put(
                    name, String.join("\n", ofBase.lines(name)).concat("\n").getBytes(StandardCharsets.UTF_8)));
            Set<String> removed = names(ofHead).stream()
                    .map(name -> name + Probes.CLASS_FILE)
                    .filter(name -> !files.containsKey(name))
                    .collect(Collectors.toSet());
            removed.addAll(JarDiff.LISTS);
            return head.replacing(removed, files, base.benchmarks());
        }
    }

    /**
     * Which classes of a jar are benchmarks and what belongs to these alone: classes that use JMH, classes that extend
     * these, classes around them and within them, and what JMH generated. All others are the library's, helpers of
     * benchmarks included: a package says nothing, because many benchmarks stand in the package of what they measure.
     *
     * @return their names, as class files have them
     */
    static Set<String> names(JarContent jar) {
        Set<String> found = new HashSet<>();
        Map<String, String> superclasses = new HashMap<>();
        for (String name : jar.classes()) {
            if (!name.startsWith(JMH) && !name.startsWith("META-INF/")) {
                byte[] classFile = jar.classFile(name);
                superclasses.put(name, superclass(classFile));
                if (name.contains(GENERATED) || new String(classFile, StandardCharsets.ISO_8859_1).contains(JMH)) {
                    found.add(JarContent.outermost(name));
                }
            }
        }
        while (superclasses.entrySet().stream()
                .filter(type -> type.getValue() != null && found.contains(JarContent.outermost(type.getValue())))
                .map(type -> found.add(JarContent.outermost(type.getKey())))
                .reduce(false, Boolean::logicalOr)) {
            // until no further class extends one of them
        }
        return superclasses.keySet().stream()
                .filter(name -> found.contains(JarContent.outermost(name)))
                .collect(Collectors.toSet());
    }

    /** Null where the file cannot be read, as one of a later JDK. */
    private static String superclass(byte[] classFile) {
        try {
            return new ClassReader(classFile).getSuperName();
        } catch (RuntimeException e) {
            return null;
        }
    }

    /**
     * Why rows do not link, in a few words; rows that link have no entry.
     *
     * @param head has base's benchmarks
     * @throws CommandException (bad file) when a jar cannot be read
     */
    public static Map<RowKey, String> missing(JarCopy base, JarCopy head, List<RowPair> rows) {
        try (JarContent ofBase = JarContent.of(base);
                JarContent ofHead = JarContent.of(head)) {
            BenchmarksOfBase links = new BenchmarksOfBase(ofBase, ofHead);
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
        private final Set<Member> methods = new HashSet<>();
        private final Deque<Member> open = new ArrayDeque<>();

        Optional<String> missing(String type) {
            Optional<String> missing = missingIn(type);
            while (missing.isEmpty() && !open.isEmpty()) {
                missing = missingOf(open.remove());
            }
            return missing;
        }

        private Optional<String> missingOf(Member method) {
            for (Member reference : references(method.owner()).of(method)) {
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

        private void reach(Member method) {
            if (methods.add(method)) {
                open.add(method);
            }
        }

        /** The method of a benchmark class that a reference calls. */
        private void follow(Member reference) {
            String type = reference.owner();
            while (type != null && names.contains(type)) {
                Member method = reference.in(type);
                if (references(type).has(method)) {
                    reach(method);
                    return;
                }
                type = references(type).superclass();
            }
        }

        private Optional<String> missingMember(String from, Member reference) {
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
        return read.computeIfAbsent(type, it -> ClassReferences.of(benchmarks.classFile(it)));
    }
}
