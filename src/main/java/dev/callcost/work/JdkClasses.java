package dev.callcost.work;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which classes of the JDK count where it does, and those among them that a JVM has loaded before it began to count.
 */
final class JdkClasses {
    private static final String[] JDK = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};

    /**
     * Beginnings of internal names: what {@code agent.Work} calls to know its thread and its bytes, what the JVM enters
     * by itself, and what links code at a moment that depends on the JVM.
     */
    private static final String[] UNCOUNTED = {
        "java/lang/Thread",
        "java/lang/VirtualThread",
        "java/lang/BaseVirtualThread",
        "java/lang/ref/",
        "java/lang/invoke/",
        "java/lang/constant/",
        "java/lang/classfile/",
        "java/lang/instrument/",
        "java/lang/management/",
        "jdk/internal/misc/",
        "jdk/internal/vm/",
        "jdk/internal/reflect/",
        "jdk/internal/event/",
        "jdk/internal/foreign/",
        "jdk/internal/classfile/",
        "jdk/internal/org/objectweb/",
        "sun/instrument/",
        "sun/invoke/",
        "sun/management/",
        "com/sun/management/",
    };

    private static final String THREAD_LOCAL = "java/lang/ThreadLocal";

    private JdkClasses() {}

    /** Whether a class is of the JDK, by its internal name. */
    static boolean isJdk(String type) {
        for (String prefix : JDK) {
            if (type.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class of the JDK counts, by its internal name. */
    static boolean isCounted(String type) {
        if (!isJdk(type)) {
            return false;
        }
        for (String beginning : UNCOUNTED) {
            if (type.startsWith(beginning)) {
                return type.startsWith(THREAD_LOCAL);
            }
        }
        return true;
    }

    /**
     * Lets loaded classes pass the transformer, until there are no new ones: those that the transformer loads itself
     * are not offered to it.
     */
    static void count(Instrumentation jvm) throws UnmodifiableClassException {
        Set<Class<?>> done = new HashSet<>();
        List<Class<?>> open;
        do {
            open = new ArrayList<>();
            for (Class<?> type : jvm.getAllLoadedClasses()) {
                if (isOfJdk(type)
                        && jvm.isModifiableClass(type)
                        && isCounted(type.getName().replace('.', '/'))
                        && done.add(type)) {
                    open.add(type);
                }
            }
            jvm.retransformClasses(open.toArray(new Class<?>[0]));
        } while (!open.isEmpty());
    }

    private static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return !type.isArray() && (loader == null || loader == ClassLoader.getPlatformClassLoader());
    }
}
