package dev.callcost.lab;

import dev.callcost.launch.JmhJar;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
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
import org.objectweb.asm.Type;

/**
 * Copies a JMH jar so that its benchmarks do more work: the loops that JMH generated around them call {@link ExtraWork}, which goes into the copy. The
 * benchmarks themselves stay what they are. A call costs up to a nanosecond per operation, which a copy with the share 0 has too:
 *
 * <pre>
 * mvn -Plab test-compile
 * java -cp target/test-classes:benchmarks.jar dev.callcost.lab.WorkInjector benchmarks.jar /tmp/0.jar 0
 * java -cp target/test-classes:benchmarks.jar dev.callcost.lab.WorkInjector benchmarks.jar /tmp/3.jar 0.03
 * java -jar benchmarks.jar compare --base /tmp/0.jar --head /tmp/3.jar RmiBenchmark
 * </pre>
 */
final class WorkInjector {
    private static final String EXTRA_WORK = ExtraWork.class.getName().replace('.', '/');

    private static final String GENERATED = "_jmhTest.class";
    private static final String SIGNATURE = "META-INF/[^/]*\\.(SF|RSA|DSA|EC)";

    /** Where a class file has its minor and major version. */
    private static final int VERSION = 4;

    private int loops;

    private WorkInjector() {}

    /** Copies the jar of the first argument to that of the second, with the share of the third. */
    public static void main(String[] args) throws IOException {
        copy(Path.of(args[0]), Path.of(args[1]), Double.parseDouble(args[2]));
    }

    /**
     * Copies a jar.
     *
     * @param share how much more work its benchmarks do, relative, such as 0.03
     * @throws IllegalArgumentException when the share is negative, or the jar holds no loop that measures average time or throughput
     */
    static void copy(Path jar, Path copy, double share) throws IOException {
        if (!(share >= 0)) {
            throw new IllegalArgumentException("not a share of work: " + share);
        }
        WorkInjector injector = new WorkInjector();
        try (ZipFile from = new ZipFile(jar.toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(copy))) {
            Enumeration<? extends ZipEntry> entries = from.entries();
            to.putNextEntry(new ZipEntry(ExtraWork.SHARE_RESOURCE));
            to.write(Double.toString(share).getBytes(StandardCharsets.UTF_8));
            to.closeEntry();
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
        new JmhJar(copy).add(List.of(ExtraWork.class));
    }

    /** ASM reads no releases newer than itself, so the class passes for one of release 17; JMH's loops need nothing newer. */
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

    /**
     * A loop around a benchmark that counts operations and takes the time, with calls to {@code ExtraWork} written into it: one before the
     * time begins, one after the benchmark's call, with the operations counted so far, and one at the loop's end. See {@code generateAverageTime} and
     * {@code generateThroughput} in {@code org.openjdk.jmh.generators.core.BenchmarkGenerator}: the loop's first variable counts.
     */
    private static final class InjectedLoop extends MethodVisitor {
        private static final Pattern NAME = Pattern.compile("(.+)_(avgt|thrpt)_jmhStub");
        private static final Type RESULTS = Type.getObjectType("org/openjdk/jmh/results/RawResults");
        private static final int RESULTS_PLACE = 1;
        private static final int NONE = -1;

        private final String benchmark;
        private int operations = NONE;

        InjectedLoop(MethodVisitor loop, String name) {
            super(Opcodes.ASM9, loop);
            Matcher matcher = NAME.matcher(name);
            benchmark = matcher.matches() ? matcher.group(1) : "";
        }

        /** Whether a method is such a loop, whose arguments are where they are expected. */
        static boolean isLoop(String name, String descriptor) {
            Type[] arguments = Type.getArgumentTypes(descriptor);
            return NAME.matcher(name).matches()
                    && arguments.length > RESULTS_PLACE
                    && arguments[RESULTS_PLACE].equals(RESULTS);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            call("iterationBegins");
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            if (opcode == Opcodes.LSTORE && operations == NONE) {
                operations = variable;
            }
            super.visitVarInsn(opcode, variable);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals(benchmark)) {
                super.visitVarInsn(Opcodes.LLOAD, operations);
                call("after", Type.LONG_TYPE);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                super.visitVarInsn(Opcodes.ALOAD, RESULTS_PLACE);
                call("iterationEnded", RESULTS);
            }
            super.visitInsn(opcode);
        }

        private void call(String name, Type... arguments) {
            String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, arguments);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, EXTRA_WORK, name, descriptor, false);
        }
    }
}
