package dev.callcost.run.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The versions that a run measured, read from descriptions in the jar; no class of the libraries is loaded. Maven's
 * {@code pom.properties} say it for libraries built by Maven; for the others the build writes it down.
 */
final class Versions {
    private static final String BUILD = "/dev/callcost/build.properties";
    private static final String UNKNOWN = "unknown";
    private static final String COMMIT = "[0-9a-f]{40}(-dirty)?";

    private static final Map<String, String> BUILT_BY_MAVEN = Map.of(
            "jmh", "org.openjdk.jmh/jmh-core",
            "netty", "io.netty/netty-common",
            "chronicle-wire", "net.openhft/chronicle-wire",
            "affinity", "net.openhft/affinity",
            "gson", "com.google.code.gson/gson");

    private Versions() {}

    /** The libraries' versions, by name. */
    static Map<String, String> libraries() {
        Map<String, String> versions = new TreeMap<>();
        BUILT_BY_MAVEN.forEach((name, artifact) -> versions.put(
                name,
                properties("/META-INF/maven/" + artifact + "/pom.properties").getProperty("version", UNKNOWN)));
        Properties build = properties(BUILD);
        for (String name : new String[] {"grpc", "protobuf"}) {
            versions.put(name, build.getProperty(name, UNKNOWN));
        }
        return versions;
    }

    /** The suite's commit when it was built; {@code -dirty} at its end when files differed from it. */
    static String commit() {
        String commit = properties(BUILD).getProperty("commit", "");
        return commit.matches(COMMIT) ? commit : UNKNOWN;
    }

    private static Properties properties(String resource) {
        Properties properties = new Properties();
        try (InputStream stream = Versions.class.getResourceAsStream(resource)) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
