package dev.callcost.reach;

import dev.callcost.agent.Probes;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.JmhJar;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a class path, as a JVM of one release sees them. */
final class JarContent implements AutoCloseable {
    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d{1,9})/(.+)");

    /** The first release that reads entries for a version. */
    private static final int FIRST_VERSIONED = 9;

    private final List<JarFile> jars = new ArrayList<>();
    private final int release;

    /** By name without the folders of versions, those of one name in the order of the class path. */
    private final SortedMap<String, List<Entry>> entries = new TreeMap<>();

    /** A file of a jar or a folder. */
    private interface Entry {
        /** Its name in the jar, or in the folder. */
        String name();

        InputStream open() throws IOException;

        /** Whether another has the same bytes. */
        boolean equalsIn(Entry other) throws IOException;
    }

    /** Equal lengths and CRC-32 mean equal bytes, so that equal entries need not be read. */
    private record JarredFile(JarFile jar, JarEntry entry) implements Entry {
        @Override
        public String name() {
            return entry.getName();
        }

        @Override
        public InputStream open() throws IOException {
            return jar.getInputStream(entry);
        }

        @Override
        public boolean equalsIn(Entry other) throws IOException {
            return other instanceof JarredFile it
                    ? entry.getSize() == it.entry.getSize() && entry.getCrc() == it.entry.getCrc()
                    : other.equalsIn(this);
        }
    }

    private record LooseFile(Path folder, String name) implements Entry {
        @Override
        public InputStream open() throws IOException {
            return Files.newInputStream(folder.resolve(name));
        }

        @Override
        public boolean equalsIn(Entry other) throws IOException {
            return equals(other) || Arrays.equals(bytes(this), bytes(other));
        }
    }

    /**
     * @param classPath jars and folders
     * @param release of the JVM: of a multi-release jar it takes the entries for the highest version up to its own
     * @throws CommandException (bad file) when one cannot be read
     */
    JarContent(List<Path> classPath, int release) {
        this.release = release;
        for (Path part : classPath) {
            try {
                if (Files.isDirectory(part)) {
                    addFolder(part, new HashSet<>(classPath));
                } else {
                    addJar(part);
                }
            } catch (IOException e) {
                throw CommandException.badFile(part + ": cannot be read as a jar: " + e.getMessage());
            }
        }
    }

    /** The files that the forks of a copy see. */
    static JarContent of(JarCopy jar) {
        List<Path> classPath = new ArrayList<>(List.of(jar.path()));
        classPath.addAll(jar.others());
        return new JarContent(classPath, jar.jvm().release());
    }

    /** @param others what is on the class path itself is no file of a folder */
    private void addFolder(Path folder, Set<Path> others) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> Files.isRegularFile(file) && !others.contains(file))
                    .sorted()
                    .map(file -> new LooseFile(folder, folder.relativize(file).toString()))
                    .forEach(file -> add(file.name, file));
        }
    }

    private void addJar(Path path) throws IOException {
        JarFile jar = new JarFile(path.toFile(), false);
        jars.add(jar);
        boolean isMultiRelease = Boolean.parseBoolean(JmhJar.attributes(jar).getValue(Attributes.Name.MULTI_RELEASE));
        SortedMap<String, Entry> visible = new TreeMap<>();
        jar.stream()
                .filter(entry -> !entry.isDirectory())
                .sorted(Comparator.comparingInt(JarContent::version))
                .filter(entry -> version(entry) == 0 || isMultiRelease && version(entry) <= release)
                .forEach(entry -> visible.put(visibleName(entry), new JarredFile(jar, entry)));
        visible.forEach(this::add);
    }

    /** What the manifest of the first jar says; null where it does not. */
    String attribute(String name) {
        try {
            return jars.isEmpty() ? null : JmhJar.attributes(jars.get(0)).getValue(name);
        } catch (IOException e) {
            throw unreadable(JarFile.MANIFEST_NAME, e);
        }
    }

    private void add(String name, Entry entry) {
        entries.computeIfAbsent(name, it -> new ArrayList<>()).add(entry);
    }

    /** 0 where the entry is for all releases. */
    private static int version(JarEntry entry) {
        Matcher versioned = VERSIONED.matcher(entry.getName());
        return versioned.matches() ? Math.max(FIRST_VERSIONED, Integer.parseInt(versioned.group(1))) : 0;
    }

    private static String visibleName(JarEntry entry) {
        Matcher versioned = VERSIONED.matcher(entry.getName());
        return versioned.matches() ? versioned.group(2) : entry.getName();
    }

    int release() {
        return release;
    }

    /** The names of the files, without the folders of versions. */
    Set<String> names() {
        return entries.keySet();
    }

    /** The names of the class files without their ending. */
    List<String> classes() {
        return names().stream()
                .filter(name -> name.endsWith(Probes.CLASS_FILE))
                .map(JarContent::type)
                .toList();
    }

    static String type(String classFile) {
        return classFile.substring(0, classFile.length() - Probes.CLASS_FILE.length());
    }

    static String outermost(String type) {
        int end = type.indexOf('$', type.lastIndexOf('/') + 2);
        return end < 0 ? type : type.substring(0, end);
    }

    boolean has(String name) {
        return entries.containsKey(name);
    }

    /** The name under which a file of the first jar is found in place of the one that is found now. */
    String entry(String name) {
        Entry first = entries.get(name).get(0);
        return first instanceof JarredFile it && it.jar.equals(jars.get(0)) ? it.name() : name;
    }

    /**
     * Whether both have a file with the same bytes: the first one of a class path where it is a class, and otherwise
     * all.
     */
    boolean equals(JarContent other, String name, boolean isClass) {
        List<Entry> ones = entries.getOrDefault(name, List.of());
        List<Entry> others = other.entries.getOrDefault(name, List.of());
        if (ones.isEmpty() || others.isEmpty() || !isClass && ones.size() != others.size()) {
            return false;
        }
        try {
            for (int n = 0; n < (isClass ? 1 : ones.size()); n++) {
                if (!ones.get(n).equalsIn(others.get(n))) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static byte[] bytes(Entry entry) throws IOException {
        try (InputStream in = entry.open()) {
            return in.readAllBytes();
        }
    }

    private static CommandException unreadable(String name, IOException cause) {
        return CommandException.badFile(name + ": cannot be read from its jar: " + cause.getMessage());
    }

    byte[] read(String name) {
        try {
            return bytes(entries.get(name).get(0));
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    byte[] classFile(String type) {
        return read(type + Probes.CLASS_FILE);
    }

    /** The lines of all files with a name. */
    List<String> lines(String name) {
        List<String> lines = new ArrayList<>();
        try {
            for (Entry entry : entries.getOrDefault(name, List.of())) {
                lines.addAll(
                        new String(bytes(entry), StandardCharsets.UTF_8).lines().toList());
            }
        } catch (IOException e) {
            throw unreadable(name, e);
        }
        return lines;
    }

    @Override
    public void close() {
        for (JarFile jar : jars) {
            try {
                jar.close();
            } catch (IOException e) {
                throw CommandException.badFile(jar.getName() + ": cannot be read: " + e.getMessage());
            }
        }
    }
}
