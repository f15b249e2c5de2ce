package dev.callcost.work;

import dev.callcost.agent.Probes;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.PlannedRow;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds rows whose benchmarks take JMH's {@code Control}. Mode SingleShotTime tells them to stop from the first
 * operation on, so they must keep their mode.
 */
final class ControlledRows {
    private static final String CONTROL = "Lorg/openjdk/jmh/infra/Control;";

    private ControlledRows() {}

    /** @throws IOException when the jar cannot be read */
    static boolean has(JarCopy jar, PlannedRow row) throws IOException {
        List<URL> urls = new ArrayList<>();
        urls.add(jar.path().toUri().toURL());
        for (Path other : jar.others()) {
            urls.add(other.toUri().toURL());
        }
        try (URLClassLoader files = new URLClassLoader(urls.toArray(URL[]::new), null)) {
            return has(files, row);
        }
    }

    /** @param files the class loader that finds the row's class files */
    static boolean has(ClassLoader files, PlannedRow row) throws IOException {
        String file = row.generatedClass().replace('.', '/') + Probes.CLASS_FILE;
        try (InputStream classFile = files.getResourceAsStream(file)) {
            if (classFile == null) {
                return false;
            }
            Finder finder = new Finder();
            new ClassReader(classFile).accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return finder.isFound;
        }
    }

    private static final class Finder extends ClassVisitor {
        private boolean isFound;

        Finder() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String stub, String descriptor, String signature, String[] exceptions) {
            String benchmark = StubBrackets.benchmark(stub);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
                    isFound |= StubBrackets.isBenchmark(owner, name, benchmark) && type.contains(CONTROL);
                }
            };
        }
    }
}
