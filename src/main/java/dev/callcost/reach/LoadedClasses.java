package dev.callcost.reach;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** What each JVM of JMH loads that runs a benchmark. */
    private static final String FORK = "org.openjdk.jmh.runner.ForkedMain source: ";

    /** Where a class was loaded from by the fork's JVM, by its name as class files have it. */
    private final Map<String, List<String>> byFork = new HashMap<>();

    /** Where a class was loaded from by any other JVM, by its name as class files have it. */
    private final Map<String, List<String>> byOthers = new HashMap<>();

    private boolean isForkKnown;

    /** Reads the logs in a folder. */
    LoadedClasses(Path folder) throws IOException {
        List<Path> logs;
        try (Stream<Path> files = Files.list(folder)) {
            logs = files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        for (Path log : logs) {
            // a JVM that still runs may be writing a line
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            boolean isFork = lines.stream().anyMatch(line -> line.startsWith(FORK));
            isForkKnown |= isFork;
            lines.stream()
                    .map(LINE::matcher)
                    .filter(Matcher::matches)
                    .forEach(line -> (isFork ? byFork : byOthers)
                            .computeIfAbsent(line.group(1).replace('.', '/'), it -> new ArrayList<>())
                            .add(line.group(3)));
        }
    }

    /**
     * The JVM argument that logs classes to a folder. JMH gives it to a fork twice; with options for the file a JVM
     * would warn of that.
     */
    static String argument(Path folder) {
        return "-Xlog:class+load:file=" + folder.resolve(PREFIX + "%p") + ":none";
    }

    /** Whether the fork's JVM logs its classes. */
    boolean isForkKnown() {
        return isForkKnown;
    }

    /** Whether another JVM logged classes of a class path. */
    boolean isAnyOther() {
        return byOthers.values().stream().flatMap(List::stream).anyMatch(source -> source.startsWith(FILE));
    }

    Set<String> names() {
        Set<String> names = new HashSet<>(byFork.keySet());
        names.addAll(byOthers.keySet());
        return names;
    }

    /**
     * Whether a class came from another file than a jar. A class loader that tells no place read it from somewhere,
     * most likely the class path.
     */
    boolean isFromElsewhere(String name, Path jar) {
        return Stream.of(byFork, byOthers)
                .flatMap(sources -> sources.getOrDefault(name, List.of()).stream())
                .anyMatch(source ->
                        source.startsWith(FILE) && !source.endsWith(jar.toUri().getRawPath()));
    }

    /** Whether a class was loaded by another JVM than the fork's, or more than once. */
    boolean isLoadedByOthers(String name) {
        return byOthers.containsKey(name) || byFork.get(name).size() > 1;
    }
}
