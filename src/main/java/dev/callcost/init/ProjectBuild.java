package dev.callcost.init;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a project makes its JMH jars.
 *
 * @param command for a shell, in the folder of the project
 * @param jars globs below that folder
 * @param cache the build tool by the name that {@code actions/setup-java} gives its cache; empty for other tools
 */
public record ProjectBuild(String command, List<String> jars, Optional<String> cache) {
    /** The build by Maven or Gradle that a folder has; the wrapper runs it where there is one. */
    public static Optional<ProjectBuild> find(Path folder) {
        if (has(folder, "pom.xml")) {
            String maven = has(folder, "mvnw") ? "./mvnw" : "mvn";
            return Optional.of(new ProjectBuild(
                    maven + " -B -q -DskipTests package", List.of("**/target/*.jar"), Optional.of("maven")));
        }
        if (has(folder, "gradlew", "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts")) {
            String gradle = has(folder, "gradlew") ? "./gradlew" : "gradle";
            return Optional.of(
                    new ProjectBuild(gradle + " jmhJar", List.of("**/build/libs/*-jmh.jar"), Optional.of("gradle")));
        }
        return Optional.empty();
    }

    private static boolean has(Path folder, String... names) {
        return Stream.of(names).anyMatch(name -> Files.exists(folder.resolve(name)));
    }

    /** The options of {@code compare} for this build, each with its value, quoted for a shell. */
    public List<String> options() {
        return Stream.concat(
                        Stream.of("--build " + quoted(command)), jars.stream().map(jar -> "--jar " + quoted(jar)))
                .collect(Collectors.toList());
    }

    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
