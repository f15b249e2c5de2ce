package dev.callcost.work;

import dev.callcost.agent.Work;
import dev.callcost.agent.WorkCount;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs counted classes of a test in this JVM, each run with counts of its own. */
final class CountedRun {
    private final ClassLoader tools;
    private final Classes classes;
    private final Class<?> work;

    /** @param files class files by their names, with a class {@code A} that is a {@link Runnable} */
    CountedRun(Map<String, byte[]> files, long seed) throws ReflectiveOperationException, IOException {
        List<URL> urls = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(":")) {
            urls.add(new File(path).toURI().toURL());
        }
        tools = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        work = tools.loadClass(Work.class.getName());
        work.getMethod("begin").invoke(null);
        classes = new Classes(tools, files, seed);
    }

    Runnable operation() throws ReflectiveOperationException {
        Constructor<?> constructor = classes.loadClass("A").getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Runnable) constructor.newInstance();
    }

    /** The windows of operations that a thread of their own runs. */
    List<WorkCount> windows(Runnable operation, int operations) throws Exception {
        Runnable enter = method("enter");
        Runnable exit = method("exit");
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(() -> {
            for (int n = 0; n < operations; n++) {
                enter.run();
                operation.run();
                exit.run();
            }
        });
        thread.setUncaughtExceptionHandler((it, failure) -> failures.add(failure));
        thread.start();
        thread.join();
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0));
        }
        return windows();
    }

    List<WorkCount> windows() throws ReflectiveOperationException {
        List<String> lines = new ArrayList<>();
        for (Object window : (List<?>) work.getMethod("windows").invoke(null)) {
            for (Object line : (List<?>) window.getClass().getMethod("lines").invoke(window)) {
                lines.add((String) line);
            }
        }
        return WorkCount.read(lines);
    }

    List<?> uncounted() throws ReflectiveOperationException {
        return (List<?>) work.getMethod("uncounted").invoke(null);
    }

    private Runnable method(String name) {
        return () -> {
            try {
                work.getMethod(name).invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static final class Classes extends ClassLoader {
        private final Map<String, byte[]> files;
        private final Object transformer;

        Classes(ClassLoader tools, Map<String, byte[]> files, long seed) throws ReflectiveOperationException {
            super(tools);
            this.files = files;
            transformer = tools.loadClass(CountingTransformer.class.getName())
                    .getConstructor(long.class, boolean.class)
                    .newInstance(seed, false);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name + ".class");
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            try {
                byte[] changed = (byte[]) transformer
                        .getClass()
                        .getMethod(
                                "transform",
                                ClassLoader.class,
                                String.class,
                                Class.class,
                                java.security.ProtectionDomain.class,
                                byte[].class)
                        .invoke(transformer, this, name, null, null, file);
                byte[] defined = changed == null ? file : changed;
                return defineClass(name, defined, 0, defined.length);
            } catch (ReflectiveOperationException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
