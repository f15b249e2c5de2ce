package dev.callcost.source;

import dev.callcost.layout.Layout;
import dev.callcost.text.CommandException;
import dev.callcost.text.Progress;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the jars with benchmarks that a build made.
 *
 * @param side for messages, such as {@code base 3f2a91c}
 * @param project the folder that was built in
 * @param checkout the folder that will be gone, with the project's in it
 * @param made receives jars that stand for other layouts
 */
record JarSearch(String side, Path project, Path checkout, Path made, Progress progress) {
    private static final String ANY_FOLDERS = "**/";
    private static final Set<String> NO_BUILDS = Set.of(".git", "node_modules");
    private static final int MOST_NAMED = 3;

    /** The jars by their keys: of several builds of one jar the newest, of a thin and a shaded one that which runs. */
    SortedMap<String, BuiltJar> find(List<String> globs) {
        List<String> named = globs.stream().filter(this::isLayout).toList();
        List<PathMatcher> matchers = globs.stream()
                .filter(glob -> !named.contains(glob))
                .flatMap(glob -> matchers(glob).stream())
                .toList();
        Map<Path, FileTime> files = files();
        List<BuiltJar> found = Stream.concat(
                        named.stream().map(this::laidOut),
                        files.keySet().stream()
                                .filter(file ->
                                        matchers.stream().anyMatch(glob -> glob.matches(project.relativize(file))))
                                .flatMap(file -> found(file).stream()))
                .toList();
        if (found.stream().noneMatch(BuiltJar::runs)) {
            throw nothing(globs, matchers, files, found);
        }
        SortedMap<String, BuiltJar> chosen = new TreeMap<>();
        found.stream()
                .filter(BuiltJar::runs)
                .collect(Collectors.groupingBy(
                        jar -> Optional.ofNullable(jar.place().getParent()), LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(folder -> distinct(newest(folder, files)).forEach(jar -> chosen.put(jar.key(), jar)));
        return chosen;
    }

    /** Whether a word names no jars: a folder of classes, a file with a class path, or parts of one. */
    private boolean isLayout(String word) {
        if (word.contains(File.pathSeparator)) {
            return true;
        }
        try {
            Path file = project.resolve(word);
            return Files.isDirectory(file) || Files.isRegularFile(file) && !BuiltJar.isJar(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private BuiltJar laidOut(String word) {
        String absolute = Stream.of(word.split(File.pathSeparator))
                .map(part -> project.resolve(part).toString())
                .collect(Collectors.joining(File.pathSeparator));
        return kept(Path.of(word), Path.of(absolute));
    }

    private BuiltJar kept(Path place, Path named) {
        Path folder = made.resolve(place.toString().replaceAll("\\W+", "-"));
        return BuiltJar.kept(place, new Layout(folder, progress::tell).keep(named, checkout));
    }

    /** A jar that runs as it is, or one that runs with the libraries next to it or within it. */
    private Optional<BuiltJar> found(Path file) {
        Optional<BuiltJar> jar = BuiltJar.of(project, file);
        if (jar.isPresent() ? jar.get().runs() : !Layout.hasNestedJars(file)) {
            return jar;
        }
        try {
            return Optional.of(kept(project.relativize(file), file));
        } catch (CommandException e) {
            return jar;
        }
    }

    /** A folder that is built in again and again keeps the jars of earlier versions. */
    private static Collection<BuiltJar> newest(List<BuiltJar> folder, Map<Path, FileTime> files) {
        Map<String, BuiltJar> newest = new TreeMap<>();
        folder.stream()
                .sorted(Comparator.comparing(
                        jar -> files.getOrDefault(jar.file(), FileTime.fromMillis(Long.MAX_VALUE))))
                .forEach(jar -> newest.put(jar.key(), jar));
        return newest.values();
    }

    /** Of jars with the same benchmarks the one that needs no other jar, and then that with the shortest name. */
    private static Collection<BuiltJar> distinct(Collection<BuiltJar> folder) {
        Map<String, BuiltJar> distinct = new TreeMap<>();
        folder.stream()
                .sorted(Comparator.comparing((BuiltJar jar) -> !jar.isWhole())
                        .thenComparing(jar -> jar.key().length())
                        .thenComparing(BuiltJar::key))
                .forEach(jar -> distinct.putIfAbsent(jar.benchmarks(), jar));
        return distinct.values();
    }

    /**
     * As in shells and Gradle, two stars and a slash also stand for no folder at all.
     *
     * @throws CommandException (usage) for what is no glob, or not relative to the project's folder
     */
    static List<PathMatcher> matchers(String glob) {
        if (Path.of(glob.replaceAll("[*?\\[\\]{}]", "x")).isAbsolute() || glob.startsWith("../")) {
            throw CommandException.usage("compare: --jar " + glob + ": name it relative to the folder of --project");
        }
        try {
            return variants(glob.replaceFirst("^(\\./)+", ""))
                    .map(it -> FileSystems.getDefault().getPathMatcher("glob:" + it))
                    .toList();
        } catch (PatternSyntaxException e) {
            throw CommandException.usage("compare: --jar " + glob + ": no glob (" + e.getDescription() + ")");
        }
    }

    private static Stream<String> variants(String glob) {
        int at = glob.indexOf(ANY_FOLDERS);
        if (at < 0) {
            return Stream.of(glob);
        }
        String before = glob.substring(0, at);
        return variants(glob.substring(at + ANY_FOLDERS.length()))
                .flatMap(rest -> Stream.of(before + ANY_FOLDERS + rest, before + rest));
    }

    private Map<Path, FileTime> files() {
        Map<Path, FileTime> jars = new TreeMap<>();
        try {
            Files.walkFileTree(project, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NO_BUILDS.contains(String.valueOf(folder.getFileName()))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (BuiltJar.isJar(file) && attributes.isRegularFile()) {
                        jars.put(file, attributes.lastModifiedTime());
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw CommandException.badFile(project + ": cannot be read: " + e.getMessage());
        }
        return jars;
    }

    private CommandException nothing(
            List<String> globs, List<PathMatcher> matchers, Map<Path, FileTime> files, List<BuiltJar> found) {
        String named = "--jar " + String.join(" --jar ", globs);
        if (!found.isEmpty()) {
            return CommandException.usage(
                    "compare: " + side + ": " + found.get(0).place()
                            + " has benchmarks, but neither it nor its Class-Path has JMH itself: let " + named
                            + " find the jar that java -jar runs");
        }
        List<Path> matched = new ArrayList<>(files.keySet());
        matched.removeIf(file -> matchers.stream().noneMatch(glob -> glob.matches(project.relativize(file))));
        String what = matched.isEmpty()
                ? "no jar matches " + named
                : named + " finds jars without benchmarks only, such as " + project.relativize(matched.get(0));
        String near = files.entrySet().stream()
                .sorted(Map.Entry.<Path, FileTime>comparingByValue().reversed())
                .flatMap(file -> BuiltJar.of(project, file.getKey()).stream())
                .limit(MOST_NAMED)
                .map(jar -> jar.place().toString())
                .collect(Collectors.joining(", "));
        return CommandException.usage("compare: " + side + ": after the build " + what + " in " + project + "; "
                + (near.isEmpty()
                        ? "no jar in this folder has benchmarks"
                        : "the newest jars with benchmarks: " + near));
    }
}
