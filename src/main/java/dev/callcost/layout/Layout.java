package dev.callcost.layout;

import dev.callcost.launch.JmhJar;
import dev.callcost.text.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Turns what a user names into a jar that forks of JMH run from. A jar with all that it needs stays as it is. All else
 * becomes a class path, and a jar that only names its parts.
 *
 * @param folder for the files that are made; its name may be that of a side, of equal lengths, because a path takes
 *     memory in the JVM
 * @param notes takes a line for each decision that the user may want to check
 */
public record Layout(Path folder, Consumer<String> notes) {
    private static final String LIST = "META-INF/BenchmarkList";

    /** What forks of JMH run. */
    private static final String JMH = "org/openjdk/jmh/runner/ForkedMain.class";

    /** Where builds copy libraries to: scripts, Gradle's distributions, Maven's dependency plugin. */
    private static final List<String> LIBRARIES = List.of("lib", "libs", "dependency", "dependencies", "../lib");

    // Spring Boot's jar and a war have classes in a folder, and libraries as jars
    private static final Pattern CLASSES = Pattern.compile("(BOOT-INF|WEB-INF)/classes/(.+)");
    private static final Pattern LIBRARY = Pattern.compile("(BOOT-INF|WEB-INF)/lib[^/]*/([^/]+\\.jar)");

    /** The plugin for Maven leaves JMH's list there; a manifest and signatures are those of the outer jar. */
    private static final Pattern OUTER = Pattern.compile("META-INF/(?!MANIFEST\\.MF|[^/]*\\.(SF|RSA|DSA|EC)$).+");

    private static final byte[] ZIP = {'P', 'K'};
    private static final byte[] JMOD = {'J', 'M'};

    /**
     * @param named a jar, a folder of classes, a file with a class path, or several of them with {@code :} between them
     * @param dependencies whose versions replace those that it has
     * @param versions of the dependencies on all sides; what one of them has does not stay
     * @throws CommandException (bad file) when it is none of these, has no benchmarks, or lacks JMH; (usage) when it
     *     does not have a dependency
     */
    public JmhJar jar(Path named, List<Dependency> dependencies, List<Dependency> versions) {
        return jar(named, dependencies, versions, null);
    }

    /**
     * A jar that stays when a folder is gone.
     *
     * @param named see {@link #jar}
     * @param vanishing a folder whose jars are copied
     * @return a jar in {@link #folder}, which has the copies and can be moved with these
     */
    public Path keep(Path named, Path vanishing) {
        return jar(named, List.of(), List.of(), vanishing).path();
    }

    private JmhJar jar(Path named, List<Dependency> dependencies, List<Dependency> versions, Path vanishing) {
        try {
            boolean isOneJar = Files.isRegularFile(named) && begins(named, ZIP);
            if (isOneJar && vanishing == null && dependencies.isEmpty() && !hasNested(named)) {
                List<Path> alone = List.of(named);
                if (!finds(alone, LIST) || finds(alone, JMH)) {
                    return new JmhJar(named);
                }
            }
            Files.createDirectories(folder);
            List<Path> parts = complete(named, parts(named));
            String name = named.toString();
            for (Dependency dependency : dependencies) {
                parts = new ReplacedDependency(dependency, versions, folder).in(parts, name, notes);
                name += " with " + dependency;
            }
            return new JmhJar(PathingJar.write(folder, parts, vanishing), name);
        } catch (IOException e) {
            throw CommandException.badFile(named + ": cannot be read as a jar: " + e.getMessage());
        }
    }

    /**
     * Whether a jar has classes within it that must be unpacked, as Spring Boot's have; false where it cannot be read.
     */
    public static boolean hasNestedJars(Path jar) {
        try {
            return hasNested(jar);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a jar that lacks JMH at its top has other jars or folders of classes within it. */
    private static boolean hasNested(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.getEntry(JMH) == null && zip.stream().anyMatch(Layout::isNested);
        }
    }

    private static boolean isNested(ZipEntry entry) {
        return CLASSES.matcher(entry.getName()).matches()
                || LIBRARY.matcher(entry.getName()).matches();
    }

    /** Unpacks nested jars, and returns their class path: a folder, and jars in their order in the jar. */
    private List<Path> unpacked(Path jar) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("nested-classes"));
        List<Path> parts = new ArrayList<>(List.of(classes));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(it -> !it.isDirectory()).toList()) {
                Matcher own = CLASSES.matcher(entry.getName());
                Matcher library = LIBRARY.matcher(entry.getName());
                if (own.matches()) {
                    write(zip, entry, within(classes, own.group(2)));
                } else if (library.matches()) {
                    Path path = within(folder.resolve("nested-lib-" + parts.size()), library.group(2));
                    write(zip, entry, path);
                    parts.add(path);
                } else if (OUTER.matcher(entry.getName()).matches()) {
                    write(zip, entry, within(classes, entry.getName()));
                }
            }
        }
        return parts;
    }

    private static Path within(Path folder, String name) {
        Path path = folder.resolve(name).normalize();
        if (!path.startsWith(folder)) {
            throw CommandException.badFile("a jar has the name " + name + ", which leaves its folder");
        }
        return path;
    }

    private static void write(ZipFile zip, ZipEntry entry, Path path) throws IOException {
        Files.createDirectories(path.getParent());
        if (!Files.exists(path)) {
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, path);
            }
        }
    }

    private static boolean begins(Path file, byte[] mark) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(mark.length), mark);
        }
    }

    /** Whether a JVM finds a file on a class path. */
    private static boolean finds(List<Path> parts, String file) throws IOException {
        URL[] urls = new URL[parts.size()];
        for (int part = 0; part < urls.length; part++) {
            urls[part] = parts.get(part).toUri().toURL();
        }
        try (URLClassLoader files = new URLClassLoader(urls, null)) {
            return files.findResource(file) != null;
        }
    }

    private List<Path> parts(Path named) throws IOException {
        if (Files.isDirectory(named)) {
            Path main = named.resolveSibling("classes");
            boolean isMavensTests = "test-classes".equals(String.valueOf(named.getFileName()));
            return isMavensTests && Files.isDirectory(main) ? List.of(named, main) : List.of(named);
        }
        if (!Files.exists(named)) {
            return severalParts(named);
        }
        if (begins(named, JMOD)) {
            throw CommandException.badFile(
                    named + ": a jmod is for a module path, and JMH runs its forks from a class path: name the jar");
        }
        if (!begins(named, ZIP)) {
            List<Path> parts = new ArrayList<>();
            for (Path part : ClassPathFile.read(named)) {
                if (Files.isDirectory(part) || begins(part, ZIP)) { // a JVM ignores other files
                    parts.add(part);
                }
            }
            return parts;
        }
        if (hasNested(named)) {
            return unpacked(named);
        }
        return Stream.concat(Stream.of(named), new JmhJar(named).classPath().stream())
                .toList();
    }

    private List<Path> severalParts(Path named) throws IOException {
        String[] words = named.toString().split(File.pathSeparator);
        if (words.length == 1) {
            throw CommandException.badFile(named + ": no such jar");
        }
        List<Path> parts = new ArrayList<>();
        for (String word : words) {
            if (!word.isEmpty()) {
                parts.addAll(parts(Path.of(word)));
            }
        }
        return parts;
    }

    /** With the libraries in a folder next to it, where JMH is among these alone. */
    private List<Path> complete(Path named, List<Path> parts) throws IOException {
        if (!finds(parts, LIST)) {
            throw CommandException.badFile(named + ": has no " + LIST + ", which JMH's annotation processor writes"
                    + " where benchmarks are compiled");
        }
        if (finds(parts, JMH)) {
            return parts;
        }
        for (String libraries : LIBRARIES) {
            Path beside = named.toAbsolutePath().resolveSibling(libraries).normalize();
            Optional<List<Path>> jars = ClassPathFile.jarsIn(beside);
            if (jars.isPresent()) {
                List<Path> all =
                        Stream.concat(parts.stream(), jars.get().stream()).toList();
                if (finds(all, JMH)) {
                    notes.accept(
                            named + " names no class path with JMH. Its libraries are the jars of " + beside + ".");
                    return all;
                }
            }
        }
        throw CommandException.badFile(named + ": needs its class path, which has no JMH: name it as " + named
                + File.pathSeparator + "FILE, with a FILE that mvn dependency:build-classpath -Dmdep.outputFile=FILE"
                + " or a task of Gradle writes");
    }
}
