package dev.callcost.work;

import dev.callcost.agent.Chance;
import dev.callcost.agent.Work;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.List;

/**
 * Lets classes count as a fork loads them, from whatever jar, folder or class loader. {@code agent.WorkAgent} loads
 * this class by a class loader that nothing else uses.
 *
 * <p>It is done when classes are loaded, and not once in a copy of the jar, for three reasons: the JDK's seeds can be
 * pinned by an agent alone, only loaded classes cost time, and what cannot count is known for each row.
 */
public final class CountingTransformer implements ClassFileTransformer {
    private final long seed;
    private final boolean hasJdk;

    /**
     * Changes a class file in vain. All classes that this needs are then linked: a class that is first needed while it
     * is offered to this transformer could never be linked, and nobody would be told.
     *
     * @param hasJdk whether classes of the JDK count too
     */
    public CountingTransformer(long seed, boolean hasJdk) throws IOException {
        this.seed = seed;
        this.hasJdk = hasJdk;
        try (InputStream own = getClass().getResourceAsStream(getClass().getSimpleName() + ".class")) {
            byte[] classFile = own.readAllBytes();
            counted(new CountedClass(classFile, false, seed, List::size));
            counted(new CountedClass(classFile, true, seed, List::size));
            StubBrackets.of(classFile);
            PinnedJdk.of(classFile, seed);
            transform(null, Chance.SEEDED, null, null, classFile);
        }
    }

    /** Begins to pin and to count in a JVM; the parameters are those of the constructor. */
    public static void begin(Instrumentation jvm, long seed, boolean hasJdk)
            throws IOException, UnmodifiableClassException {
        jvm.addTransformer(new CountingTransformer(seed, hasJdk), true);
        Chance.pin(seed, jvm);
        if (hasJdk) {
            Work.addJdk();
            JdkClasses.count(jvm);
        }
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        boolean wasInside = Work.pause();
        try {
            return name == null || loader == getClass().getClassLoader()
                    ? null
                    : changed(loader, name, redefined != null, classFile);
        } catch (RuntimeException | LinkageError e) {
            Work.isUncounted(name.replace('/', '.'));
            return null;
        } finally {
            Work.resume(wasInside);
        }
    }

    /** Null for a class that stays as it is. */
    private byte[] changed(ClassLoader loader, String name, boolean isAgain, byte[] classFile) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            return changedJdk(name, classFile);
        }
        return isAgain || isOfTools(name) || isMadeByJdk(name) ? null : changedApplication(name, classFile);
    }

    private byte[] changedJdk(String name, byte[] classFile) {
        byte[] pinned = Chance.isPinned(name) ? PinnedJdk.of(classFile, seed) : null;
        return hasJdk && JdkClasses.isCounted(name)
                ? counted(new CountedClass(pinned == null ? classFile : pinned, true, seed, Work::add))
                : pinned;
    }

    /** JMH's classes, what it generated, and this suite's agents are no work of a benchmark. */
    private static boolean isOfTools(String name) {
        return name.startsWith("org/openjdk/jmh/")
                || name.startsWith("dev/callcost/agent/")
                || name.startsWith("dev/callcost/work/")
                || name.contains("/jmh_generated/") && !StubBrackets.isStub(name);
    }

    /** Proxies and what reflection uses when a method is called often: other JDKs make others. */
    private static boolean isMadeByJdk(String name) {
        return name.startsWith("jdk/") || name.startsWith("$Proxy", name.lastIndexOf('/') + 1);
    }

    private byte[] changedApplication(String name, byte[] classFile) {
        if (name.contains("/jmh_generated/")) {
            return StubBrackets.of(classFile);
        }
        CountedClass counted = new CountedClass(classFile, false, seed, Work::add);
        Work.addRelease(counted.release());
        return counted(counted);
    }

    private static byte[] counted(CountedClass type) {
        byte[] changed = type.classFile();
        type.tooLarge().forEach(Work::isUncounted);
        Work.addUncountedCalls(type.uncountedCalls());
        return changed;
    }
}
