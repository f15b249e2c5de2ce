package dev.callcost.compare;

import dev.callcost.agent.ExtraWork;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies a JMH jar so that the loops which JMH generated around its benchmarks call {@link ExtraWork}, which
 * goes into the copy. The benchmarks themselves stay what they are.
 */
final class WorkInjector {
    static final String EXTRA_WORK = ExtraWork.class.getName().replace('.', '/');

    private static final String GENERATED = "_jmhTest.class";
    private static final String SIGNATURE = "META-INF/[^/]*\\.(SF|RSA|DSA|EC)";

    /** Where a class file has its minor and major version. */
    private static final int VERSION = 4;

    private int loops;

    private WorkInjector() {}

    /**
     * Copies a jar.
     *
     * @throws IOException when the jar cannot be read, or the copy not be written
     * @throws CommandException (bad file) when the jar holds no loop that can be made to do more work
     */
    static void copy(Path jar, Path copy) throws IOException {
        WorkInjector injector = new WorkInjector();
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
            Enumeration<? extends ZipEntry> entries = from.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                if (!name.matches(SIGNATURE)) {
                    byte[] content = from.getInputStream(entry).readAllBytes();
                    to.putNextEntry(new ZipEntry(name));
                    to.write(name.endsWith(GENERATED) ? injector.injected(content) : content);
                    to.closeEntry();
                }
            }
        }
        if (injector.loops == 0) {
            throw CommandException.badFile(jar + ": --inject finds no loop of JMH's to do more work in");
        }
        AddedClass.into(copy, ExtraWork.class);
    }

    /** As ASM reads no releases newer than itself, the class passes for one of release 17, than which JMH's loops need no more. */
    private byte[] injected(byte[] content) {
        int release = ByteBuffer.wrap(content).getInt(VERSION);
        ClassReader reader = new ClassReader(ByteBuffer.wrap(content.clone())
                .putInt(VERSION, Math.min(release, Opcodes.V17))
                .array());
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                        if (!InjectedLoop.isLoop(name, descriptor)) {
                            return method;
                        }
                        loops++;
                        return new InjectedLoop(method, name);
                    }
                },
                0);
        return ByteBuffer.wrap(writer.toByteArray()).putInt(VERSION, release).array();
    }
}
