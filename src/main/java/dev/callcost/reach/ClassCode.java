package dev.callcost.reach;

import dev.callcost.reach.Reach.Why;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.TypePath;

/**
 * What a class file declares and does, without debug information.
 *
 * @param shape the class itself: superclass, interfaces, modifiers, layout, record components, and what a running
 *     program can read of its annotations
 * @param members fields and methods as they are declared, by name and descriptor
 * @param methods what methods do, in the order of the class file
 */
record ClassCode(
        String name, int access, Declared shape, SortedMap<String, Declared> members, List<MethodCode> methods) {
    /** What javac calls the body of a lambda: its method's name, and a number in the class. */
    private static final Pattern LAMBDA = Pattern.compile("(lambda\\$.*\\$)(\\d{1,9})");

    /** A static initializer: no program can find it, but it runs. */
    private static final String INITIALIZER = "<clinit>";

    private static final String BENCHMARK = "Lorg/openjdk/jmh/annotations/Benchmark;";

    /** Of all class files that are compared. */
    private static final int RELEASE = Opcodes.V17;

    private static final int FORM = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
    private static final int FORM_OF_CLASS =
            FORM | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_ANNOTATION | Opcodes.ACC_ENUM;
    private static final int FORM_OF_FIELD = FORM | Opcodes.ACC_VOLATILE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_ENUM;
    private static final int FORM_OF_METHOD =
            FORM | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE | Opcodes.ACC_VARARGS;

    private static final int CODE =
            Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;

    /**
     * A class or a member as it is declared.
     *
     * @param visibility 0 for private to 3 for public
     * @param isBound whether nothing is called in its place where others see more or less of it: a class or a static
     *     member
     * @param isFoundByName whether it makes no difference to those who do not look for it; a field of an object takes
     *     its place in all objects, and an enum constant among all constants
     * @param mayComeAndGo whether only code that names it can tell that it is there
     */
    record Declared(
            ByteBuffer text,
            int visibility,
            boolean isField,
            boolean isBound,
            boolean isFoundByName,
            boolean mayComeAndGo) {
        /**
         * Whether the other, of head, is the same for a running program; to be more visible makes no difference where
         * it is bound.
         */
        boolean becomes(Declared other) {
            return text.equals(other.text)
                    && (visibility == other.visibility || isBound && visibility < other.visibility);
        }
    }

    /**
     * Reads a class file. A lambda's body gets its number among those of its method, because a lambda in another method
     * changes the number in the class. Throws one of several runtime exceptions when it is no class file, or one that
     * is too new for ASM.
     *
     * @param renamed the same with common names of anonymous and local classes
     * @param isSeen whether a running program can read annotations of a type, if they are kept at run time
     */
    static ClassCode of(byte[] classFile, byte[] renamed, Predicate<String> isSeen) {
        ClassReader reader = new ClassReader(renamed);
        Splitter splitter = new Splitter(reader.getClassName(), lambdas(reader), isSeen);
        reader.accept(splitter, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassCode(
                new ClassReader(classFile).getClassName(),
                reader.getAccess(),
                splitter.declared(),
                splitter.members,
                splitter.methods);
    }

    /** In what one class differs from the other besides what its methods do. */
    static Why difference(ClassCode before, ClassCode after) {
        if (!before.shape.becomes(after.shape)) {
            return Why.SHAPE;
        }
        boolean isInterface = (before.access & Opcodes.ACC_INTERFACE) != 0; // its methods decide when it is initialized
        Set<String> names = new TreeSet<>(before.members.keySet());
        names.addAll(after.members.keySet());
        Set<Why> whys = EnumSet.of(Why.METHODS);
        for (String name : names) {
            Declared one = before.members.get(name);
            Declared other = after.members.get(name);
            boolean isSame = one == null ? other.mayComeAndGo : other == null ? one.mayComeAndGo : one.becomes(other);
            if (!isSame) {
                boolean isFound =
                        one == null || other == null ? (one == null ? other : one).isFoundByName : !one.isField;
                whys.add(isFound && !isInterface ? Why.MEMBERS : Why.SHAPE);
            }
        }
        return Collections.max(whys);
    }

    /** The name of a lambda's body without its number. */
    static String withoutNumber(String method) {
        Matcher lambda = LAMBDA.matcher(method);
        return lambda.matches() ? lambda.group(1) : method;
    }

    private static Map<String, String> lambdas(ClassReader reader) {
        Map<String, SortedMap<Integer, String>> ofMethods = new HashMap<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        Matcher lambda = LAMBDA.matcher(name);
                        if (lambda.matches()) {
                            ofMethods
                                    .computeIfAbsent(lambda.group(1), it -> new TreeMap<>())
                                    .put(Integer.parseInt(lambda.group(2)), name);
                        }
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        Map<String, String> names = new HashMap<>();
        ofMethods.forEach((method, byNumber) -> {
            int number = 0;
            for (String name : byNumber.values()) {
                names.put(name, method + number++);
            }
        });
        return names;
    }

    private static int visibility(int access) {
        return (access & Opcodes.ACC_PRIVATE) != 0
                ? 0
                : (access & Opcodes.ACC_PROTECTED) != 0 ? 2 : (access & Opcodes.ACC_PUBLIC) != 0 ? 3 : 1;
    }

    /**
     * Writes what each method does to a class file of its own, where constants have the same numbers whatever else the
     * class has, and each declaration to another.
     */
    private static final class Splitter extends ClassVisitor {
        private final ClassWriter shape = new ClassWriter(0);
        private final SortedMap<String, Declared> members = new TreeMap<>();
        private final List<MethodCode> methods = new ArrayList<>();
        private final String owner;
        private final Map<String, String> lambdas;
        private final Predicate<String> isSeen;
        private int visibility;

        Splitter(String owner, Map<String, String> lambdas, Predicate<String> isSeen) {
            super(Opcodes.ASM9);
            this.owner = owner;
            this.lambdas = lambdas;
            this.isSeen = isSeen;
        }

        Declared declared() {
            return new Declared(ByteBuffer.wrap(shape.toByteArray()), visibility, false, true, true, false);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            visibility = visibility(access);
            shape.visit(RELEASE, access & FORM_OF_CLASS, name, signature, superName, interfaces);
        }

        /** A nested class's own modifiers are here. */
        @Override
        public void visitInnerClass(String name, String outerName, String innerName, int access) {
            if (name.equals(owner)) {
                visibility = visibility(access);
                shape.visitInnerClass(name, null, null, access & FORM_OF_CLASS);
            }
        }

        private boolean isSeen(String type, boolean isVisible) {
            return isVisible && isSeen.test(type);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
            return isSeen(type, isVisible) ? shape.visitAnnotation(type, true) : null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
            return isSeen(type, isVisible) ? shape.visitTypeAnnotation(place, path, type, true) : null;
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
            return new RecordComponentVisitor(Opcodes.ASM9, shape.visitRecordComponent(name, descriptor, signature)) {
                @Override
                public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
                    return isSeen(type, isVisible) ? super.visitAnnotation(type, true) : null;
                }

                @Override
                public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
                    return isSeen(type, isVisible) ? super.visitTypeAnnotation(place, path, type, true) : null;
                }
            };
        }

        private ClassWriter alone() {
            ClassWriter alone = new ClassWriter(0);
            alone.visit(RELEASE, 0, owner, null, null, null);
            return alone;
        }

        private void declare(String key, int access, ClassWriter text, boolean isField, boolean isBenchmark) {
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            boolean isPrivate = (access & Opcodes.ACC_PRIVATE) != 0;
            boolean isSynthetic = (access & Opcodes.ACC_SYNTHETIC) != 0;
            members.put(
                    key,
                    new Declared(
                            ByteBuffer.wrap(text.toByteArray()),
                            visibility(access),
                            isField,
                            isStatic,
                            !isField || isStatic && (access & Opcodes.ACC_ENUM) == 0,
                            isBenchmark || isPrivate && (isStatic || isSynthetic) || isStatic && isSynthetic));
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            if ((access & Opcodes.ACC_STATIC) == 0) {
                shape.visitField(0, name, descriptor, null, null).visitEnd(); // their order is that of the layout
            }
            ClassWriter text = alone();
            FieldVisitor field = text.visitField(access & FORM_OF_FIELD, name, descriptor, signature, value);
            return new FieldVisitor(Opcodes.ASM9, field) {
                @Override
                public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
                    return isSeen(type, isVisible) ? super.visitAnnotation(type, true) : null;
                }

                @Override
                public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
                    return isSeen(type, isVisible) ? super.visitTypeAnnotation(place, path, type, true) : null;
                }

                @Override
                public void visitEnd() {
                    super.visitEnd();
                    declare(name + " " + descriptor, access, text, true, false);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            String common = lambdas.getOrDefault(name, name);
            ClassWriter text = alone();
            MethodVisitor declared = text.visitMethod(access & FORM_OF_METHOD, common, descriptor, signature, null);
            ClassWriter code = alone();
            MethodVisitor does = code.visitMethod(does(access), common, descriptor, null, null);
            return new MethodVisitor(Opcodes.ASM9, does) {
                private boolean isBenchmark;

                @Override
                public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
                    isBenchmark |= type.equals(BENCHMARK);
                    return isSeen(type, isVisible) ? declared.visitAnnotation(type, true) : null;
                }

                @Override
                public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
                    return isSeen(type, isVisible) ? declared.visitTypeAnnotation(place, path, type, true) : null;
                }

                @Override
                public void visitAnnotableParameterCount(int count, boolean visible) {
                    // a compiler's number of annotations, which are compared themselves
                }

                @Override
                public AnnotationVisitor visitParameterAnnotation(int parameter, String type, boolean isVisible) {
                    return isSeen(type, isVisible) ? declared.visitParameterAnnotation(parameter, type, true) : null;
                }

                @Override
                public AnnotationVisitor visitAnnotationDefault() {
                    return declared.visitAnnotationDefault();
                }

                @Override
                public AnnotationVisitor visitInsnAnnotation(int place, TypePath path, String type, boolean isVisible) {
                    return null; // no program can read those of instructions
                }

                @Override
                public AnnotationVisitor visitTryCatchAnnotation(
                        int place, TypePath path, String type, boolean isVisible) {
                    return null;
                }

                @Override
                public AnnotationVisitor visitLocalVariableAnnotation(
                        int place,
                        TypePath path,
                        Label[] starts,
                        Label[] ends,
                        int[] index,
                        String type,
                        boolean isVisible) {
                    return null;
                }

                @Override
                public void visitMethodInsn(int opcode, String of, String method, String type, boolean isInterface) {
                    super.visitMethodInsn(opcode, of, common(of, method), type, isInterface);
                }

                @Override
                public void visitInvokeDynamicInsn(String method, String type, Handle bootstrap, Object... arguments) {
                    Object[] others = arguments.clone();
                    for (int n = 0; n < others.length; n++) {
                        if (others[n] instanceof Handle it) {
                            String target = common(it.getOwner(), it.getName());
                            others[n] = new Handle(it.getTag(), it.getOwner(), target, it.getDesc(), it.isInterface());
                        }
                    }
                    super.visitInvokeDynamicInsn(method, type, bootstrap, others);
                }

                @Override
                public void visitEnd() {
                    super.visitEnd();
                    declared.visitEnd();
                    if (!name.equals(INITIALIZER)) {
                        declare(common + descriptor, access, text, false, isBenchmark);
                    }
                    ByteBuffer all = ByteBuffer.wrap(code.toByteArray());
                    methods.add(new MethodCode(common, descriptor, access, name + descriptor, all));
                }
            };
        }

        /** The modifiers that matter where a method runs: a private method of an object has no overrides. */
        private static int does(int access) {
            return access & (CODE | ((access & Opcodes.ACC_STATIC) == 0 ? Opcodes.ACC_PRIVATE : 0));
        }

        private String common(String of, String method) {
            return of.equals(owner) ? lambdas.getOrDefault(method, method) : method;
        }
    }

    /**
     * A method of a class file.
     *
     * @param name of a lambda's body another than in the class file, see {@link ClassCode#of}
     * @param signature name and descriptor in the class file
     * @param code what the method does, without debug information
     */
    record MethodCode(String name, String descriptor, int access, String signature, ByteBuffer code) {
        static final String CONSTRUCTOR = "<init>";

        /** Equal keys on both sides: the same method. */
        String key() {
            return name + descriptor;
        }

        boolean is(int flag) {
            return (access & flag) != 0;
        }

        /** Whether it has instructions, so that a probe can stand before them. */
        boolean hasCode() {
            return !is(Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT);
        }
    }
}
