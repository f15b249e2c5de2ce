package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.launch.JarCopy;
import dev.callcost.text.CommandException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * Which classes of a jar are benchmarks and what belongs to these alone: classes that use JMH, classes that extend
 * these, classes around them and within them, and what JMH generated. All others are the library's, helpers of
 * benchmarks included: a package says nothing, because many benchmarks stand in the package of what they measure.
 */
public final class BenchmarkClasses {
    private static final String JMH = "org/openjdk/jmh/";
    private static final String GENERATED = "jmh_generated/";

    /** JMH's lists of the benchmarks, and of what the JIT may do to them. */
    private static final List<String> LISTS =
            List.of(BenchmarkList.BENCHMARK_LIST.substring(1), CompilerHints.LIST.substring(1));

    private BenchmarkClasses() {}

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
            names(ofBase).forEach(name -> files.put(name + Probes.CLASS_FILE, ofBase.read(name + Probes.CLASS_FILE)));
            LISTS.forEach(name -> files.put(
                    name, String.join("\n", ofBase.lines(name)).concat("\n").getBytes(StandardCharsets.UTF_8)));
            Set<String> removed = names(ofHead).stream()
                    .map(name -> name + Probes.CLASS_FILE)
                    .filter(name -> !files.containsKey(name))
                    .collect(Collectors.toSet());
            removed.addAll(LISTS);
            return head.replacing(removed, files, base.benchmarks());
        }
    }

    /** The names of these classes, as class files have them. */
    static Set<String> names(JarContent jar) {
        Set<String> found = new HashSet<>();
        Map<String, String> superclasses = new HashMap<>();
        for (String file : jar.names()) {
            if (file.endsWith(Probes.CLASS_FILE) && !file.startsWith(JMH) && !file.startsWith("META-INF/")) {
                String name = CommonNames.type(file);
                byte[] classFile = jar.read(file);
                superclasses.put(name, superclass(classFile));
                if (file.contains(GENERATED) || new String(classFile, StandardCharsets.ISO_8859_1).contains(JMH)) {
                    found.add(CommonNames.outermost(name));
                }
            }
        }
        while (superclasses.entrySet().stream()
                .filter(type -> type.getValue() != null && found.contains(CommonNames.outermost(type.getValue())))
                .map(type -> found.add(CommonNames.outermost(type.getKey())))
                .reduce(false, Boolean::logicalOr)) {
            // until no further class extends one of them
        }
        return superclasses.keySet().stream()
                .filter(name -> found.contains(CommonNames.outermost(name)))
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
}
