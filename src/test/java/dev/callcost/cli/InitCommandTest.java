package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.util.Utils;
import picocli.CommandLine.ParseResult;

/** The verb {@code init} in a repository: the workflow, what it prints, and what it leaves as it is. */
class InitCommandTest {
    private static final String HEX = "0123456789abcdef".repeat(4);

    @TempDir
    Path root;

    @BeforeEach
    void repository() throws IOException {
        Files.createDirectory(root.resolve(".git"));
    }

    private void project(String... files) throws IOException {
        for (String file : files) {
            Files.createDirectories(root.resolve(file).getParent());
            Files.writeString(root.resolve(file), "jmh-generator-annprocess, me.champeau.jmh");
        }
    }

    private Invocation init(String... options) {
        return initIn(root, options);
    }

    static Invocation initIn(Path project, String... options) {
        List<String> words = new ArrayList<>(List.of("init", "--project", project.toString()));
        words.addAll(List.of(options));
        return Invocation.of(words.toArray(String[]::new));
    }

    private String written(String... options) {
        Stream<String> printing = Stream.concat(Stream.of(options), Stream.of("-o", "-"));
        Invocation ended = init(printing.toArray(String[]::new));
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended.out();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pom.xml               | mvn -B -q -DskipTests package     | **/target/*.jar         | maven",
                "pom.xml mvnw          | ./mvnw -B -q -DskipTests package  | **/target/*.jar         | maven",
                "build.gradle          | gradle -q jmhJar                  | **/build/libs/*-jmh.jar | gradle",
                "settings.gradle.kts   | gradle -q jmhJar                  | **/build/libs/*-jmh.jar | gradle",
                "build.gradle.kts gradlew | ./gradlew -q jmhJar            | **/build/libs/*-jmh.jar | gradle",
                "pom.xml build.gradle gradlew | ./gradlew -q jmhJar        | **/build/libs/*-jmh.jar | gradle"
            })
    void theBuildIsFoundAndItsCommandIsShownAndWritten(String files, String build, String jar, String cache)
            throws IOException {
        project(files.split(" "));
        Invocation ended = init();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        Path file = root.resolve(".github/workflows/callcost.yml");
        String options = "--build '" + build + "' --jar '" + jar + "'";
        assertThat(ended.out())
                .startsWith(file + ": compares each pull request.\nReplace in " + file + ":\n  URL-OF-CALLCOST-JAR ")
                .contains("  SHA256-OF-CALLCOST-JAR  the digest that this prints: sha256sum callcost.jar\n")
                .contains(" compare --base-ref origin/main --project " + root + " " + options + "\n")
                .endsWith("\nThen commit:\n  git add " + file + "\n");
        assertThat(file)
                .content()
                .contains("URL: URL-OF-CALLCOST-JAR\n", "SHA256: SHA256-OF-CALLCOST-JAR\n")
                .contains("          cache: " + cache + "\n")
                .contains("            " + options.replace(" --jar", " \\\n            --jar") + "\n");
    }

    /** Parsed as a shell splits them; a command has the options that compare has. */
    @Test
    void theCommandsAreThoseOfCompare() throws IOException {
        project("gradlew", "build.gradle", "a/gradlew", "a/build.gradle");
        String tried = WorkflowsTest.all("(?m)(?<=benchmarks\\.jar )compare .*", init().out())
                .get(0);
        String inFile = WorkflowsTest.all(
                        "(?s)(?<=callcost\\.jar\" )compare .*?\n(?=\n)",
                        initIn(root.resolve("a"), "-o", "-").out())
                .get(0)
                .replace("\\\n", " ");
        for (String line : List.of(tried, inFile)) {
            String[] words =
                    Utils.splitQuotedEscape(line.replace('\'', '"').strip()).toArray(String[]::new);
            assertThat(words).contains("--base-ref", "--build", "./gradlew -q jmhJar", "--jar", "--project");
            ParseResult parsed = RootCommand.commandLine("").parseArgs(words).subcommand();
            if (Invocation.knows("compare", "--base-ref")) {
                assertThat(Invocation.words(parsed)).isEmpty();
            }
        }
        assertThat(inFile).contains("--project 'a'", "--format github");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--on label", "--action", "--on label --action me/callcost@v2"})
    void itMayReadTheRepositoryAndNothingElse(String options) throws IOException {
        project("pom.xml");
        String text = written(options.isEmpty() ? new String[0] : options.split(" "));
        assertThat(WorkflowsTest.all("(?m)^ *permissions:\n(?:  +.*\n)+", text))
                .containsExactly("permissions:\n  contents: read\n");
        assertThat(text)
                .contains("persist-credentials: false", "fetch-depth: 0", "timeout-minutes:", "concurrency:")
                .doesNotContain("pull_request_target", "secrets.", "github.token");
        String allowed = "uses: actions/[\\w-]+@v\\d+";
        assertThat(WorkflowsTest.all("uses: .*", text))
                .allMatch(use -> use.matches(
                        options.contains("--action") ? allowed + "|.*/callcost/.github/actions/compare@v.*" : allowed));
        assertThat(WorkflowsTest.all("run: [^\n]*(?:\n {10,}[^\n]*)*", text)).noneMatch(run -> run.contains("${{"));
    }

    @Test
    void aLabelStartsIt() throws IOException {
        project("pom.xml");
        assertThat(written("--on", "label"))
                .contains("    types: [labeled, synchronize]\n")
                .contains("contains(github.event.pull_request.labels.*.name, 'benchmark')");
        assertThat(written("--on", "pull-request")).isEqualTo(written()).doesNotContain("label");
        assertThat(init("--on", "label").out()).contains(": compares a pull request that has the label benchmark.\n");
    }

    @Test
    void withAddressAndDigestNothingIsLeftToReplace() throws IOException {
        project("pom.xml");
        assertThat(written("--url", "https://example.org/callcost.jar", "--sha256", HEX))
                .contains("URL: https://example.org/callcost.jar\n", "SHA256: " + HEX + "\n")
                .doesNotContain("-OF-CALLCOST-JAR");
        assertThat(init("--url", "https://example.org/callcost.jar", "--sha256", HEX)
                        .out())
                .doesNotContain("Replace");
    }

    @Test
    void theActionIsCalledWithTheBuild() throws IOException {
        project("sub/pom.xml");
        Invocation ended =
                initIn(root.resolve("sub"), "--action", "--build", "make 'x'", "--jar", "a/*.jar", "--jar", "b.jar");
        assertThat(ended.out()).contains("  OWNER  who owns the repository of callcost\n");
        assertThat(root.resolve(".github/workflows/callcost.yml"))
                .content()
                .endsWith("""
                        build: 'make ''x'''
                        jar: |
                          a/*.jar
                          b.jar
                        project: 'sub'
              """)
                .containsPattern("uses: OWNER/callcost/\\.github/actions/compare@v\\d");
    }

    @Test
    void theBranchIsTheClonesDefault() throws IOException {
        project("pom.xml");
        Path head = root.resolve(".git/refs/remotes/origin/HEAD");
        Files.createDirectories(head.getParent());
        Files.writeString(head, "ref: refs/remotes/origin/master\n");
        assertThat(init().out()).contains(" compare --base-ref origin/master ");
    }

    @Test
    void aFileThatExistsStays() throws IOException {
        project("pom.xml", "mine.yml");
        Path file = root.resolve("mine.yml");
        Invocation refused = init("-o", file.toString());
        assertThat(refused.exitCode()).isEqualTo(65);
        assertThat(refused.err())
                .isEqualTo("init: " + file
                        + " exists and stays as it is; -o names another file, -o - prints the workflow\n");
        assertThat(file).content().isEqualTo("jmh-generator-annprocess, me.champeau.jmh");
        assertThat(root.resolve(".github")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                        | ROOT has no pom.xml and no Gradle build: --build and --jar name the command that makes the jar with benchmarks, and the jar, such as --build 'make bench' --jar 'out/bench.jar'",
                "--action --url https://x  | init: --action downloads nothing: leave out --url and --sha256",
                "--action callcost         | init: --action callcost: name a repository and a version, such as OWNER/callcost@v1.0.0",
                "--url http://x            | init: --url http://x: an address begins with https://",
                "--sha256 12               | init: --sha256 12: a SHA-256 has 64 hexadecimal digits",
                "--on push                 | init: --on push: name label or pull-request"
            })
    void aSlipIsOneLineAndWritesNothing(String options, String answer) {
        Invocation refused = init(options.isEmpty() ? new String[0] : options.split(" "));
        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err().strip().replaceAll("\\s+", " ")).isEqualTo(answer.replace("ROOT", root.toString()));
        assertThat(refused.out()).isEmpty();
        assertThat(root.resolve(".github")).doesNotExist();
    }

    @Test
    void withoutARepositoryNothingIsWritten() throws IOException {
        Files.delete(root.resolve(".git"));
        project("pom.xml");
        Invocation refused = init();
        assertThat(refused.exitCode()).isEqualTo(64);
        assertThat(refused.err()).contains(" is in no git repository; --project names a folder of one");
    }
}
