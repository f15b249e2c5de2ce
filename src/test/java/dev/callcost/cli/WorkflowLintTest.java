package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.callcost.text.Program;
import dev.callcost.text.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each workflow that the project has, shows or writes passes actionlint, which {@code .ci/run} installs. */
class WorkflowLintTest {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @TempDir
    Path folder;

    @BeforeAll
    static void actionlint() throws Exception {
        boolean isThere;
        try {
            isThere = Program.run(HERE, List.of("actionlint", "-version")).exitCode() == 0;
        } catch (IOException e) {
            isThere = false;
        }
        assumeTrue(isThere, "no actionlint on the path");
    }

    private static Ended lint(Path directory, List<Path> files) throws Exception {
        assertThat(files).isNotEmpty();
        List<String> command = new ArrayList<>(List.of("actionlint", "-no-color", "-shellcheck=", "-pyflakes="));
        files.forEach(file -> command.add(file.toString()));
        return Program.run(directory, command);
    }

    private static void assertLinted(Path directory, List<Path> files) throws Exception {
        Ended ended = lint(directory, files);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
    }

    @Test
    void theProjectsOwn() throws Exception {
        try (Stream<Path> files = Files.list(HERE.resolve(".github/workflows"))) {
            assertLinted(HERE, files.sorted().toList());
        }
    }

    @Test
    void thoseOfTheManual() throws Exception {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> pages = Files.list(HERE.resolve("src/docs"))) {
            for (Path page :
                    pages.filter(it -> it.toString().endsWith(".md")).sorted().toList()) {
                for (String workflow : WorkflowsTest.all("(?s)(?<=```yaml\n).*?(?=```)", Files.readString(page))) {
                    Path file = folder.resolve(page.getFileName() + "-" + files.size() + ".yml");
                    files.add(Files.writeString(file, workflow));
                }
            }
        }
        assertLinted(folder, files);
    }

    @Test
    void thoseThatInitWrites() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectory(project.resolve(".git"));
        List<Path> files = new ArrayList<>();
        for (String build : List.of("--build=mvn -q 'x: y' #z", "--build=./gradlew jmhJar")) {
            for (String start : List.of("label", "pull-request")) {
                for (String program :
                        List.of("--action", "--action=me/callcost@v2", "--url=https://example.org/a.jar")) {
                    Path file = folder.resolve(files.size() + ".yml");
                    Invocation ended = InitCommandTest.initIn(
                            project, build, "--jar=**/*.jar", "--on", start, program, "-o", file.toString());
                    assertThat(ended.exitCode()).as(ended.err()).isZero();
                    files.add(file);
                }
            }
        }
        assertLinted(folder, files);
    }

    /** The lint can fail. */
    @Test
    void aMistakeIsFound() throws Exception {
        Path file = folder.resolve("wrong.yml");
        Files.writeString(file, "on: pull_request\njobs: {a: {runs-on: ubuntu-24.04, steps: [{urn: ls}]}}\n");
        assertThat(lint(folder, List.of(file)).exitCode()).isEqualTo(1);
    }
}
