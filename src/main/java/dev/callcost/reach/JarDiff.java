package dev.callcost.reach;

import dev.callcost.file.TemporaryFolder;
import dev.callcost.reach.ChangedClass.Why;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.CompilerHints;

/**
 * The difference of two class paths, as the JVMs of their forks see them: methods that run otherwise, for which probes are put into the classes, and classes that
 * differ in what no probe sees. Debug information does not count.
 *
 * <ul>
 *   <li>A method with other instructions, or that one side lacks, has changed. A constant that the compiler copied is part of the instructions that use it.
 *   <li>A class has changed when one side lacks it, when it is declared otherwise ({@link ClassCode}), and when its methods have changed and cannot be probed.
 *   <li>What a class inherits differs only where a class or an interface above it has changed, and that one is loaded with it.
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
    static final String CLASS = ".class";

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

    private static final String LIST = BenchmarkList.BENCHMARK_LIST.substring(1);
    private static final String HINTS = CompilerHints.LIST.substring(1);

    /** Read by people, by builds, or by this suite's tools. With more folders before it a file is a resource like any other. */
    private static final Pattern IRRELEVANT = Pattern.compile(
            "META-INF/(MANIFEST\\.MF|INDEX\\.LIST|(maven|proguard|com\\.android\\.tools|native-image|licen[cs]es?)/.*"
                    + "|[^/]*\\.(SF|RSA|DSA|EC|kotlin_module)|AL2\\.0|LGPL2\\.1)"
                    + "|(META-INF/)?(licen[cs]e|notice|readme|changelog|changes|authors|copying|copyright|contributing|dependencies)"
                    + "([-_][\\w-]*(\\.\\d+)*)?(\\.(txt|md|markdown|html?|adoc|rst))?"
                    + "|((META-INF|BOOT-INF/classes)/)?(git|build|build-?info|git-?info)\\.properties"
                    + "|(.*/)?module-info\\.class|sources/dev/callcost/.*|dev/callcost/build\\.properties",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern SOURCE = Pattern.compile("(.*)\\.(java|kt|scala|groovy)");

    /** Code that is not compared by method. */
    private static final Pattern LIBRARY =
            Pattern.compile(".*\\.(so|dll|dylib|jnilib)([.-]\\d+)*", Pattern.CASE_INSENSITIVE);

    private static final Pattern JAR = Pattern.compile(".*\\.jar", Pattern.CASE_INSENSITIVE);

    /** Annotations in which compilers note what they know of a class, and the class that reads them; without it no program does. */
    private static final Map<String, String> READERS = Map.of(
            "Lkotlin/Metadata;", "kotlin/reflect/full/KClasses.class",
            "Lscala/reflect/ScalaSignature;", "scala/reflect/runtime/JavaMirrors.class",
            "Lscala/reflect/ScalaLongSignature;", "scala/reflect/runtime/JavaMirrors.class");

    /** JMH's own, which are part of its lists and of the code that it generates, and lines of sources. */
    private static final Pattern UNSEEN = Pattern.compile("L(org/openjdk/jmh/annotations/.*"
            + "|kotlin/coroutines/jvm/internal/DebugMetadata|kotlin/jvm/internal/SourceDebugExtension);");

    /**
     * @param ignoreResources whether other files than code do not matter
     * @throws CommandException (bad file) when a file cannot be read
     */
    static JarDiff of(JarContent base, JarContent head, boolean ignoreResources) {
        Builder builder = new Builder(ignoreResources);
        builder.compare(base, head, true);
        return builder.build();
    }

    private static final class Builder {
        private final boolean ignoreResources;
        private final Map<ChangedMethod, Integer> numbers = new LinkedHashMap<>();
        private final List<ChangedClass> classes = new ArrayList<>();
        private final OfSide inBase = new OfSide();
        private final OfSide inHead = new OfSide();
        private final List<String> resources = new ArrayList<>();
        private final Set<String> reasons = new TreeSet<>();
        private boolean lacksInHead;

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
                    List.copyOf(numbers.keySet()),
                    List.copyOf(classes),
                    List.copyOf(reasons),
                    inBase,
                    inHead,
                    lacksInHead);
        }

        /** @param isClassPath whether the JVM looks for classes there, so that probes can be put into them */
        void compare(JarContent base, JarContent head, boolean isClassPath) {
            Set<String> names = new TreeSet<>(base.names());
            names.addAll(head.names());
            Set<String> differing = new TreeSet<>();
            List<String> jars = new ArrayList<>();
            for (String name : names) {
                boolean isClass = name.endsWith(CLASS);
                if (isIrrelevant(name, names) || base.equals(head, name, isClass)) {
                    continue;
                }
                if (isClass) {
                    differing.add(name);
                } else if (JAR.matcher(name).matches()) {
                    jars.add(name);
                } else if (LIBRARY.matcher(name).matches()) {
                    reasons.add(name + " differs");
                } else {
                    resources.add(name);
                }
            }
            new Classes(base, head, isClassPath).compare(differing);
            if (!jars.isEmpty()) {
                compareNested(base, head, jars, isClassPath);
            }
        }

        private static boolean isIrrelevant(String name, Set<String> names) {
            return name.equals(LIST)
                    || name.equals(HINTS)
                    || IRRELEVANT.matcher(name).matches()
                    || isSource(name, names);
        }

        private static boolean isSource(String name, Set<String> names) {
            Matcher source = SOURCE.matcher(name);
            return source.matches()
                    && (names.contains(source.group(1) + CLASS) || names.contains(source.group(1) + "Kt" + CLASS));
        }

        /** Jars within jars are class paths of other class loaders, with names that mostly have a version: all those that differ are compared as one. */
        private void compareNested(JarContent base, JarContent head, List<String> jars, boolean isClassPath) {
            if (!isClassPath) {
                jars.forEach(jar -> reasons.add(jar + " differs"));
                return;
            }
            try (TemporaryFolder folder =
                            new TemporaryFolder(Path.of(System.getProperty("java.io.tmpdir")), "callcost-nested");
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

        /** Compares classes of two class paths. */
        private final class Classes {
            private final JarContent base;
            private final JarContent head;
            private final boolean isClassPath;

            /** Methods that JMH's lists let the JIT compile otherwise, by class; {@code *} is all of them. */
            private final Map<String, Set<String>> hinted = new HashMap<>();

            private CommonNames namesInBase;
            private CommonNames namesInHead;

            Classes(JarContent base, JarContent head, boolean isClassPath) {
                this.base = base;
                this.head = head;
                this.isClassPath = isClassPath;
            }

            void compare(Set<String> differing) {
                if (isClassPath) {
                    compareHints();
                }
                Set<String> outermost = Stream.concat(differing.stream().map(Builder::type), hinted.keySet().stream())
                        .map(CommonNames::outermost)
                        .collect(Collectors.toSet());
                namesInBase = CommonNames.of(base, outermost);
                namesInHead = CommonNames.of(head, outermost);
                Map<String, String> ofBase = classes(base, namesInBase, outermost);
                Map<String, String> ofHead = classes(head, namesInHead, outermost);
                Set<String> all = new TreeSet<>(ofBase.keySet());
                all.addAll(ofHead.keySet());
                for (String common : all) {
                    String before = ofBase.get(common);
                    String after = ofHead.get(common);
                    if (before == null
                            || !before.equals(after)
                            || differing.contains(before + CLASS)
                            || hinted.containsKey(before)) {
                        compare(before, after);
                    }
                }
            }

            private Map<String, String> classes(JarContent jar, CommonNames names, Set<String> outermost) {
                return jar.names().stream()
                        .filter(name -> name.endsWith(CLASS)
                                && !IRRELEVANT.matcher(name).matches())
                        .map(Builder::type)
                        .filter(type -> outermost.contains(CommonNames.outermost(type)))
                        .collect(Collectors.toMap(names::of, Function.identity(), (one, same) -> one));
            }

            private void compareHints() {
                Set<String> before = new TreeSet<>(base.lines(HINTS));
                Set<String> after = new TreeSet<>(head.lines(HINTS));
                Stream.concat(
                                before.stream().filter(line -> !after.contains(line)),
                                after.stream().filter(line -> !before.contains(line)))
                        .map(line -> line.substring(line.indexOf(',') + 1))
                        .forEach(pattern -> {
                            int dot = pattern.lastIndexOf('.');
                            String type = pattern.substring(0, Math.max(0, dot));
                            if (type.isEmpty() || type.indexOf('*') >= 0) {
                                reasons.add(HINTS + " differs in " + pattern);
                            } else {
                                hinted.computeIfAbsent(type, it -> new HashSet<>())
                                        .add(pattern.substring(dot + 1));
                            }
                        });
            }

            /** @param before the path of base's class without its ending; null where base has none */
            private void compare(String before, String after) {
                Side ofBase = new Side(base, before, namesInBase, inBase);
                Side ofHead = new Side(head, after, namesInHead, inHead);
                Map<String, Integer> changedInBase = ofBase.changed(ofHead);
                Map<String, Integer> changedInHead = ofHead.changed(ofBase);
                boolean areMethodsChanged = !changedInBase.isEmpty() || !changedInHead.isEmpty();
                Why why = why(ofBase, ofHead);
                if (why == Why.METHODS && !areMethodsChanged) {
                    return;
                }
                if (why == Why.METHODS || why == Why.SHAPE) {
                    why = !ofBase.canBeProbed() || !ofHead.canBeProbed()
                            ? Why.ELSEWHERE
                            : ofBase.lacksRoom(changedInBase) || ofHead.lacksRoom(changedInHead) ? Why.NO_ROOM : why;
                }
                int index = classes.size();
                classes.add(new ChangedClass(after != null ? ofHead.name() : ofBase.name(), why));
                ofBase.note(index, changedInBase);
                ofHead.note(index, changedInHead);
                lacksInHead |= ofBase.hasMoreThan(ofHead);
            }

            private Why why(Side ofBase, Side ofHead) {
                if (ofBase.isUnreadable() || ofHead.isUnreadable()) {
                    return Why.UNREADABLE;
                }
                if (ofBase.code == null || ofHead.code == null) {
                    return ofBase.code == null ? Why.ONLY_IN_HEAD : Why.ONLY_IN_BASE;
                }
                return ClassCode.areShapedAlike(ofBase.code, ofHead.code) ? Why.METHODS : Why.SHAPE;
            }

            /** One side's class. */
            private final class Side {
                private final String path;
                private final byte[] file;
                private final OfSide found;
                private final ClassCode code;

                Side(JarContent jar, String path, CommonNames names, OfSide found) {
                    this.path = path;
                    this.found = found;
                    file = path == null ? null : jar.read(path + CLASS);
                    code = path == null ? null : code(names);
                }

                private ClassCode code(CommonNames names) {
                    try {
                        return ClassCode.of(file, names, Classes.this::isSeen);
                    } catch (RuntimeException e) {
                        return null; // ASM throws several kinds
                    }
                }

                boolean isUnreadable() {
                    return path != null && code == null;
                }

                String name() {
                    return code == null ? path : code.name();
                }

                boolean canBeProbed() {
                    return isClassPath && code != null && code.name().equals(path);
                }

                /** The methods that the other side has not in the same form, by name and descriptor. One without instructions is not run; its class is another one. */
                Map<String, Integer> changed(Side other) {
                    Map<String, Integer> changed = new TreeMap<>();
                    if (code == null) {
                        return changed;
                    }
                    Map<String, MethodCode> others = other.byKey();
                    Set<String> hints = hinted.getOrDefault(code.name(), Set.of());
                    for (MethodCode method : code.methods()) {
                        MethodCode counterpart = others.get(method.key());
                        if (method.hasCode()
                                && (counterpart == null
                                        || !method.code().equals(counterpart.code())
                                        || hints.contains("*")
                                        || hints.contains(method.name()))) {
                            String owner = other.code != null && found == inBase ? other.code.name() : code.name();
                            ChangedMethod it = new ChangedMethod(owner, method.name(), method.descriptor());
                            changed.put(method.signature(), numbers.computeIfAbsent(it, any -> numbers.size()));
                        }
                    }
                    return changed;
                }

                private Map<String, MethodCode> byKey() {
                    return code == null
                            ? Map.of()
                            : code.methods().stream()
                                    .collect(
                                            Collectors.toMap(MethodCode::key, Function.identity(), (one, same) -> one));
                }

                boolean lacksRoom(Map<String, Integer> changed) {
                    return !changed.isEmpty()
                            && ProbedClasses.fitting(file, changed).size() < changed.size();
                }

                void note(int index, Map<String, Integer> changed) {
                    if (path == null) {
                        return;
                    }
                    if (!changed.isEmpty() && canBeProbed()) {
                        found.probes.put(path, ProbedClasses.fitting(file, changed));
                    }
                    if (code != null) {
                        note(code.name(), index);
                    } else {
                        for (String name = path; ; name = name.substring(name.indexOf('/') + 1)) {
                            note(name, index);
                            if (name.indexOf('/') < 0) {
                                break;
                            }
                        }
                    }
                }

                /** Of several files of one class the one that says more counts. */
                private void note(String name, int index) {
                    found.classes.merge(
                            name, index, (one, other) -> classes.get(one).isMoreThanMethods() ? one : other);
                }

                /** Whether it has methods in whose place others run on the other side, without a change in what calls them. */
                boolean hasMoreThan(Side other) {
                    if (path == null || isUnreadable() || other.code == null) {
                        return path != null;
                    }
                    Map<String, MethodCode> left = other.byKey();
                    return byKey().values().stream().filter(MethodCode::hasCode).anyMatch(it -> {
                        MethodCode same = left.get(it.key());
                        boolean isCalledByName =
                                it.is(Opcodes.ACC_PRIVATE) || it.name().equals(MethodCode.CONSTRUCTOR);
                        return same == null
                                ? !isCalledByName
                                : !same.hasCode() || it.is(Opcodes.ACC_PRIVATE) && !same.is(Opcodes.ACC_PRIVATE);
                    });
                }
            }

            private boolean isSeen(String annotation) {
                String reader = READERS.get(annotation);
                return reader == null ? !UNSEEN.matcher(annotation).matches() : base.has(reader) || head.has(reader);
            }
        }

        /** The path of a class file without its ending. */
        private static String type(String file) {
            return file.substring(0, file.length() - CLASS.length());
        }
    }
}
