package dev.callcost.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The Java agent that lets a fork count its work. {@link Work} and {@link Chance} are on the boot class path. A class
 * loader that nothing else uses has the transformer, so that a benchmark does not see the library that changes classes.
 */
public final class WorkAgent {
    /** Between the parts of its argument: the transformer's jar, the seed, and whether the JDK counts. */
    public static final String SEPARATOR = ";";

    private static final String TRANSFORMER = "dev.callcost.work.CountingTransformer";

    private WorkAgent() {}

    public static void premain(String argument, Instrumentation jvm) throws Exception {
        String[] parts = argument.split(SEPARATOR);
        URL[] urls = {new File(parts[0]).toURI().toURL()};
        ClassLoader own = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        long seed = Long.parseLong(parts[1]);
        own.loadClass(TRANSFORMER)
                .getMethod("begin", Instrumentation.class, long.class, boolean.class)
                .invoke(null, jvm, seed, Boolean.valueOf(parts[2]));
    }
}
