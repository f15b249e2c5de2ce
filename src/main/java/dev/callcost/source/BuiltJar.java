package dev.callcost.source;

import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.openjdk.jmh.runner.BenchmarkList;

/**
 * A jar with benchmarks that a build made.
 *
 * @param place relative to the project's folder
 * @param benchmarks what JMH's annotation processor listed
 * @param runs whether JMH is there too, in it or in a jar that its manifest names
 * @param isKept whether the file was made of what the build left, and stays when that is gone
 */
record BuiltJar(Path place, Path file, String benchmarks, boolean runs, boolean isKept) {
    private static final String LIST = BenchmarkList.BENCHMARK_LIST.substring(1);
    private static final String JMH = "org/openjdk/jmh/runner/ForkedMain.class";
    private static final String ENDING = ".jar";

    static boolean isJar(Path file) {
        return file.toString().endsWith(ENDING);
    }

    /** The jar in a file; empty when it has no benchmarks, or is no jar. */
    static Optional<BuiltJar> of(Path project, Path file) {
        StringBuilder lists = new StringBuilder();
        try (URLClassLoader resources =
                new URLClassLoader(new URL[] {file.toUri().toURL()}, null)) {
            for (URL list : Collections.list(resources.getResources(LIST))) {
                lists.append(text(list));
            }
            return lists.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new BuiltJar(
                            project.relativize(file),
                            file,
                            lists.toString(),
                            resources.findResource(JMH) != null,
                            false));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The jar that was made of what a build left at a place. */
    static BuiltJar kept(Path place, Path made) {
        BuiltJar jar = of(made.getParent(), made).orElseThrow();
        return new BuiltJar(place, made, jar.benchmarks, true, true);
    }

    /** Past the JVM's cache of open jars, which would keep a jar that a later build replaces. */
    private static String text(URL list) throws IOException {
        URLConnection connection = list.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            if (connection instanceof JarURLConnection jar) {
                jar.getJarFile().close();
            }
        }
    }

    boolean isWhole() {
        return new JmhJar(file).classPath().isEmpty();
    }

    /** The folder of the module, without the folders that builds write to. */
    static String module(String key) {
        int end = key.lastIndexOf('/');
        return end < 0 ? "" : key.substring(0, end).replaceFirst("(^|/)(target|build)(/.*)?$", "");
    }

    /** Its place without versions and without the ending: jars of both sides with one key belong together. */
    String key() {
        return JarPair.withoutVersion(place.toString().replace('\\', '/'));
    }
}
