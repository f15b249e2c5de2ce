package dev.callcost.reach;

import dev.callcost.agent.Probes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

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
}
