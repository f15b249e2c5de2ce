package dev.callcost.launch;

import dev.callcost.host.Versions;
import dev.callcost.text.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.openjdk.jmh.runner.BenchmarkList;

/**
 * A jar with benchmarks, of this suite or any other that uses JMH.
 *
 * @param path where it is
 */
public record JmhJar(Path path) {

    /**
     * The benchmarks that JMH's annotation processor listed in it, or in a jar that its manifest names.
     *
     * @throws CommandException (bad file) when there are none or the list cannot be read
     */
    public BenchmarkList benchmarks() {
        StringBuilder lists = new StringBuilder();
        try (URLClassLoader resources = resources()) {
            for (URL list : Collections.list(resources.getResources(BenchmarkList.BENCHMARK_LIST.substring(1)))) {
                try (InputStream in = list.openStream()) {
                    lists.append(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                            .append('\n');
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        if (lists.isEmpty()) {
            throw CommandException.badFile(
                    path + ": no JMH jar, it holds no " + BenchmarkList.BENCHMARK_LIST.substring(1));
        }
        return BenchmarkList.fromString(lists.toString());
    }

    /** Opens the file as a zip first: a class loader takes any file that is not a jar for an empty one. */
    private URLClassLoader resources() throws IOException {
        new ZipFile(path.toFile()).close();
        return new URLClassLoader(new URL[] {path.toUri().toURL()}, null);
    }

    private CommandException unreadable(IOException cause) {
        return CommandException.badFile(path + ": cannot be read as a jar: " + cause.getMessage());
    }

    /** The jar's SHA-256, in hexadecimal digits. */
    public String checksum() {
        try (InputStream in = Files.newInputStream(path)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw CommandException.badFile(path + ": cannot be read: " + e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    /**
     * The known versions of the libraries in it, or in jars that its manifest names, and the suite's commit.
     *
     * @throws CommandException (bad file) when it cannot be read
     */
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

    /**
     * Adds or replaces classes of this suite, with all classes of this suite that they need.
     *
     * @throws IOException when the jar cannot be read or written
     */
    public void add(List<Class<?>> roots) throws IOException {
        try (FileSystem entries = FileSystems.newFileSystem(path)) {
            for (Map.Entry<String, byte[]> file : ClassFiles.neededBy(roots).entrySet()) {
                Path entry = entries.getPath(file.getKey());
                Files.createDirectories(entry.getParent());
                Files.write(entry, file.getValue());
            }
        }
    }
}
