package dev.callcost.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A JMH project that is not the suite's, in {@code src/test/resources/sample-project}: the manual's page on own jars is
 * about it.
 */
public final class SampleProject {
    public static final Path FOLDER = Path.of("src/test/resources/sample-project");

    /**
     * Forks that are warm within half a second and alike: the first compiler alone, as its decisions do not depend on
     * chance.
     */
    public static final String QUICK = "-jvmArgsAppend -XX:TieredStopAtLevel=1 -wi 5 -w 100ms -i 20 -r 20ms";

    private static final Path SOURCE = Path.of("src/main/java/org/example/JsonBenchmark.java");

    private SampleProject() {}

    /** Copies the project to a folder that does not exist. */
    public static Path copy(Path project) throws IOException {
        try (Stream<Path> tree = Files.walk(FOLDER)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                Path copy = project.resolve(FOLDER.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        return project;
    }

    /** Lets one of the three benchmarks write so many orders; 20 are the original. */
    public static void plant(Path project, int orders) throws IOException {
        Path source = project.resolve(SOURCE);
        String planted = Files.readString(source).replaceFirst("ORDERS = \\d+;", "ORDERS = " + orders + ";");
        assertThat(planted).contains("ORDERS = " + orders + ";");
        Files.writeString(source, planted);
    }

    /** The command that builds a copy without a network. */
    public static List<String> maven() {
        String repository = System.getProperty("maven.repo.local");
        List<String> command = new ArrayList<>(
                List.of("env", "MAVEN_OPTS=-XX:TieredStopAtLevel=1", "mvn", "-o", "-q", "-B", "package"));
        if (repository != null) {
            command.add("-Dmaven.repo.local=" + repository);
        }
        return command;
    }

    /** Builds a copy; returns its jar. */
    public static Path build(Path project, String... options) throws Exception {
        List<String> command = new ArrayList<>(maven());
        command.addAll(List.of(options));
        Ended maven = Program.run(project, command);
        assertThat(maven.exitCode()).as(maven.out() + maven.err()).isZero();
        return project.resolve("target/benchmarks.jar");
    }

    /** Runs a jar with arguments that are split at blanks. */
    public static Ended java(Path directory, Path jar, String arguments) throws Exception {
        return Program.run(directory, command(directory, jar, arguments));
    }

    /** Starts it; nobody reads what it prints. */
    public static Process start(Path directory, Path jar, String arguments) throws IOException {
        return new ProcessBuilder(command(directory, jar, arguments))
                .directory(directory.toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
    }

    private static List<String> command(Path directory, Path jar, String arguments) {
        List<String> command = new ArrayList<>(List.of(
                Program.JAVA,
                "-XX:TieredStopAtLevel=1", // as SpawnedMain
                "-Djava.io.tmpdir=" + directory, // JMH's lock is not another run's
                "-jar",
                jar.toString()));
        command.addAll(List.of(arguments.split(" ")));
        return command;
    }
}
