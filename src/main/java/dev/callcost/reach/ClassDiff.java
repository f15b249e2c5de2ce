package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.reach.ClassCode.MethodCode;
import dev.callcost.reach.JarDiff.OfSide;
import dev.callcost.reach.Reach.ChangedClass;
import dev.callcost.reach.Reach.ChangedMethod;
import dev.callcost.reach.Reach.Why;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/** Compares classes of two class paths. */
final class ClassDiff {
    /**
     * Annotations in which compilers note what they know of a class, and the class that reads them; without it no
     * program does.
     */
    private static final Map<String, String> READERS = Map.of(
            "Lkotlin/Metadata;", "kotlin/reflect/full/KClasses.class",
            "Lscala/reflect/ScalaSignature;", "scala/reflect/runtime/JavaMirrors.class",
            "Lscala/reflect/ScalaLongSignature;", "scala/reflect/runtime/JavaMirrors.class");

    /** JMH's own, which are part of its lists and of the code that it generates, and lines of sources. */
    private static final Pattern UNSEEN = Pattern.compile("L(org/openjdk/jmh/annotations/.*"
            + "|kotlin/coroutines/jvm/internal/DebugMetadata|kotlin/jvm/internal/SourceDebugExtension);");

    /** What is found; later comparisons add to it. */
    static final class Differences {
        /** The numbers of changed methods. */
        final Map<ChangedMethod, Integer> methods = new LinkedHashMap<>();

        final List<ChangedClass> classes = new ArrayList<>();
        final OfSide inBase = new OfSide();
        final OfSide inHead = new OfSide();
        boolean lacksInHead;
    }

    private final JarContent base;
    private final JarContent head;
    private final boolean isClassPath;
    private final Map<String, Set<String>> hints;
    private final Differences found;

    /**
     * @param isClassPath whether the JVM looks for classes there, so that probes can be put into them
     * @param hints methods that count as changed, by class; {@code *} is all of them
     */
    ClassDiff(
            JarContent base, JarContent head, boolean isClassPath, Map<String, Set<String>> hints, Differences found) {
        this.base = base;
        this.head = head;
        this.isClassPath = isClassPath;
        this.hints = hints;
        this.found = found;
    }

    /** @param differing classes whose files differ, or that one side lacks */
    void compare(Set<String> differing) {
        Set<String> outermost = Stream.concat(differing.stream(), hints.keySet().stream())
                .map(JarContent::outermost)
                .collect(Collectors.toSet());
        CommonNames namesInBase = CommonNames.of(base, outermost);
        CommonNames namesInHead = CommonNames.of(head, outermost);
        Map<String, String> ofBase = paths(base, namesInBase, outermost);
        Map<String, String> ofHead = paths(head, namesInHead, outermost);
        Set<String> all = new TreeSet<>(ofBase.keySet());
        all.addAll(ofHead.keySet());
        for (String common : all) {
            String before = ofBase.get(common);
            String after = ofHead.get(common);
            boolean isSameFile = before != null && before.equals(after) && !differing.contains(before);
            if (!isSameFile || hints.containsKey(before)) {
                compare(
                        new SideClass(base, before, namesInBase, found.inBase),
                        new SideClass(head, after, namesInHead, found.inHead));
            }
        }
    }

    /** The paths of classes, without their endings, by their common names. */
    private static Map<String, String> paths(JarContent jar, CommonNames names, Set<String> outermost) {
        return jar.classes().stream()
                .filter(type -> outermost.contains(JarContent.outermost(type)))
                .filter(type -> !JarDiff.isIrrelevant(type + Probes.CLASS_FILE))
                .collect(Collectors.toMap(names::of, Function.identity(), (one, same) -> one));
    }

    private void compare(SideClass ofBase, SideClass ofHead) {
        Map<String, Integer> changedInBase = ofBase.changed(ofHead);
        Map<String, Integer> changedInHead = ofHead.changed(ofBase);
        boolean areMethodsChanged = !changedInBase.isEmpty() || !changedInHead.isEmpty();
        Why why = why(ofBase, ofHead);
        if (why == Why.METHODS && !areMethodsChanged) {
            return;
        }
        if (why.compareTo(Why.SHAPE) <= 0) {
            why = !ofBase.canBeProbed() || !ofHead.canBeProbed()
                    ? Why.ELSEWHERE
                    : ofBase.lacksRoom(changedInBase) || ofHead.lacksRoom(changedInHead) ? Why.NO_ROOM : why;
        }
        int index = found.classes.size();
        found.classes.add(new ChangedClass(ofHead.path != null ? ofHead.name() : ofBase.name(), why));
        ofBase.note(index, changedInBase);
        ofHead.note(index, changedInHead);
        found.lacksInHead |= ofBase.hasMoreThan(ofHead);
    }

    private Why why(SideClass ofBase, SideClass ofHead) {
        if (ofBase.isUnreadable() || ofHead.isUnreadable()) {
            return Why.UNREADABLE;
        }
        if (ofBase.code == null || ofHead.code == null) {
            return ofBase.code == null ? Why.ONLY_IN_HEAD : Why.ONLY_IN_BASE;
        }
        return ClassCode.difference(ofBase.code, ofHead.code);
    }

    /** One side's class. */
    private final class SideClass {
        private final String path;
        private final byte[] file;
        private final OfSide ofSide;
        private final ClassCode code;

        SideClass(JarContent jar, String path, CommonNames names, OfSide ofSide) {
            this.path = path;
            this.ofSide = ofSide;
            file = path == null ? null : jar.classFile(path);
            code = path == null ? null : code(names);
        }

        private ClassCode code(CommonNames names) {
            try {
                return ClassCode.of(file, names.renamed(file), ClassDiff.this::isSeen);
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

        /**
         * The methods that the other side has not in the same form, by name and descriptor. One without instructions is
         * not run; its class is another one.
         */
        Map<String, Integer> changed(SideClass other) {
            Map<String, Integer> changed = new TreeMap<>();
            if (code == null) {
                return changed;
            }
            Map<String, MethodCode> others = other.byKey();
            Set<String> hinted = hints.getOrDefault(code.name(), Set.of());
            for (MethodCode method : code.methods()) {
                MethodCode counterpart = others.get(method.key());
                if (method.hasCode()
                        && (counterpart == null
                                || !method.code().equals(counterpart.code())
                                || hinted.contains("*")
                                || hinted.contains(method.name()))) {
                    String owner = other.code != null && ofSide == found.inBase ? other.code.name() : code.name();
                    ChangedMethod it = new ChangedMethod(owner, method.name(), method.descriptor());
                    changed.put(method.signature(), found.methods.computeIfAbsent(it, any -> found.methods.size()));
                }
            }
            return changed;
        }

        private Map<String, MethodCode> byKey() {
            return code == null
                    ? Map.of()
                    : code.methods().stream()
                            .collect(Collectors.toMap(MethodCode::key, Function.identity(), (one, same) -> one));
        }

        boolean lacksRoom(Map<String, Integer> changed) {
            return !changed.isEmpty() && ProbedClasses.fitting(file, changed).size() < changed.size();
        }

        void note(int index, Map<String, Integer> changed) {
            if (path == null) {
                return;
            }
            if (!changed.isEmpty() && canBeProbed()) {
                ofSide.probes().put(path, ProbedClasses.fitting(file, changed));
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
            Comparator<Integer> byWhy =
                    Comparator.comparing(it -> found.classes.get(it).why());
            ofSide.classes().merge(name, index, BinaryOperator.maxBy(byWhy));
        }

        /** Whether it has methods in whose place others run on the other side, without a change in what calls them. */
        boolean hasMoreThan(SideClass other) {
            if (path == null || isUnreadable() || other.code == null) {
                return path != null;
            }
            Map<String, MethodCode> left = other.byKey();
            return byKey().values().stream().filter(MethodCode::hasCode).anyMatch(it -> {
                MethodCode same = left.get(it.key());
                boolean isCalledByName = it.is(Opcodes.ACC_PRIVATE) || it.name().equals(MethodCode.CONSTRUCTOR);
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

    /**
     * Names of anonymous and local classes that do not depend on how many others their outer class has: a number counts
     * the classes of one method. A compiler's number counts those of the outer class, so one that is added renames
     * others.
     */
    private static final class CommonNames {
        private static final Pattern NUMBERED = Pattern.compile("(.*\\$)(\\d{1,9})([^$]*)");

        /** In a descriptor or a signature. */
        private static final Pattern TYPE = Pattern.compile("L([^;<>:\\[()]+)(?=[;<])");

        /** The tag of a text in a class file's constants, see JVMS 4.4. */
        private static final int UTF8 = 1;

        private final Map<String, String> names = new HashMap<>();

        private CommonNames() {}

        /** Of a jar's classes whose outermost class is one of those given. */
        static CommonNames of(JarContent jar, Set<String> outermost) {
            CommonNames common = new CommonNames();
            Map<String, Integer> counts = new HashMap<>();
            List<String> classes = jar.classes().stream()
                    .filter(name -> name.indexOf('$') > 0 && outermost.contains(JarContent.outermost(name)))
                    .sorted(Comparator.comparingInt(CommonNames::depth).thenComparing(CommonNames::number))
                    .toList();
            for (String name : classes) {
                int end = name.lastIndexOf('$');
                String outer = common.names.getOrDefault(name.substring(0, end), name.substring(0, end));
                Matcher numbered = NUMBERED.matcher(name);
                String own = name.substring(end + 1);
                if (numbered.matches()) {
                    String where = (place(jar.classFile(name)) + numbered.group(3)).replaceAll("\\W", "_");
                    own = where + "#" + counts.merge(outer + "$" + where, 1, Integer::sum);
                }
                common.names.put(name, outer + "$" + own);
            }
            common.names.entrySet().removeIf(name -> name.getKey().equals(name.getValue()));
            return common;
        }

        private static int depth(String name) {
            return (int) name.chars().filter(letter -> letter == '$').count();
        }

        private static int number(String name) {
            Matcher numbered = NUMBERED.matcher(name);
            return numbered.matches() ? Integer.parseInt(numbered.group(2)) : 0;
        }

        /** The method that a class stands in; classes that a compiler adds are counted alone. */
        private static String place(byte[] classFile) {
            StringBuilder place = new StringBuilder();
            try {
                new ClassReader(classFile)
                        .accept(
                                new ClassVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visit(
                                            int version,
                                            int access,
                                            String name,
                                            String signature,
                                            String superName,
                                            String[] interfaces) {
                                        place.append((access & Opcodes.ACC_SYNTHETIC) == 0 ? "" : "synthetic ");
                                    }

                                    @Override
                                    public void visitOuterClass(String owner, String name, String descriptor) {
                                        place.append(name == null ? "" : ClassCode.withoutNumber(name) + descriptor);
                                    }
                                },
                                ClassReader.SKIP_CODE);
            } catch (RuntimeException e) {
                place.append("unreadable");
            }
            return place.toString();
        }

        /** The name of a class by the method that it stands in; its own name where it has no number. */
        String of(String name) {
            return names.getOrDefault(name, name);
        }

        /** A class file whose constants have other names of classes: alone, and in descriptors and signatures. */
        byte[] renamed(byte[] classFile) {
            if (names.isEmpty()) {
                return classFile;
            }
            ClassReader reader = new ClassReader(classFile);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length);
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                int written = 0;
                for (int n = 1; n < reader.getItemCount(); n++) {
                    int item = reader.getItem(n);
                    if (item > 0 && classFile[item - 1] == UTF8) {
                        int end = item + Short.BYTES + reader.readUnsignedShort(item);
                        String text =
                                new DataInputStream(new ByteArrayInputStream(classFile, item, end - item)).readUTF();
                        String other = renamed(text);
                        if (!other.equals(text)) {
                            out.write(classFile, written, item - written);
                            out.writeUTF(other);
                            written = end;
                        }
                    }
                }
                out.write(classFile, written, classFile.length - written);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }

        private String renamed(String text) {
            return text.indexOf('$') < 0
                    ? text
                    : text.indexOf(';') < 0
                            ? of(text)
                            : TYPE.matcher(text).replaceAll(type -> Matcher.quoteReplacement("L" + of(type.group(1))));
        }
    }
}
