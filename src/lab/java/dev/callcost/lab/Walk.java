package dev.callcost.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * An agent that notes the source files whose methods a JVM enters: how long a walk through the code is. Forks are not
 * counted.
 *
 * <pre>
 * mvn -Plab test-compile
 * java -cp target/test-classes:benchmarks.jar dev.callcost.lab.Walk walk.jar
 * java -javaagent:walk.jar=files.txt -jar benchmarks.jar check base.json head.json
 * </pre>
 */
public final class Walk implements ClassFileTransformer {
    private static final Set<String> FILES = new ConcurrentSkipListSet<>();

    private Walk() {}

    /** Writes the agent's jar to the path of the first argument. */
    public static void main(String[] args) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Walk.class.getName());
        try (OutputStream file = Files.newOutputStream(Path.of(args[0]));
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            for (String name : new String[] {"Walk", "Walk$1", "Walk$1$1"}) {
                String entry = Walk.class.getPackageName().replace('.', '/') + "/" + name + ".class";
                jar.putNextEntry(new ZipEntry(entry));
                jar.write(Walk.class.getResourceAsStream("/" + entry).readAllBytes());
            }
        }
    }

    /** @param out takes the files, a line each, when the JVM ends */
    public static void premain(String out, Instrumentation jvm) {
        jvm.addTransformer(new Walk());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.write(Path.of(out), FILES);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }

    /** Called by each method. */
    public static void enter(String file) {
        FILES.add(file);
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> before, ProtectionDomain domain, byte[] content) {
        if (!name.startsWith("dev/callcost/") || name.startsWith("dev/callcost/lab/")) {
            return null;
        }
        String file = name.replaceFirst("\\$.*", "") + ".java";
        ClassReader reader = new ClassReader(content);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String descriptor, String signature, String[] exceptions) {
                        return new MethodVisitor(
                                Opcodes.ASM9, super.visitMethod(access, method, descriptor, signature, exceptions)) {
                            @Override
                            public void visitCode() {
                                super.visitCode();
                                visitLdcInsn(file);
                                visitMethodInsn(
                                        Opcodes.INVOKESTATIC,
                                        "dev/callcost/lab/Walk",
                                        "enter",
                                        "(Ljava/lang/String;)V",
                                        false);
                            }
                        };
                    }
                },
                0);
        return writer.toByteArray();
    }
}
