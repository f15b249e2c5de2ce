package dev.callcost.source;

import dev.callcost.launch.JmhJar;
import dev.callcost.launch.JmhJar.JarPair;
import dev.callcost.text.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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

    /**
     * A copy that stays when the folder is gone that the jar was built in, with what its manifest names in its
     * checkout. The folders keep their layout, so that relative paths lead to the copies. What the manifest names
     * elsewhere, such as in the local Maven repository, stays there.
     *
     * @param checkout the folder that will be gone
     * @param folder for the copies; does not exist
     * @param name of the copy
     * @return the copy; of a jar that is kept the jar itself, renamed
     * @throws CommandException (bad file) when a file cannot be copied, or the manifest has absolute paths into the
     *     checkout
     */
    Path keep(Path checkout, Path folder, String name) {
        if (isKept) {
            return renamed(name.replace(File.pathSeparatorChar, '-'));
        }
        List<Path> named = new JmhJar(file).classPath();
        List<Path> moved =
                named.stream().filter(other -> other.startsWith(checkout)).toList();
        try {
            Path root = common(file, moved);
            Path kept = folder.resolve(root.relativize(file)).resolveSibling(name);
            copy(file, kept);
            for (Path other : moved) {
                copyTree(other, folder.resolve(root.relativize(other)));
            }
            List<Path> found = new JmhJar(kept).classPath();
            if (found.size() != named.size() || found.stream().anyMatch(other -> other.startsWith(checkout))) {
                throw CommandException.badFile("the manifest of " + file
                        + " names jars by paths that lead nowhere from a copy: build one jar with all classes");
            }
            return kept;
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + file + " to " + folder + ": " + e.getMessage());
        }
    }

    private Path renamed(String name) {
        try {
            return Files.move(file, file.resolveSibling(name));
        } catch (IOException e) {
            throw CommandException.badFile("cannot rename " + file + ": " + e.getMessage());
        }
    }

    /** The innermost folder of all files. */
    private static Path common(Path jar, List<Path> others) {
        Path root = jar.getParent();
        for (Path other : others) {
            while (!other.getParent().startsWith(root)) {
                root = root.getParent();
            }
        }
        return root;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(from)) {
            files = tree.filter(Files::isRegularFile).toList();
        }
        Files.createDirectories(Files.isDirectory(from) ? to : to.getParent());
        for (Path file : files) {
            copy(file, to.resolve(from.relativize(file).toString()));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        if (!Files.exists(to)) {
            Files.copy(from, to);
        }
    }
}
