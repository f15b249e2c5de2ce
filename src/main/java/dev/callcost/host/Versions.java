package dev.callcost.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;

/**
 * The running jar, and the versions in it or in another one, read from resources without loading a library's class.
 * Libraries built by Maven have {@code pom.properties}; the suite's build writes down the versions of the others.
 */
public final class Versions {
    private static final String BUILD = "dev/callcost/build.properties";
    private static final String COMMIT = "[0-9a-f]{40}(-dirty)?";

    private static final Map<String, String> BUILT_BY_MAVEN = Map.of(
            "jmh", "org.openjdk.jmh/jmh-core",
            "netty", "io.netty/netty-common",
            "chronicle-wire", "net.openhft/chronicle-wire",
            "chronicle-bytes", "net.openhft/chronicle-bytes",
            "chronicle-core", "net.openhft/chronicle-core",
            "affinity", "net.openhft/affinity",
            "gson", "com.google.code.gson/gson");

    /** The runtime of {@code protobuf} has the version of protoc. */
    private static final List<String> WRITTEN_BY_THE_BUILD = List.of("grpc", "protoc-gen-grpc-java", "protobuf");

    private Versions() {}

    /** The jar that contains this class; in tests the folder with the classes. */
    public static Path jar() {
        return Path.of(URI.create(Versions.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    /** Whether the suite's benchmarks and its server are there. {@code callcost.jar} has neither. */
    public static boolean hasBenchmarks() {
        return Versions.class.getResource(BenchmarkList.BENCHMARK_LIST) != null;
    }

    /** By name; {@code unknown} where the jar has no version. */
    public static SortedMap<String, String> libraries() {
        SortedMap<String, String> versions = libraries(Versions.class.getClassLoader());
        Stream.concat(BUILT_BY_MAVEN.keySet().stream(), WRITTEN_BY_THE_BUILD.stream())
                .forEach(name -> versions.putIfAbsent(name, KernelFiles.UNKNOWN));
        return versions;
    }

    /** By name, without libraries that have no version there. */
    public static SortedMap<String, String> libraries(ClassLoader jar) {
        SortedMap<String, String> versions = new TreeMap<>();
        Properties build = properties(jar, BUILD);
        WRITTEN_BY_THE_BUILD.forEach(name -> versions.put(name, build.getProperty(name)));
        BUILT_BY_MAVEN.forEach((name, artifact) -> versions.put(
                name,
                properties(jar, "META-INF/maven/" + artifact + "/pom.properties")
                        .getProperty("version")));
        versions.values().removeIf(Objects::isNull);
        return versions;
    }

    public static String suite() {
        return properties(Versions.class.getClassLoader(), BUILD).getProperty("version", KernelFiles.UNKNOWN);
    }

    /** The suite's commit, followed by {@code -dirty} when the build had changed files. */
    public static String commit() {
        return commit(Versions.class.getClassLoader()).orElse(KernelFiles.UNKNOWN);
    }

    public static Optional<String> commit(ClassLoader jar) {
        return Optional.ofNullable(properties(jar, BUILD).getProperty("commit"))
                .filter(commit -> commit.matches(COMMIT));
    }

    private static Properties properties(ClassLoader jar, String resource) {
        Properties properties = new Properties();
        try (InputStream stream = jar.getResourceAsStream(resource)) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
