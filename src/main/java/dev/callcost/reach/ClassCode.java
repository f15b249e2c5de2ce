package dev.callcost.reach;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
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
record ClassCode(String name, int access, List<String> interfaces, String shape, List<MethodCode> methods) {

    /** Throws one of several runtime exceptions when it is no class file, or one that is too new for ASM. */
    static ClassCode of(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Visitor visitor = new Visitor(reader.getClassName());
        reader.accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new ClassCode(
                reader.getClassName(),
                reader.getAccess(),
                List.of(reader.getInterfaces()),
                visitor.shape.text(name -> name),
                visitor.methods());
    }

    boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    private static final class Visitor extends ClassVisitor {
        private final CodeText shape;
        private final Map<String, Declared> declared = new LinkedHashMap<>();
        private final Map<String, String> hashes = new HashMap<>();

        private record Declared(String name, String descriptor, int access, CodeText text, CodeText annotationDefault) {
            /** Whether it is a lambda's body, which nothing outside of its class can name. */
            boolean isLambda() {
                int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
                return (access & flags) == flags && name.startsWith(CodeText.LAMBDA);
            }
        }

        Visitor(String owner) {
            super(Opcodes.ASM9);
            shape = new CodeText(owner);
        }

        List<MethodCode> methods() {
            return declared.values().stream()
                    .map(it -> {
                        String text = it.text.text(this::lambda);
                        return new MethodCode(
                                it.name,
                                it.descriptor,
                                it.access,
                                it.isLambda() ? text : it.name + it.descriptor,
                                text,
                                it.annotationDefault.text(name -> name));
                    })
                    .toList();
        }

        /** A lambda's body goes by what it does: a lambda before it in the source changes the number in its name. */
        private String lambda(String signature) {
            Declared method = declared.get(signature);
            if (method == null || !method.isLambda()) {
                return signature;
            }
            if (!hashes.containsKey(signature)) {
                hashes.put(signature, signature); // in case that it refers to itself
                hashes.put(signature, hash(method.text.text(this::lambda)));
            }
            return hashes.get(signature);
        }

        private static String hash(String text) {
            try {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                return HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every JDK has it
            }
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            shape.add(access, signature, superName, Arrays.toString(interfaces));
        }

        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
            return shape.annotation(isVisible, type);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
            return shape.annotation(isVisible, place, path, type);
        }

        @Override
        public void visitPermittedSubclass(String name) {
            shape.add("permits", name);
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
            shape.add("component", name, descriptor, signature);
            return null;
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            shape.add("field", access, name, descriptor, signature).addConstant(value);
            return new FieldVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String type, boolean isVisible) {
                    return shape.annotation(isVisible, type);
                }

                @Override
                public AnnotationVisitor visitTypeAnnotation(int place, TypePath path, String type, boolean isVisible) {
                    return shape.annotation(isVisible, place, path, type);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            CodeText text = new CodeText(shape.owner());
            CodeText annotationDefault = new CodeText(shape.owner());
            text.add(access, descriptor, signature, Arrays.toString(exceptions));
            declared.put(name + descriptor, new Declared(name, descriptor, access, text, annotationDefault));
            return new MethodText(text, annotationDefault);
        }
    }
}
