package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.data.RowKey;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.reach.LinkedClasses.Member;
import dev.callcost.text.CommandException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.openjdk.jmh.annotations.Benchmark;

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

    /**
     * What the methods of a class refer to.
     *
     * @param superclass null of {@code Object}
     * @param above superclass and interfaces
     */
    record ClassReferences(String superclass, List<String> above, Map<Member, MethodReferences> methods) {
        /** @param isCalledByOthers whether code that does not name the method may call it */
        private record MethodReferences(boolean isCalledByOthers, Set<Member> references) {}

        Set<Member> of(Member method) {
            return methods.get(method).references;
        }

        boolean has(Member method) {
            return methods.containsKey(method);
        }

        /** Methods that may run without being named: neither benchmarks, nor private, nor static, nor constructors. */
        List<Member> calledByOthers() {
            return methods.entrySet().stream()
                    .filter(method -> method.getValue().isCalledByOthers)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        static ClassReferences of(byte[] classFile) {
            ClassReader reader = new ClassReader(classFile);
            List<String> above = new ArrayList<>(List.of(reader.getInterfaces()));
            above.add(reader.getSuperName());
            Map<Member, MethodReferences> methods = new LinkedHashMap<>();
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access, String name, String descriptor, String signature, String[] exceptions) {
                            Member method = new Member(reader.getClassName(), name, descriptor);
                            boolean isByName = (access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) != 0
                                            && !name.equals("<clinit>")
                                    || name.equals("<init>");
                            return new ReferenceVisitor(method, isByName, methods);
                        }
                    },
                    ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return new ClassReferences(reader.getSuperName(), above, methods);
        }

        private static final class ReferenceVisitor extends MethodVisitor {
            private final Member method;
            private final Map<Member, MethodReferences> methods;
            private final Set<Member> references = new LinkedHashSet<>();
            private boolean isByName;

            ReferenceVisitor(Member method, boolean isByName, Map<Member, MethodReferences> methods) {
                super(Opcodes.ASM9);
                this.method = method;
                this.isByName = isByName;
                this.methods = methods;
            }

            private void addClass(String name) {
                Type type = Type.getObjectType(name);
                Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
                if (element.getSort() == Type.OBJECT) {
                    references.add(Member.ofClass(element.getInternalName()));
                }
            }

            private void addMember(String owner, String name, String descriptor) {
                if (!owner.startsWith("[")) {
                    references.add(new Member(owner, name, descriptor));
                }
            }

            @Override
            public AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
                isByName |= descriptor.equals(Type.getDescriptor(Benchmark.class));
                return null;
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                addMember(owner, name, descriptor);
            }

            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                addMember(owner, name, descriptor);
            }

            @Override
            public void visitTypeInsn(int opcode, String type) {
                addClass(type);
            }

            @Override
            public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
                addClass(descriptor);
            }

            @Override
            public void visitLdcInsn(Object value) {
                addConstant(value);
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
                addConstant(bootstrap);
                Arrays.stream(arguments).forEach(this::addConstant);
            }

            private void addConstant(Object value) {
                if (value instanceof Handle handle) {
                    addMember(handle.getOwner(), handle.getName(), handle.getDesc());
                } else if (value instanceof Type type && type.getSort() == Type.OBJECT) {
                    addClass(type.getInternalName());
                }
            }

            @Override
            public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
                if (type != null) {
                    addClass(type);
                }
            }

            @Override
            public void visitEnd() {
                methods.put(method, new MethodReferences(!isByName, references));
            }
        }
    }
}
