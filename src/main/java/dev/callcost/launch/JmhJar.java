package dev.callcost.launch;

import dev.callcost.host.Versions;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.openjdk.jmh.runner.BenchmarkList;

/** A jar with benchmarks, of this suite or any other that uses JMH. */
public record JmhJar(Path path) {
    private static final String LIST = BenchmarkList.BENCHMARK_LIST.substring(1);
    private static final String SUITE = "dev/callcost/";

    /** The tag of a class in a class file's constants, see JVMS 4.4. */
    private static final int CLASS = 7;

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
            throw CommandException.badFile(path + ": no JMH jar, it holds no " + LIST);
        }
        return BenchmarkList.fromString(lists.toString());
    }

    /** Opens the file as a zip first: a class loader takes any other file for an empty jar. */
    private URLClassLoader resources() throws IOException {
        new ZipFile(path.toFile()).close();
        return new URLClassLoader(new URL[] {path.toUri().toURL()}, null);
    }

    private CommandException unreadable(IOException cause) {
        return CommandException.badFile(path + ": cannot be read as a jar: " + cause.getMessage());
    }

    /** The jar's SHA-256, in hexadecimal digits. */
    public String checksum() {
        try (DigestInputStream bytes =
                new DigestInputStream(Files.newInputStream(path), MessageDigest.getInstance("SHA-256"))) {
            bytes.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(bytes.getMessageDigest().digest());
        } catch (IOException e) {
            throw CommandException.badFile(path + ": cannot be read: " + e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
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

    /** Adds or replaces entries by their names. Signatures, which no longer hold, are removed: a JVM would refuse the classes. */
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

    /** The class files of classes and of all classes of this suite that they refer to, directly or not, by their paths in a jar. */
    static SortedMap<String, byte[]> neededBy(Collection<Class<?>> roots) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        roots.forEach(root -> open.add(root.getName().replace('.', '/')));
        while (!open.isEmpty()) {
            String file = file(open.remove());
            try (InputStream content = JmhJar.class.getResourceAsStream("/" + file)) {
                if (content != null && !files.containsKey(file)) {
                    files.put(file, content.readAllBytes());
                    classes(new ClassReader(files.get(file)))
                            .filter(name -> name.startsWith(SUITE))
                            .forEach(open::add);
                }
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
        return type + ".class";
    }
}
