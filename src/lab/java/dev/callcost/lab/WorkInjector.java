package dev.callcost.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Copies a JMH jar so that its benchmarks do more work: the loops that JMH generated around them call
 * {@code Blackhole.consumeCPU} after each operation. The benchmarks themselves stay what they are. A call without any
 * token costs up to a nanosecond, which a copy with 0 tokens has too:
 *
 * <pre>
 * mvn -Plab test-compile
 * java -cp target/test-classes:benchmarks.jar dev.callcost.lab.WorkInjector benchmarks.jar /tmp/0.jar 0
 * java -cp target/test-classes:benchmarks.jar dev.callcost.lab.WorkInjector benchmarks.jar /tmp/200.jar 200
 * java -jar benchmarks.jar compare --base /tmp/0.jar --head /tmp/200.jar RmiBenchmark
 * </pre>
 */
final class WorkInjector {
    private static final String GENERATED = "_jmhTest.class";
    private static final String SIGNATURE = "META-INF/[^/]*\\.(SF|RSA|DSA|EC)";
    private static final Pattern LOOP = Pattern.compile("(.+)_(avgt|thrpt)_jmhStub");

    /** Where a class file has its minor and major version. */
    private static final int VERSION = 4;

    private final long tokens;
    private int loops;

    private WorkInjector(long tokens) {
        this.tokens = tokens;
    }

    /** Copies the jar of the first argument to that of the second, with the tokens of the third. */
    public static void main(String[] args) throws IOException {
        copy(Path.of(args[0]), Path.of(args[1]), Long.parseLong(args[2]));
    }

    /** @throws IllegalArgumentException when the jar holds no loop that measures average time or throughput */
    static void copy(Path jar, Path copy, long tokens) throws IOException {
        WorkInjector injector = new WorkInjector(tokens);
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
            throw new IllegalArgumentException(jar + " holds no loop of JMH's that can do more work");
        }
    }

    /**
     * ASM reads no releases newer than itself, so the class passes for one of release 17; JMH's loops need nothing
     * newer.
     */
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
                        Matcher loop = LOOP.matcher(name);
                        return loop.matches() ? injected(method, loop.group(1)) : method;
                    }
                },
                0);
        return ByteBuffer.wrap(writer.toByteArray()).putInt(VERSION, release).array();
    }

    private MethodVisitor injected(MethodVisitor loop, String benchmark) {
        loops++;
        return new MethodVisitor(Opcodes.ASM9, loop) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                if (name.equals(benchmark)) {
                    super.visitLdcInsn(tokens);
                    super.visitMethodInsn(
                            Opcodes.INVOKESTATIC, "org/openjdk/jmh/infra/Blackhole", "consumeCPU", "(J)V", false);
                }
            }
        };
    }
}
