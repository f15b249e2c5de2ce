package dev.callcost.reach;

import dev.callcost.agent.Probes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.openjdk.jmh.annotations.Benchmark;

/** Finds classes, methods and fields as a JVM links them, in a jar and in the JDK of this process. */
final class LinkedClasses {
    private final JarContent jar;
    private final Map<String, Optional<ClassMembers>> classes = new HashMap<>();

    LinkedClasses(JarContent jar) {
        this.jar = jar;
    }

    /** @param members their modifiers */
    private record ClassMembers(List<String> above, Map<Member, Integer> members) {}

    /** A method or a field, where it is declared. */
    record Found(String owner, int access) {
        boolean is(int flag) {
            return (access & flag) != 0;
        }

        /** Whether code of another class may use it, for example by a subclass. */
        boolean isVisibleFrom(String type) {
            return is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)
                    || type.equals(owner)
                    || !is(Opcodes.ACC_PRIVATE) && packageOf(type).equals(packageOf(owner));
        }

        private static String packageOf(String type) {
            return type.substring(0, Math.max(0, type.lastIndexOf('/')));
        }
    }

    boolean has(String type) {
        return declared(type).isPresent();
    }

    /** Looks in the class that a reference names, and then in all above it; empty where a class of these is unknown. */
    Optional<Found> find(Member member) {
        return find(member, new HashSet<>());
    }

    private Optional<Found> find(Member member, Set<String> seen) {
        Optional<ClassMembers> type = declared(member.owner());
        if (type.isEmpty() || !seen.add(member.owner())) {
            return Optional.empty();
        }
        Integer access = type.get().members.get(member);
        return access != null
                ? Optional.of(new Found(member.owner(), access))
                : type.get().above.stream()
                        .map(above -> find(member.in(above), seen))
                        .flatMap(Optional::stream)
                        .findFirst();
    }

    private Optional<ClassMembers> declared(String type) {
        Optional<ClassMembers> known = classes.get(type);
        if (known == null) {
            known = classFile(type).map(LinkedClasses::declared);
            classes.put(type, known);
        }
        return known;
    }

    private Optional<byte[]> classFile(String type) {
        String file = type + Probes.CLASS_FILE;
        if (jar.has(file)) {
            return Optional.of(jar.classFile(type));
        }
        try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassMembers declared(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        String name = reader.getClassName();
        List<String> above = new ArrayList<>(List.of(reader.getInterfaces()));
        if (reader.getSuperName() != null) {
            above.add(0, reader.getSuperName());
        }
        Map<Member, Integer> members = new HashMap<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        members.put(new Member(name, method, descriptor), access);
                        return null;
                    }

                    @Override
                    public FieldVisitor visitField(
                            int access, String field, String descriptor, String signature, Object value) {
                        members.put(new Member(name, field, descriptor), access);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        return new ClassMembers(above, members);
    }

    /** A method or a field of a class, as class files name it. A reference to the class alone has no descriptor. */
    record Member(String owner, String name, String descriptor) {
        static Member ofClass(String name) {
            return new Member(name, "", "");
        }

        boolean isClass() {
            return descriptor.isEmpty();
        }

        Member in(String other) {
            return new Member(other, name, descriptor);
        }

        /** {@code method Json.parse(String)}. */
        String label() {
            String type = Reach.label(owner);
            if (!descriptor.startsWith("(")) {
                return "field " + type + "." + name + " of type " + name(Type.getType(descriptor));
            }
            String parameters = Arrays.stream(Type.getArgumentTypes(descriptor))
                    .map(Member::name)
                    .collect(Collectors.joining(", ", "(", ")"));
            Type result = Type.getReturnType(descriptor);
            return name.equals("<init>")
                    ? "constructor " + type + parameters
                    : "method " + type + "." + name + parameters
                            + (result.equals(Type.VOID_TYPE) ? "" : " that returns " + name(result));
        }

        private static String name(Type type) {
            return Reach.label(type.getClassName().replace('.', '/'));
        }
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
