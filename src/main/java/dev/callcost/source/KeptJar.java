package dev.callcost.source;

import dev.callcost.launch.JmhJar;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Jars that stay when the folder that they were built in is gone. */
final class KeptJar {
    private KeptJar() {}

    /**
     * Copies a jar, and what its manifest names in its checkout. The folders keep their layout, so that relative paths
     * lead to the copies. What the manifest names elsewhere, such as in the local Maven repository, stays there.
     *
     * @param checkout the folder that will be gone
     * @param folder does not exist
     * @param name of the copy
     * @return the copy
     * @throws CommandException (bad file) when a file cannot be copied, or the manifest has absolute paths into the
     *     checkout
     */
    static Path keep(Path jar, Path checkout, Path folder, String name) {
        List<Path> named = new JmhJar(jar).classPath();
        List<Path> moved =
                named.stream().filter(other -> other.startsWith(checkout)).toList();
        try {
            Path root = common(jar, moved);
            Path kept = folder.resolve(root.relativize(jar)).resolveSibling(name);
            copy(jar, kept);
            for (Path other : moved) {
                copyTree(other, folder.resolve(root.relativize(other)));
            }
            List<Path> found = new JmhJar(kept).classPath();
            if (found.size() != named.size() || found.stream().anyMatch(other -> other.startsWith(checkout))) {
                throw CommandException.badFile("the manifest of " + jar
                        + " names jars by paths that lead nowhere from a copy: build one jar with all classes");
            }
            return kept;
        } catch (IOException e) {
            throw CommandException.badFile("cannot copy " + jar + " to " + folder + ": " + e.getMessage());
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
        List<Path> files = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(from)) {
            tree.filter(Files::isRegularFile).forEach(files::add);
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
