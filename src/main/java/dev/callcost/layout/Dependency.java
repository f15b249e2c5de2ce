package dev.callcost.layout;

import dev.callcost.text.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A version of a library as build tools name it, whose jar is in a local repository. */
public record Dependency(String group, String artifact, String version) {
    private static final Pattern COORDINATES = Pattern.compile("([\\w.-]+):([\\w.-]+):([\\w.+-]+)");

    /** @throws IllegalArgumentException when the text is not a group, an artifact and a version */
    public static Dependency of(String text) {
        Matcher parts = COORDINATES.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no dependency such as com.google.code.gson:gson:2.11.0");
        }
        return new Dependency(parts.group(1), parts.group(2), parts.group(3));
    }

    boolean isOf(Dependency other) {
        return group.equals(other.group) && artifact.equals(other.artifact);
    }

    /**
     * Its jar in Maven's local repository or in Gradle's cache.
     *
     * @throws CommandException (bad file) when it is in neither
     */
    Path jar() throws IOException {
        String name = artifact + "-" + version + ".jar";
        Path inMaven = maven().resolve(Path.of(group.replace('.', '/'), artifact, version, name));
        if (Files.isRegularFile(inMaven)) {
            return inMaven;
        }
        Path inGradle = gradle().resolve(Path.of("caches", "modules-2", "files-2.1", group, artifact, version));
        if (Files.isDirectory(inGradle)) {
            try (Stream<Path> files = Files.walk(inGradle, 2)) {
                List<Path> jars =
                        files.filter(file -> file.endsWith(name)).sorted().toList();
                if (!jars.isEmpty()) {
                    return jars.get(0);
                }
            }
        }
        throw CommandException.badFile(this + ": its jar is neither in " + maven() + " nor in " + gradle()
                + ": mvn dependency:get -Dartifact=" + this + " loads it (java -Dmaven.repo.local=FOLDER -jar ... names"
                + " another repository)");
    }

    private static Path home(String folder) {
        return Path.of(System.getProperty("user.home"), folder);
    }

    private static Path maven() {
        String named = System.getProperty("maven.repo.local");
        return named == null ? home(".m2/repository") : Path.of(named);
    }

    private static Path gradle() {
        String named = System.getenv("GRADLE_USER_HOME");
        return named == null ? home(".gradle") : Path.of(named);
    }

    @Override
    public String toString() {
        return group + ":" + artifact + ":" + version;
    }
}
