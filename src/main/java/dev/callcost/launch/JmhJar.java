package dev.callcost.launch;

import dev.callcost.agent.Probes;
import dev.callcost.host.Versions;
import dev.callcost.text.CommandException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * A jar with benchmarks, of this suite or any other that uses JMH.
 *
 * @param name what the user named: the jar, or what the jar was made of
 */
public record JmhJar(Path path, String name) {
    /**
     * An attribute of the manifest of a jar that only names others. Its value stands for all files of the folders that
     * it names.
     */
    public static final Attributes.Name FOLDERS = new Attributes.Name("Callcost-Folders");

    private static final String LIST = BenchmarkList.BENCHMARK_LIST.substring(1);
    private static final String SUITE = "dev/callcost/";

    /** The first one that zip files know. */
    private static final LocalDateTime FIRST_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** The tag of a class in a class file's constants, see JVMS 4.4. */
    private static final int CLASS = 7;

    /** A class file begins with four bytes that mark it, two of a minor version and two of the major version. */
    private static final int VERSION_END = 8;

    /** Java 8 has class files of version 52. */
    private static final int MAJOR_OF_RELEASE_0 = 44;

    public JmhJar(Path path) {
        this(path, path.toString());
    }

    /** The benchmarks that JMH's annotation processor listed in it, or in a jar that its manifest names. */
    public BenchmarkList benchmarks() {
        StringBuilder lists = new StringBuilder();
        try (URLClassLoader resources = resources()) {
            for (URL list : Collections.list(resources.getResources(LIST))) {
                try (InputStream in = list.openStream()) {
                    lists.append(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "\n");
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        if (lists.isEmpty()) {
            throw CommandException.badFile(name + ": no JMH jar, it holds no " + LIST);
        }
        return BenchmarkList.fromString(lists.toString());
    }

    /** Opens the file as a zip first: a class loader takes any other file for an empty jar. */
    private URLClassLoader resources() throws IOException {
        new ZipFile(path.toFile()).close();
        return new URLClassLoader(new URL[] {path.toUri().toURL()}, null);
    }

    private CommandException unreadable(IOException cause) {
        return CommandException.badFile(name + ": cannot be read as a jar: " + cause.getMessage());
    }

    /**
     * The Java release of the class files that JMH generated for its benchmarks, the highest; 0 where it has none of
     * them.
     */
    int release(Collection<BenchmarkListEntry> benchmarks) {
        int release = 0;
        try (URLClassLoader resources = resources()) {
            for (BenchmarkListEntry benchmark : benchmarks) {
                String generated = benchmark.generatedTarget();
                String file =
                        file(generated.substring(0, generated.lastIndexOf('.')).replace('.', '/'));
                try (InputStream in = resources.getResourceAsStream(file)) {
                    byte[] begin = in == null ? new byte[0] : in.readNBytes(VERSION_END);
                    if (begin.length == VERSION_END) {
                        int major = ByteBuffer.wrap(begin).getShort(VERSION_END - Short.BYTES);
                        release = Math.max(release, major - MAJOR_OF_RELEASE_0);
                    }
                }
            }
            return release;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static void digest(Path file, MessageDigest digest) throws IOException {
        try (DigestInputStream bytes = new DigestInputStream(Files.newInputStream(file), digest)) {
            bytes.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** The SHA-256 of the jar, and of the jars and classes that its manifest names, in hexadecimal digits. */
    public String checksum() {
        try {
            MessageDigest digest = sha256();
            if (attribute(path, FOLDERS).isEmpty()) {
                digest(path, digest);
            } else {
                digest.update(attribute(path, FOLDERS).getBytes(StandardCharsets.UTF_8));
            }
            for (Path other : classPath()) {
                for (Path file : Files.isDirectory(other) ? classes(other) : List.of(other)) {
                    digest(file, digest);
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw CommandException.badFile(name + ": cannot be read: " + e.getMessage());
        }
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    private static List<Path> classes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(Probes.CLASS_FILE))
                    .sorted()
                    .toList();
        }
    }

    /**
     * The jars and folders that its manifest names (Class-Path), directly or not, in the order in which a JVM searches
     * them after the jar. As in a JVM, what is missing or no jar is left out.
     */
    public List<Path> classPath() {
        Set<Path> found = new LinkedHashSet<>(List.of(path.toAbsolutePath().normalize()));
        addNamedBy(path.toAbsolutePath().normalize(), found);
        return found.stream().skip(1).toList();
    }

    private static void addNamedBy(Path jar, Set<Path> found) {
        for (String name : attribute(jar, Attributes.Name.CLASS_PATH).split("\\s+")) {
            URI place = jar.toUri().resolve(name.replace("[", "%5B").replace("]", "%5D"));
            if (!name.isEmpty() && "file".equals(place.getScheme())) {
                Path file = Path.of(place);
                if (place.getPath().endsWith("/")) {
                    if (Files.isDirectory(file)) {
                        found.add(file);
                    }
                } else if (Files.isRegularFile(file) && found.add(file)) {
                    addNamedBy(file, found);
                }
            }
        }
    }

    private static String attribute(Path jar, Attributes.Name name) {
        try (JarFile file = new JarFile(jar.toFile())) {
            String value = attributes(file).getValue(name);
            return value == null ? "" : value;
        } catch (IOException e) {
            return "";
        }
    }

    /** Of its manifest; none without one. */
    public static Attributes attributes(JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        return manifest == null ? new Attributes() : manifest.getMainAttributes();
    }

    /** Lets its manifest name jars and folders wherever they are, in place of those that it names. */
    void setClassPath(List<Path> others) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (JarFile file = new JarFile(path.toFile())) {
            Manifest manifest = file.getManifest();
            manifest.getMainAttributes()
                    .put(
                            Attributes.Name.CLASS_PATH,
                            others.stream()
                                    .map(other -> other.toUri().toASCIIString())
                                    .collect(Collectors.joining(" ")));
            manifest.write(content);
        }
        add(Map.of(JarFile.MANIFEST_NAME, content.toByteArray()));
    }

    /** The known versions of the libraries in it, or in jars that its manifest names, and the suite's commit. */
    public SortedMap<String, String> versions() {
        try (URLClassLoader resources = resources()) {
            SortedMap<String, String> versions = Versions.libraries(resources);
            Versions.commit(resources).ifPresent(commit -> versions.put("commit", commit));
            return versions;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** The libraries whose versions differ from another jar's, each after a comma, where both are known. */
    public String versionsUnlike(JmhJar other) {
        Map<String, String> others = other.versions();
        return versions().entrySet().stream()
                .filter(library ->
                        !library.getValue().equals(others.getOrDefault(library.getKey(), library.getValue())))
                .map(library -> ", " + library.getKey() + " " + library.getValue())
                .collect(Collectors.joining());
    }

    /** Whether it has a class of this suite, of any version. */
    boolean has(Class<?> type) throws IOException {
        try (ZipFile entries = new ZipFile(path.toFile())) {
            return entries.getEntry(file(type.getName().replace('.', '/'))) != null;
        }
    }

    /** Adds or replaces classes of this suite, with all classes of this suite that they need. */
    public void add(List<Class<?>> roots) throws IOException {
        add(neededBy(roots));
    }

    /** Writes a jar of files by their names; the same files give the same bytes. */
    public static void write(Path jar, Map<String, byte[]> files) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(FIRST_TIME);
                out.putNextEntry(entry);
                out.write(file.getValue());
            }
        }
    }

    /**
     * Adds or replaces entries by their names. Signatures, which no longer hold, are removed: a JVM would refuse the
     * classes.
     */
    void add(Map<String, byte[]> files) throws IOException {
        try (FileSystem entries = FileSystems.newFileSystem(path)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path entry = entries.getPath(file.getKey());
                if (entry.getParent() != null) {
                    Files.createDirectories(entry.getParent());
                }
                Files.write(entry, file.getValue());
            }
            Path signatures = entries.getPath("META-INF");
            if (Files.isDirectory(signatures)) {
                try (DirectoryStream<Path> signed = Files.newDirectoryStream(signatures, "*.SF")) {
                    for (Path signature : signed) {
                        Files.delete(signature);
                    }
                }
            }
        }
    }

    /** Removes entries, where it has them. */
    void remove(Collection<String> names) throws IOException {
        try (FileSystem entries = FileSystems.newFileSystem(path)) {
            for (String name : names) {
                Files.deleteIfExists(entries.getPath(name));
            }
        }
    }

    /**
     * The class files of classes and of all classes of this suite that they refer to, directly or not, by their paths
     * in a jar.
     *
     * @param libraries packages whose classes count too, such as {@code org/example/}
     */
    public static SortedMap<String, byte[]> neededBy(Collection<Class<?>> roots, String... libraries) {
        SortedMap<String, byte[]> files = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        roots.forEach(root -> open.add(root.getName().replace('.', '/')));
        while (!open.isEmpty()) {
            String file = file(open.remove());
            try (InputStream content = JmhJar.class.getResourceAsStream("/" + file)) {
                if (content != null && !files.containsKey(file)) {
                    files.put(file, content.readAllBytes());
                    classes(new ClassReader(files.get(file)))
                            .filter(name -> Stream.concat(Stream.of(SUITE), Stream.of(libraries))
                                    .anyMatch(name::startsWith))
                            .forEach(open::add);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    /** The classes that a class file refers to. */
    private static Stream<String> classes(ClassReader file) {
        char[] letters = new char[file.getMaxStringLength()];
        return IntStream.range(1, file.getItemCount())
                .map(file::getItem)
                .filter(item -> item > 0 && file.readByte(item - 1) == CLASS)
                .mapToObj(item -> file.readUTF8(item, letters));
    }

    private static String file(String type) {
        return type + Probes.CLASS_FILE;
    }

    /**
     * A jar of base and the jar of head that belong together.
     *
     * @param name the module's folder or the jar's name without its version; empty where there is one pair
     */
    public record JarPair(String name, JmhJar base, JmhJar head) {
        private static final String ENDING = ".jar";

        /** Has a point or a usual suffix: a single number may be a part of the name. */
        private static final Pattern VERSION = Pattern.compile("-v?\\d+((\\.\\w+)+|(?=-SNAPSHOT))"
                + "(-(?i:snapshot|rc|cr|m|alpha|beta|milestone|dev|pre|ea|final|ga|release)[.\\d]*|-\\d+(?=[-.])"
                + "|-\\d{8}[.\\d-]*|-g?[0-9a-f]{7,40})*(?=-|/|$)");

        /**
         * The path of a jar without its ending and without versions: jars of both sides that belong together share it.
         */
        public static String withoutVersion(String path) {
            String name = path.endsWith(ENDING) ? path.substring(0, path.length() - ENDING.length()) : path;
            return VERSION.matcher(name).replaceAll("");
        }
    }
}
