package dev.callcost.source;

import com.google.gson.JsonParseException;
import dev.callcost.file.TemporaryFolder;
import dev.callcost.launch.JmhJar;
import dev.callcost.text.CommandException;
import dev.callcost.text.JsonDocument;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Folders of jars that builds made, by all that decides what a build makes. An entry appears whole, because it is
 * renamed when it is complete, and leaves whole. Users get copies, so that processes do not depend on each other.
 *
 * @param limit how many bytes all entries may have
 * @param jdk what the JDK that builds says about itself
 */
record JarCache(Path folder, long limit, String jdk) {
    static final long LIMIT = 2L << 30;

    private static final String DESCRIPTION = "entry.json";
    /** Begins the name of a folder with an entry that is being written or removed. */
    private static final String UNFINISHED = ".unfinished-";

    /**
     * What an entry holds.
     *
     * @param built when
     * @param seconds how long the build took
     * @param jars the places of the jars in the folder by their keys
     * @param files the SHA-256 of each file
     */
    record KeptEntry(String built, double seconds, SortedMap<String, String> jars, SortedMap<String, String> files) {
        Duration took() {
            return Duration.ofMillis(Math.round(1000 * seconds));
        }

        Instant time() {
            return Instant.parse(built);
        }
    }

    /** An entry that does not hold what was written to it. */
    static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static JarCache ofUser() {
        return new JarCache(
                usual(System.getenv(), Path.of(System.getProperty("user.home")), System.getProperty("os.name")),
                LIMIT,
                jdk(System.getenv("JAVA_HOME")));
    }

    /** That of JAVA_HOME, or the one on the path. */
    private static String jdk(String home) {
        String java = home == null || home.isBlank()
                ? "java"
                : Path.of(home, "bin", "java").toString();
        try {
            Process process = new ProcessBuilder(java, "-version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return java; // the build has another way to its JDK
        }
    }

    /** The folder that the system has for this, in the user's own. */
    static Path usual(Map<String, String> environment, Path home, String system) {
        if (system.startsWith("Windows")) {
            return named(environment, "LOCALAPPDATA", home.resolve("AppData/Local"));
        }
        return named(
                environment, "XDG_CACHE_HOME", home.resolve(system.startsWith("Mac") ? "Library/Caches" : ".cache"));
    }

    /** A relative folder does not count, by the specification of the variable. */
    private static Path named(Map<String, String> environment, String variable, Path otherwise) {
        Path named = Path.of(environment.getOrDefault(variable, ""));
        return (named.isAbsolute() ? named : otherwise).resolve("callcost");
    }

    /** The name of the entry for the JDK and all else that decides what a build makes. */
    String key(List<String> parts) {
        MessageDigest digest = JmhJar.sha256();
        Stream.concat(Stream.of(jdk), parts.stream())
                .forEach(part -> digest.update((part.length() + ":" + part).getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Copies an entry.
     *
     * @param into does not exist; receives the jars
     * @throws DamagedException when a file is not as it was written; the entry is then removed
     */
    Optional<KeptEntry> take(String key, Path into) throws DamagedException {
        Path place = folder.resolve(key);
        if (!Files.isDirectory(place)) {
            return Optional.empty();
        }
        try {
            KeptEntry entry = JsonDocument.GSON.fromJson(Files.readString(place.resolve(DESCRIPTION)), KeptEntry.class);
            if (entry == null || entry.jars.isEmpty() || !entry.files.keySet().containsAll(entry.jars.values())) {
                throw new JsonParseException(DESCRIPTION);
            }
            entry.time();
            for (Map.Entry<String, String> file : entry.files.entrySet()) {
                Path copy = into.resolve(file.getKey()).normalize();
                if (!copy.startsWith(into)
                        || !copied(place.resolve(file.getKey()), copy).equals(file.getValue())) {
                    throw new JsonParseException(file.getKey());
                }
            }
            Files.setLastModifiedTime(place.resolve(DESCRIPTION), FileTime.from(Instant.now()));
            return Optional.of(entry);
        } catch (IOException | RuntimeException e) { // whatever is in the file
            remove(place);
            TemporaryFolder.delete(into);
            throw new DamagedException();
        }
    }

    /**
     * Keeps a copy of jars, and removes the entries that were not used for the longest time where all would exceed the
     * limit.
     *
     * @param from holds the jars and nothing else
     * @param jars their places in it by their keys
     * @throws IOException when the cache cannot be written
     */
    void put(String key, Path from, SortedMap<String, String> jars, Duration took) throws IOException {
        Files.createDirectories(folder);
        try (TemporaryFolder unfinished = unfinished()) {
            Path part = Files.createDirectory(unfinished.path().resolve(key));
            SortedMap<String, String> files = new TreeMap<>();
            for (Path file : files(from)) {
                String place = from.relativize(file).toString().replace('\\', '/');
                files.put(place, copied(file, part.resolve(place)));
            }
            KeptEntry entry = new KeptEntry(Instant.now().toString(), took.toMillis() / 1e3, jars, files);
            Files.writeString(part.resolve(DESCRIPTION), JsonDocument.GSON.toJson(entry));
            if (size(part) <= limit && !Files.exists(folder.resolve(key))) {
                Files.move(part, folder.resolve(key), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        trim(key);
    }

    private TemporaryFolder unfinished() throws IOException {
        try {
            return TemporaryFolder.create(folder, UNFINISHED, TemporaryFolder::delete);
        } catch (CommandException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void trim(String key) throws IOException {
        List<Path> entries = folders().stream()
                .filter(it -> !it.getFileName().toString().startsWith(UNFINISHED))
                .sorted(Comparator.comparing(it -> it.endsWith(key) ? FileTime.from(Instant.MAX) : used(it)))
                .toList();
        long all = entries.stream().mapToLong(JarCache::size).sum();
        for (Path entry : entries) {
            if (all <= limit) {
                return;
            }
            all -= size(entry);
            remove(entry);
        }
    }

    private static FileTime used(Path entry) {
        try {
            return Files.getLastModifiedTime(entry.resolve(DESCRIPTION));
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    /** Renames it first, so that nobody finds a part of it. */
    private void remove(Path entry) {
        try (TemporaryFolder unfinished = unfinished()) {
            Files.move(entry, unfinished.path().resolve(entry.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // another process removes it
        }
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.filter(Files::isDirectory).toList();
        }
    }

    private static List<Path> files(Path tree) {
        try (Stream<Path> all = Files.walk(tree)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path tree) {
        try {
            return files(tree).stream().mapToLong(it -> it.toFile().length()).sum();
        } catch (UncheckedIOException e) {
            return 0; // another process removes it
        }
    }

    /** Copies a file; returns the SHA-256 of what was copied. */
    private static String copied(Path from, Path to) throws IOException {
        MessageDigest digest = JmhJar.sha256();
        Files.createDirectories(to.getParent());
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(to), digest)) {
            Files.copy(from, out);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
