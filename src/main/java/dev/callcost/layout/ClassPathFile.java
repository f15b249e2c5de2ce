package dev.callcost.layout;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A text file with a class path as build tools print it, or with the arguments of a java that runs with it. */
final class ClassPathFile {
    /** In a file of arguments a class path follows an option, and may be in quotes. */
    private static final Pattern OPTION =
            Pattern.compile("(?:^|\\s)(?:-cp|-classpath|--class-path)[\\s=]+(?:\"([^\"]*)\"|'([^']*)'|(\\S+))");

    private static final Pattern QUOTES = Pattern.compile("^[\"']|[\"']$");
    private static final String ALL_JARS = "*";

    private ClassPathFile() {}

    /**
     * The parts of the class path that exist. A JVM ignores a folder that does not exist, and builds name such folders.
     * Relative paths begin at the folder of the file or at the current one.
     *
     * @throws CommandException (bad file) when it names a jar that does not exist, or nothing that exists
     */
    static List<Path> read(Path file) throws IOException {
        List<String> words = words(text(file));
        List<Path> parts = new ArrayList<>();
        for (String word : words) {
            List<Path> found = found(word, file);
            if (found.isEmpty() && word.endsWith(".jar")) {
                throw CommandException.badFile(file + ": names " + word + ", which does not exist: build it again");
            }
            parts.addAll(found);
        }
        if (parts.isEmpty()) {
            throw CommandException.badFile(
                    file + ": is neither a jar nor a class path as build tools print it: it names no file that exists");
        }
        return parts;
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw CommandException.badFile(file + ": is neither a jar nor a text file with a class path");
        }
    }

    /** A class path with semicolons may have colons after the letters of drives. */
    static List<String> words(String text) {
        Matcher option = OPTION.matcher(text);
        String classPath = text;
        if (option.find()) {
            classPath = Stream.of(1, 2, 3)
                    .map(option::group)
                    .filter(it -> it != null)
                    .findFirst()
                    .orElseThrow();
            classPath = option.group(1) == null ? classPath : classPath.replace("\\\\", "\\");
        }
        return Stream.of(classPath.split(classPath.contains(";") ? "[;\\n]" : "[:\\n]"))
                .map(word -> QUOTES.matcher(word.strip()).replaceAll(""))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static List<Path> found(String word, Path file) throws IOException {
        boolean isAllJars = word.endsWith(ALL_JARS);
        String name = isAllJars ? word.substring(0, word.length() - 1) : word;
        try {
            for (Path path : List.of(file.toAbsolutePath().resolveSibling(name), Path.of(name))) {
                if (isAllJars) {
                    Optional<List<Path>> jars = jarsIn(path);
                    if (jars.isPresent()) {
                        return jars.get();
                    }
                } else if (Files.exists(path)) {
                    return List.of(path);
                }
            }
        } catch (InvalidPathException e) {
            // as good as a path that does not exist
        }
        return List.of();
    }

    /** The jars of a folder in the order of their names; empty where it is none or has none. */
    static Optional<List<Path>> jarsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> jars =
                    files.filter(it -> it.toString().endsWith(".jar")).sorted().toList();
            return jars.isEmpty() ? Optional.empty() : Optional.of(jars);
        }
    }
}
