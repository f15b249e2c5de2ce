package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * The difference of two class paths, as the JVMs of their forks see them: methods that run otherwise, for which probes
 * are put into the classes, and classes that differ in what no probe sees. Debug information does not count.
 *
 * <ul>
 *   <li>A method with other instructions, or that one side lacks, has changed. A constant that the compiler copied is
 *       part of the instructions that use it.
 *   <li>A class has changed when one side lacks it, when it is declared otherwise ({@link ClassCode}), and when its
 *       methods have changed and cannot be probed.
 *   <li>What a class inherits differs only where a class or an interface above it has changed, and that one is loaded
 *       with it.
 * </ul>
 *
 * @param methods that have changed; their index is the number of their probe
 * @param classes that have changed in any way
 * @param reasons why all rows count as reached, whatever scouts see
 * @param lacksInHead whether base has code that head may not run although its callers are unchanged, see {@link Scouts}
 */
record JarDiff(
        List<ChangedMethod> methods,
        List<ChangedClass> classes,
        List<String> reasons,
        OfSide inBase,
        OfSide inHead,
        boolean lacksInHead) {
    /**
     * What the scouts of one side look for.
     *
     * @param probes the numbers of changed methods by class, and in a class by name and descriptor
     * @param classes the indexes of changed classes by their names on this side
     */
    record OfSide(Map<String, Map<String, Integer>> probes, Map<String, Integer> classes) {
        OfSide() {
            this(new HashMap<>(), new HashMap<>());
        }
    }

    private static final String HINTS = CompilerHints.LIST.substring(1);

    /** JMH's lists of the benchmarks, and of what the JIT may do to them. */
    static final List<String> LISTS = List.of(BenchmarkList.BENCHMARK_LIST.substring(1), HINTS);

    /**
     * Read by people, by builds, or by this suite's tools. With more folders before it a file is a resource like any
     * other.
     */
    private static final Pattern IRRELEVANT = Pattern.compile(
            "META-INF/(MANIFEST\\.MF|INDEX\\.LIST|(maven|proguard|com\\.android\\.tools|native-image|licen[cs]es?)/.*"
                    + "|[^/]*\\.(SF|RSA|DSA|EC|kotlin_module)|AL2\\.0|LGPL2\\.1)"
                    + "|(META-INF/)?(licen[cs]e|notice|readme|changelog|changes|authors|copying"
                    + "|copyright|contributing|dependencies)"
                    + "([-_][\\w-]*(\\.\\d+)*)?(\\.(txt|md|markdown|html?|adoc|rst))?"
                    + "|((META-INF|BOOT-INF/classes)/)?(git|build|build-?info|git-?info)\\.properties"
                    + "|(.*/)?module-info\\.class|sources/dev/callcost/.*|dev/callcost/build\\.properties",
            Pattern.CASE_INSENSITIVE);

    /** What of a manifest makes a difference to a JVM that begins with the jar. The class path is content. */
    private static final List<String> ATTRIBUTES = List.of(
            "Main-Class",
            "Start-Class",
            "Launcher-Agent-Class",
            "Premain-Class",
            "Agent-Class",
            "Boot-Class-Path",
            "Add-Opens",
            "Add-Exports",
            "Enable-Native-Access");

    private static final Pattern SOURCE = Pattern.compile("(.*)\\.(java|kt|scala|groovy)");

    /** Code that is not compared by method. */
    private static final Pattern LIBRARY =
            Pattern.compile(".*\\.(so|dll|dylib|jnilib)([.-]\\d+)*", Pattern.CASE_INSENSITIVE);

    private static final Pattern JAR = Pattern.compile(".*\\.jar", Pattern.CASE_INSENSITIVE);

    /**
     * @param ignoreResources whether other files than code do not matter
     * @throws CommandException (bad file) when a file cannot be read
     */
    static JarDiff of(JarContent base, JarContent head, boolean ignoreResources) {
        Builder builder = new Builder(ignoreResources);
        ATTRIBUTES.stream()
                .filter(name -> !Objects.equals(base.attribute(name), head.attribute(name)))
                .forEach(name -> builder.reasons.add("the manifests differ in " + name));
        builder.compare(base, head, true);
        return builder.build();
    }

    /** Whether a file makes no difference to any program. */
    static boolean isIrrelevant(String name) {
        return LISTS.contains(name) || IRRELEVANT.matcher(name).matches();
    }

    private static final class Builder {
        private final boolean ignoreResources;
        private final ClassDiff.Differences found = new ClassDiff.Differences();
        private final List<String> resources = new ArrayList<>();
        private final Set<String> reasons = new TreeSet<>();

        Builder(boolean ignoreResources) {
            this.ignoreResources = ignoreResources;
        }

        JarDiff build() {
            if (!ignoreResources && !resources.isEmpty()) {
                int more = resources.size() - 1;
                reasons.add("resource " + resources.get(0)
                        + (more > 0 ? " and " + more + " more differ" : " differs")
                        + " (--ignore-resources if no benchmark depends on this)");
            }
            return new JarDiff(
                    List.copyOf(found.methods.keySet()),
                    List.copyOf(found.classes),
                    List.copyOf(reasons),
                    found.inBase,
                    found.inHead,
                    found.lacksInHead);
        }

        /** @param isClassPath whether the JVM looks for classes there, so that probes can be put into them */
        void compare(JarContent base, JarContent head, boolean isClassPath) {
            Set<String> names = new TreeSet<>(base.names());
            names.addAll(head.names());
            Set<String> differing = new TreeSet<>();
            List<String> jars = new ArrayList<>();
            for (String name : names) {
                boolean isClass = name.endsWith(Probes.CLASS_FILE);
                if (isIrrelevant(name) || isSource(name, names) || base.equals(head, name, isClass)) {
                    continue;
                }
                if (isClass) {
                    differing.add(JarContent.type(name));
                } else if (JAR.matcher(name).matches()) {
                    jars.add(name);
                } else if (LIBRARY.matcher(name).matches()) {
                    reasons.add(name + " differs");
                } else {
                    resources.add(name);
                }
            }
            Map<String, Set<String>> hints = isClassPath ? hints(base, head) : Map.of();
            new ClassDiff(base, head, isClassPath, hints, found).compare(differing);
            if (!jars.isEmpty()) {
                compareNested(base, head, jars, isClassPath);
            }
        }

        private static boolean isSource(String name, Set<String> names) {
            Matcher source = SOURCE.matcher(name);
            return source.matches()
                    && (names.contains(source.group(1) + Probes.CLASS_FILE)
                            || names.contains(source.group(1) + "Kt" + Probes.CLASS_FILE));
        }

        /** Methods that JMH's list lets the JIT compile otherwise, by class; {@code *} is all of them. */
        private Map<String, Set<String>> hints(JarContent base, JarContent head) {
            Set<String> before = new TreeSet<>(base.lines(HINTS));
            Set<String> after = new TreeSet<>(head.lines(HINTS));
            Map<String, Set<String>> hints = new HashMap<>();
            Stream.concat(
                            before.stream().filter(line -> !after.contains(line)),
                            after.stream().filter(line -> !before.contains(line)))
                    .map(line -> line.substring(line.indexOf(',') + 1))
                    .forEach(method -> {
                        int dot = Math.max(0, method.lastIndexOf('.'));
                        String type = method.substring(0, dot);
                        if (type.isEmpty() || type.indexOf('*') >= 0) {
                            reasons.add(HINTS + " differs in " + method);
                        } else {
                            hints.computeIfAbsent(type, it -> new HashSet<>()).add(method.substring(dot + 1));
                        }
                    });
            return hints;
        }

        /**
         * Jars within jars are class paths of other class loaders, with names that mostly have a version: all those
         * that differ are compared as one.
         */
        private void compareNested(JarContent base, JarContent head, List<String> jars, boolean isClassPath) {
            if (!isClassPath) {
                jars.forEach(jar -> reasons.add(jar + " differs"));
                return;
            }
            try (TemporaryFolder folder = TemporaryFolder.create();
                    JarContent ofBase = nested(base, jars, folder.path().resolve("base"));
                    JarContent ofHead = nested(head, jars, folder.path().resolve("head"))) {
                compare(ofBase, ofHead, false);
            }
        }

        private static JarContent nested(JarContent content, List<String> jars, Path folder) {
            List<Path> files = new ArrayList<>();
            try {
                Files.createDirectory(folder);
                for (String jar : jars) {
                    if (content.has(jar)) {
                        files.add(Files.write(folder.resolve(files.size() + ".jar"), content.read(jar)));
                    }
                }
            } catch (IOException e) {
                throw CommandException.badFile(
                        "jars within a jar cannot be written to " + folder + ": " + e.getMessage());
            }
            return new JarContent(files, content.release());
        }
    }
}
