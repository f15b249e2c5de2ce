package dev.callcost.reach;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.TypePath;

/**
 * What a class file declares and does, without debug information.
 *
 * @param shape all but the methods: access, superclass, interfaces, fields with their constants, and annotations that a running program can read
 * @param methods in the order of the class file
 */
record ClassCode(String name, int access, List<String> interfaces, ByteBuffer shape, List<MethodCode> methods) {
    /** What javac calls the body of a lambda: its method's name, and a number in the class. */
    private static final Pattern LAMBDA = Pattern.compile("(lambda\\$.*\\$)(\\d{1,9})");

    /** Of all class files that are compared. */
    private static final int RELEASE = Opcodes.V17;

    /**
     * Reads a class file. A lambda's body gets its number among those of its method, because a lambda in another method changes the number in the class. Throws
     * one of several runtime exceptions when it is no class file, or one that is too new for ASM.
     */
    static ClassCode of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Splitter splitter = new Splitter(reader.getClassName(), lambdas(reader));
        reader.accept(splitter, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassCode(
                reader.getClassName(),
                reader.getAccess(),
                List.of(reader.getInterfaces()),
                ByteBuffer.wrap(splitter.shape.toByteArray()),
                splitter.methods);
    }

    boolean is(int flag) {
        return (access & flag) != 0;
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

    /** Writes each method to a class file of its own, where constants have the same numbers whatever else the class has, and the shape to another. */
    private static final class Splitter extends ClassVisitor {
        private final ClassWriter shape = new ClassWriter(0);
        private final List<MethodCode> methods = new ArrayList<>();
        private final String owner;
        private final Map<String, String> lambdas;

        Splitter(String owner, Map<String, String> lambdas) {
            super(Opcodes.ASM9);
            this.owner = owner;
            this.lambdas = lambdas;
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            shape.visit(RELEASE, access, name, signature, superName, interfaces);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
            return isVisible ? shape.visitAnnotation(type, true) : null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
            return shape.visitTypeAnnotation(place, path, type, isVisible);
        }

        @Override
        public void visitPermittedSubclass(String name) {
            shape.visitPermittedSubclass(name);
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
            return shape.visitRecordComponent(name, descriptor, signature);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            return shape.visitField(access, name, descriptor, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            ClassWriter alone = new ClassWriter(0);
            alone.visit(RELEASE, 0, owner, null, null, null);
            String common = lambdas.getOrDefault(name, name);
            MethodVisitor writer = alone.visitMethod(access, common, descriptor, signature, exceptions);
            return new MethodVisitor(Opcodes.ASM9, writer) {
                @Override
                public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
                    return isVisible ? super.visitAnnotation(type, true) : null;
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
                    ByteBuffer code = ByteBuffer.wrap(alone.toByteArray());
                    methods.add(new MethodCode(common, descriptor, access, name + descriptor, code));
                }
            };
        }

        private String common(String of, String method) {
            return of.equals(owner) ? lambdas.getOrDefault(method, method) : method;
        }
    }
}
