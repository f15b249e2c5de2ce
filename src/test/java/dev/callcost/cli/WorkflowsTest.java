package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParseResult;

/** The workflows can read the repository and no more, and what they call exists. */
class WorkflowsTest {
    private static final Path FOLDER = Path.of(".github/workflows");

    private static String read(String workflow) throws IOException {
        return Files.readString(FOLDER.resolve(workflow));
    }

    private static List<String> all(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare.yml", "tests.yml"})
    void aWorkflowMayReadTheRepositoryAndNoMore(String workflow) throws IOException {
        String text = read(workflow);
        assertThat(all("(?m)^ *permissions:\\n(?: +\\S.*\\n)+", text))
                .containsExactly("permissions:\n  contents: read\n");
        assertThat(text).doesNotContain("pull_request_target", "secrets.", "workflow_run", "github.token");
        assertThat(all("persist-credentials: false", text)).hasSameSizeAs(all("actions/checkout@", text));
        assertThat(all("uses: .*", text)).isNotEmpty().allMatch(use -> use.matches("uses: actions/[\\w-]+@v\\d+"));
        assertThat(text).contains("timeout-minutes:", "concurrency:");
    }

    /** What a pull request names, such as its branch, reaches no shell but through the environment. */
    @ParameterizedTest
    @ValueSource(strings = {"compare.yml", "tests.yml"})
    void noShellReadsWhatAPullRequestNames(String workflow) throws IOException {
        assertThat(all("run: .*(?:\\n {10}.*)*", read(workflow))).isNotEmpty().noneMatch(run -> run.contains("${{"));
    }

    @Test
    void theComparisonsOptionsAndPresetExist() throws IOException {
        List<String> calls = all("java -jar head/benchmarks\\.jar compare\\s[\\s\\S]*?\\n\\n", read("compare.yml"));
        assertThat(calls).hasSize(1);
        String[] words = calls.get(0).strip().split("\\s+");

        ParseResult parsed = RootCommand.commandLine()
                .parseArgs(Arrays.copyOfRange(words, 3, words.length))
                .subcommand();

        assertThat(Invocation.words(parsed)).as("left to JMH").containsExactly("@head/jmh-profiles/ci.args");
        assertThat(Path.of("jmh-profiles/ci.args")).exists();
        assertThat(parsed.matchedOptionValue("--budget", Duration.ZERO)).isEqualTo(Duration.ofMinutes(20));
        assertThat(List.of("--base", "--head", "--format", "-d", "-o")).allMatch(parsed::hasMatchedOption);
    }

    @Test
    void theTestsAreThoseOfAnyMachine() throws IOException {
        assertThat(all("run: .*", read("tests.yml"))).containsExactly("run: .ci/run", "run: mvn --batch-mode verify");
        assertThat(Path.of(".ci/run")).isExecutable();
    }
}
