package dev.callcost.reach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The classes that the JVMs of a fork loaded, as these log them: a file for each process. */
final class LoadedClasses {
    private static final String PREFIX = "classes-";

    /** A class, a number for one that is hidden, and where it is from. */
    private static final Pattern LINE = Pattern.compile("(\\S+?)([/+]0x\\S+)? source: (.*)");

    /** Before the path of a jar or a folder. */
    private static final String FILE = "file:";

    /** The places where a class was loaded from, by its name as class files have it. */
    private final Map<String, Set<String>> sources = new HashMap<>();

    /** Reads the logs in a folder. */
    LoadedClasses(Path folder) throws IOException {
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs = files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        for (Path log : logs) {
            // a JVM that still runs may be writing a line
            new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .map(LINE::matcher)
                    .filter(Matcher::matches)
                    .forEach(this::add);
        }
    }

    private void add(Matcher line) {
        sources.computeIfAbsent(line.group(1).replace('.', '/'), it -> new HashSet<>())
                .add(line.group(3));
    }

    /** The JVM argument that logs classes to a folder. */
    static String argument(Path folder) {
        return "-Xlog:class+load:file=" + folder.resolve(PREFIX + "%p") + ":none:filecount=0";
    }

    Set<String> names() {
        return sources.keySet();
    }

    /** Whether a class came from another file than a jar. A class loader that tells no place read it from somewhere, most likely the class path. */
    boolean isFromElsewhere(String name, Path jar) {
        return sources.get(name).stream()
                .anyMatch(source ->
                        source.startsWith(FILE) && !source.endsWith(jar.toUri().getRawPath()));
    }
}
