package dev.callcost.reach;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The content of a jar as a JVM of one release sees it. */
final class JarContent implements AutoCloseable {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d{1,9})/(.+)");

    /** The first release that reads entries for a version. */
    private static final int FIRST_VERSIONED = 9;

    private final Path path;
    private final ZipFile zip;
    private final String classPath;
    private final SortedMap<String, ZipEntry> entries = new TreeMap<>();

    /**
     * @param release of the JVM: of a multi-release jar it takes the entries for the highest version up to its own
     * @throws CommandException (bad file) when it cannot be read
     */
    JarContent(Path path, int release) {
        this.path = path;
        try {
            zip = new ZipFile(path.toFile());
            Attributes attributes = attributes();
            classPath = attributes.getValue(Attributes.Name.CLASS_PATH);
            boolean isMultiRelease = Boolean.parseBoolean(attributes.getValue(Attributes.Name.MULTI_RELEASE));
            zip.stream()
                    .filter(entry -> !entry.isDirectory())
                    .sorted(Comparator.comparingInt(JarContent::version))
                    .filter(entry -> version(entry) == 0 || isMultiRelease && version(entry) <= release)
                    .forEach(entry -> entries.put(visibleName(entry), entry));
        } catch (IOException e) {
            throw CommandException.badFile(path + ": cannot be read as a jar: " + e.getMessage());
        }
    }

    private Attributes attributes() throws IOException {
        ZipEntry manifest = zip.getEntry(MANIFEST);
        return manifest == null ? new Attributes() : new Manifest(zip.getInputStream(manifest)).getMainAttributes();
    }

    /** 0 where the entry is for all releases. */
    private static int version(ZipEntry entry) {
        Matcher versioned = VERSIONED.matcher(entry.getName());
        return versioned.matches() ? Math.max(FIRST_VERSIONED, Integer.parseInt(versioned.group(1))) : 0;
    }

    private static String visibleName(ZipEntry entry) {
        Matcher versioned = VERSIONED.matcher(entry.getName());
        return versioned.matches() ? versioned.group(2) : entry.getName();
    }

    /** The names of the entries, without the folders of versions. */
    Iterable<String> names() {
        return entries.keySet();
    }

    boolean has(String name) {
        return entries.containsKey(name);
    }

    String entry(String name) {
        return entries.get(name).getName();
    }

    /** Whether both have an entry with the same bytes: the same length and CRC-32, so that equal entries need not be read. */
    boolean equals(JarContent other, String name) {
        ZipEntry one = entries.get(name);
        ZipEntry two = other.entries.get(name);
        return one != null && two != null && one.getSize() == two.getSize() && one.getCrc() == two.getCrc();
    }

    byte[] read(String name) {
        try {
            return zip.getInputStream(entries.get(name)).readAllBytes();
        } catch (IOException e) {
            throw CommandException.badFile(path + ": cannot be read: " + e.getMessage());
        }
    }

    /** The lines of an entry; none where it is missing. */
    List<String> lines(String name) {
        return has(name)
                ? new String(read(name), StandardCharsets.UTF_8).lines().toList()
                : List.of();
    }

    /** Other jars that the manifest names, or null. */
    String classPath() {
        return classPath;
    }

    @Override
    public void close() {
        try {
            zip.close();
        } catch (IOException e) {
            throw CommandException.badFile(path + ": cannot be read: " + e.getMessage());
        }
    }
}
