package dev.callcost.reach;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * The difference of two jars by method, as the JVMs of their forks see them. Debug information does not count.
 *
 * <ul>
 *   <li>A class with another {@linkplain ClassCode#shape shape}, or that one side lacks: all its methods have changed.
 *   <li>A method with other instructions, or that one side lacks, has changed.
 *   <li>A constant that the compiler copied is part of the instructions of the methods that use it.
 *   <li>Another superinterface changes what all implementing classes inherit: their methods have changed, since an interface may have no code to probe.
 * </ul>
 *
 * @param methods that have changed, in the order of class and method names; their index is the number of their probe
 * @param reasons why all rows count as reached, whatever scouts see
 * @param inBase the probes of base by class, and in a class by name and descriptor
 * @param lacksInHead whether base has code that head may not run although its callers are unchanged, see {@link Scouts}
 */
record JarDiff(
        List<ChangedMethod> methods,
        List<String> reasons,
        Map<String, Map<String, Integer>> inBase,
        Map<String, Map<String, Integer>> inHead,
        boolean lacksInHead) {
    private static final String CLASS = ".class";

    /** What JMH's annotations say, which are part of the classes: a new benchmark does not change the others. */
    private static final Set<String> LISTS =
            Set.of(BenchmarkList.BENCHMARK_LIST.substring(1), CompilerHints.LIST.substring(1));

    /** Read by people, by builds, or by this suite's tools. */
    private static final Pattern IRRELEVANT = Pattern.compile(
            "META-INF/(MANIFEST\\.MF|(maven|proguard|com\\.android\\.tools|native-image)/.*|[^/]*\\.(SF|RSA|DSA|EC)|DEPENDENCIES|licenses?/.*)|.*\\.md"
                    + "|(.*/)?(licen[cs]e|notice)([-._][^/]*)?|(.*/)?module-info\\.class"
                    + "|sources/dev/callcost/.*|dev/callcost/build\\.properties",
            Pattern.CASE_INSENSITIVE);

    /** Code that is not compared by method. */
    private static final Pattern CODE =
            Pattern.compile(".*\\.(so|dll|dylib|jnilib|jar)([.-]\\d+)*", Pattern.CASE_INSENSITIVE);

    /** @param ignoreResources whether other entries than code do not matter */
    static JarDiff of(JarContent base, JarContent head, boolean ignoreResources) {
        return new Builder(base, head, ignoreResources).build();
    }

    private static final class Builder {
        private final JarContent base;
        private final JarContent head;
        private final boolean ignoreResources;
        private final Set<String> names = new TreeSet<>();
        private final Map<ChangedMethod, Integer> numbers = new LinkedHashMap<>();
        private final Map<String, Map<String, Integer>> inBase = new HashMap<>();
        private final Map<String, Map<String, Integer>> inHead = new HashMap<>();
        private final List<String> resources = new ArrayList<>();
        private final Set<String> reasons = new TreeSet<>();

        /** Interfaces that extend others than before. */
        private final Set<String> moved = new HashSet<>();

        private boolean lacksInHead;

        Builder(JarContent base, JarContent head, boolean ignoreResources) {
            this.base = base;
            this.head = head;
            this.ignoreResources = ignoreResources;
            base.names().forEach(names::add);
            head.names().forEach(names::add);
        }

        JarDiff build() {
            if (!String.valueOf(base.classPath()).equals(String.valueOf(head.classPath()))) {
                reasons.add("the manifests name different jars (Class-Path)");
            }
            for (String name : names) {
                if (!base.equals(head, name) && !isIrrelevant(name)) {
                    compare(name);
                }
            }
            if (!moved.isEmpty()) {
                names.stream().filter(this::inheritsOtherwise).forEach(name -> compareClass(name, true));
            }
            if (!ignoreResources && !resources.isEmpty()) {
                int more = resources.size() - 1;
                reasons.add("resource " + resources.get(0)
                        + (more > 0 ? " and " + more + " more differ" : " differs")
                        + " (--ignore-resources if no benchmark depends on this)");
            }
            return new JarDiff(List.copyOf(numbers.keySet()), List.copyOf(reasons), inBase, inHead, lacksInHead);
        }

        private static boolean isIrrelevant(String name) {
            return IRRELEVANT.matcher(name).matches() || LISTS.contains(name);
        }

        private void compare(String name) {
            if (name.endsWith(CLASS)) {
                compareClass(name, false);
            } else if (CODE.matcher(name).matches()) {
                reasons.add(name + " differs");
            } else {
                resources.add(name);
            }
        }

        /** @param inheritsOtherwise whether a superinterface differs, so that all methods have changed */
        private void compareClass(String name, boolean inheritsOtherwise) {
            Optional<ClassCode> before = code(base, name);
            Optional<ClassCode> after = code(head, name);
            boolean isReshaped =
                    inheritsOtherwise || !before.map(ClassCode::shape).equals(after.map(ClassCode::shape));
            if (!before.map(ClassCode::interfaces).equals(after.map(ClassCode::interfaces))) {
                Stream.of(before, after)
                        .flatMap(Optional::stream)
                        .filter(it -> it.is(Opcodes.ACC_INTERFACE))
                        .forEach(it -> moved.add(it.name()));
            }
            collect(before, after, isReshaped, inBase);
            collect(after, before, isReshaped, inHead);
            before.ifPresent(code -> lacksInHead |= isLacking(code, after));
            if (before.isPresent() && after.isPresent() && areUnlikeAnnotations(before.get(), after.get())) {
                reasons.add("annotation " + before.get().name() + " differs");
            }
        }

        /** Whether their defaults or members differ, which have no code to probe. */
        private static boolean areUnlikeAnnotations(ClassCode before, ClassCode after) {
            return before.is(Opcodes.ACC_ANNOTATION) && !before.methods().equals(after.methods());
        }

        private Optional<ClassCode> code(JarContent jar, String name) {
            if (!jar.has(name)) {
                return Optional.empty();
            }
            try {
                ClassCode code = ClassCode.of(jar.read(name));
                if (name.equals(code.name() + CLASS)) {
                    return Optional.of(code);
                }
                reasons.add(name + " differs and is class " + code.name());
            } catch (IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
                reasons.add(name + " differs and cannot be read as a class: " + e.getMessage());
            }
            return Optional.empty();
        }

        /** Notes the methods of a class that the other side has not in the same form. */
        private void collect(
                Optional<ClassCode> code,
                Optional<ClassCode> other,
                boolean isReshaped,
                Map<String, Map<String, Integer>> probes) {
            Map<String, MethodCode> others = byKey(other);
            for (MethodCode method : code.map(ClassCode::methods).orElse(List.of())) {
                MethodCode counterpart = others.get(method.key());
                if (isReshaped || counterpart == null || !method.code().equals(counterpart.code())) {
                    changed(code.orElseThrow().name(), method, probes);
                }
            }
        }

        private static Map<String, MethodCode> byKey(Optional<ClassCode> code) {
            return code.map(ClassCode::methods).orElse(List.of()).stream()
                    .collect(Collectors.toMap(MethodCode::key, Function.identity(), (one, same) -> one));
        }

        /**
         * A method without instructions is not run. Whoever runs in its place has changed on its own: a method that implements it, or one that calls it. That
         * cannot be seen of a native method.
         */
        private void changed(String owner, MethodCode method, Map<String, Map<String, Integer>> probes) {
            ChangedMethod changed = new ChangedMethod(owner, method.name(), method.descriptor());
            int number = numbers.computeIfAbsent(changed, it -> numbers.size());
            if (method.isNative()) {
                reasons.add("native method " + changed.label() + " differs");
            } else if (method.hasCode()) {
                probes.computeIfAbsent(owner, it -> new HashMap<>()).put(method.signature(), number);
            }
        }

        private static boolean isLacking(ClassCode before, Optional<ClassCode> after) {
            Map<String, MethodCode> left = byKey(after);
            return before.methods().stream()
                    .filter(MethodCode::hasCode)
                    .filter(it ->
                            !left.containsKey(it.key()) || !left.get(it.key()).hasCode())
                    .anyMatch(it -> after.isEmpty()
                            || !it.is(Opcodes.ACC_PRIVATE) && !it.name().equals(MethodCode.CONSTRUCTOR));
        }

        /** Whether a class implements an interface that extends others than before, directly or not. */
        private boolean inheritsOtherwise(String name) {
            return name.endsWith(CLASS)
                    && !isIrrelevant(name)
                    && Stream.of(base, head)
                            .anyMatch(jar -> inheritsMoved(jar, interfaces(jar, name), new HashSet<>()));
        }

        private boolean inheritsMoved(JarContent jar, Collection<String> interfaces, Set<String> seen) {
            return interfaces.stream()
                    .filter(seen::add)
                    .anyMatch(it -> moved.contains(it) || inheritsMoved(jar, interfaces(jar, it + CLASS), seen));
        }

        private static List<String> interfaces(JarContent jar, String name) {
            return jar.has(name) ? List.of(new ClassReader(jar.read(name)).getInterfaces()) : List.of();
        }
    }
}
