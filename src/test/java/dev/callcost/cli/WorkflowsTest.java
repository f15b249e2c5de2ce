package dev.callcost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A workflow may do what it needs and no more, and what it calls exists. */
class WorkflowsTest {
    private static final Path GITHUB = Path.of(".github");

    private static String workflow(String name) throws IOException {
        return Files.readString(GITHUB.resolve("workflows").resolve(name + ".yml"));
    }

    private static String action(String file) throws IOException {
        return Files.readString(GITHUB.resolve("actions").resolve(file));
    }

    /** The matches of a regular expression. */
    static List<String> all(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    /** What each may, and which runs the code of a pull request: compare and tests. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compare | contents: read",
                "tests   | contents: read",
                "comment | actions: read,contents: read,pull-requests: write",
                "release | contents: read;contents: write"
            })
    void aWorkflowMayDoWhatItNeeds(String name, String permissions) throws IOException {
        String text = workflow(name);
        assertThat(all("(?m)(?<=permissions:\\n)(?: +[\\w-]+: \\w+\\n)+", text).stream()
                        .map(block -> block.strip().replaceAll("\\n +", ",")))
                .containsExactly(permissions.split(";"));
        assertThat(text).doesNotContain("pull_request_target", "secrets.").contains("timeout-minutes:", "concurrency:");
        assertThat(all("persist-credentials: false", text)).hasSameSizeAs(all("actions/checkout@", text));
        assertThat(all("uses: .*", text))
                .isNotEmpty()
                .allMatch(use -> use.matches("uses: actions/[\\w-]+@v\\d+")
                        || Files.exists(Path.of(use.substring("uses: ".length()), "action.yml")));
        if (!permissions.contains("write")) {
            assertThat(text).doesNotContain("workflow_run", "github.token");
        }
    }

    /** What a pull request names, such as its branch, reaches no shell but through the environment. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "workflows/compare.yml",
                "workflows/tests.yml",
                "workflows/release.yml",
                "actions/compare/action.yml",
                "actions/comment/action.yml"
            })
    void noShellReadsWhatAPullRequestNames(String file) throws IOException {
        String text = Files.readString(GITHUB.resolve(file));
        assertThat(all("run: .*(?:\\n {8,10}.*)*", text).stream().filter(run -> !run.startsWith("run: exec")))
                .noneMatch(
                        run -> run.replaceAll("(?s)\\n +- .*|\\n +env:.*", "").contains("${{"));
    }

    /** The token that may write is with the default branch's code, which a pull request's artifact reaches as text. */
    @Test
    void theCommentRunsNoCodeOfAPullRequest() throws IOException {
        assertThat(workflow("comment"))
                .contains("workflow_run:\n    workflows: [compare]\n")
                .doesNotContain("ref:", "run: ");
        assertThat(workflow("compare")).contains("name: compare\n");
        assertThat(action("comment/action.yml")).contains("GH_TOKEN: ${{ github.token }}");
    }

    @Test
    void theReleaseThatMayWriteRunsNoCodeOfTheRepository() throws IOException {
        String text = workflow("release");
        String release = text.substring(text.indexOf("\n  release:\n"));
        assertThat(release).contains("needs: build").doesNotContain("checkout", "java", ".ci/run");
        assertThat(text.substring(0, text.length() - release.length())).contains("run: .ci/run", "tags: ['v*']");
    }

    /** Each input of the action reaches the script under a name that the script's comment explains. */
    @Test
    void theActionAndItsScriptAgree() throws IOException {
        String action = action("compare/action.yml");
        String script = action("compare/compare.sh");
        String step = action.substring(action.indexOf("- id: compare\n"));
        List<String> handedOver = all("(?m)^ {8}[A-Z_]+(?=: \\$\\{\\{ (?:inputs|runner))", step).stream()
                .map(String::strip)
                .toList();
        assertThat(handedOver).hasSize(14).allSatisfy(name -> {
            assertThat(script).containsPattern("(?m)^#   " + name + " ");
            assertThat(script).containsPattern("\\$\\{?" + name + "\\b");
        });
        assertThat(action("comment/action.yml")).contains("exec \"$ACTION/comment.sh\"");
        assertThat(GITHUB.resolve("actions/compare/compare.sh")).isExecutable();
        assertThat(GITHUB.resolve("actions/comment/comment.sh")).isExecutable();
        List<String> inputs = all("(?<=inputs\\.)[\\w-]+", action);
        assertThat(all("(?m)^  [\\w-]+(?=:\\n    description)", action).stream().map(String::strip))
                .containsAll(inputs);
    }

    /** YAML lets no plain value begin with @. */
    @Test
    void thePresetOfTheComparisonIsQuotedAndExists() throws IOException {
        assertThat(all("(?<=args: '@)\\S+\\.args(?=')", workflow("compare")))
                .containsExactly("jmh-profiles/ci.args")
                .allMatch(preset -> Files.exists(Path.of(preset)));
    }

    private static List<String> workflowsOfTheManual() throws IOException {
        return all("(?s)(?<=```yaml\n).*?(?=```)", Files.readString(Path.of("src/docs/own-jar.md")));
    }

    @Test
    void theWorkflowsOfTheManualCallTheActionsWithInputsThatTheyHave() throws IOException {
        assertThat(workflowsOfTheManual()).isNotEmpty().allSatisfy(workflow -> {
            assertThat(workflow).startsWith("on: ").contains("\npermissions: {");
            List<String> steps = all("OWNER/callcost/\\S+(?:\\n +with: \\{.*\\})?", workflow);
            assertThat(steps).isNotEmpty();
            for (String step : steps) {
                String action = action(step.replaceAll("(?s).*?/actions/(\\w+)@v.*", "$1") + "/action.yml");
                assertThat(all(
                                "(?<=[{ ])[\\w-]+(?=: )",
                                step.substring(step.indexOf('@')).replace("with: ", "")))
                        .allSatisfy(
                                input -> assertThat(action).containsPattern("(?m)^  " + input + ":\\n    description"));
            }
        });
    }

    @Test
    void theShardsOfTheManualAreMeasuredAndJudged() throws IOException {
        String workflow = workflowsOfTheManual().stream()
                .filter(it -> it.contains("shards"))
                .findFirst()
                .orElseThrow();
        assertThat(workflow)
                .contains("shard: [1, 2, 3, 4]", "'${{ matrix.shard }}/4'", "needs: measure", "{shards: 4}");
        String action = action("compare/action.yml");
        assertThat(action)
                .contains("pattern: ${{ inputs.artifact }}-shard-*")
                .contains("name: ${{ inputs.artifact }}-${{ steps.compare.outputs.part }}${{ github.run_attempt }}");
        assertThat(action("compare/compare.sh")).contains("PART=shard-${SHARDS%%/*}-", "-name \"*shard-$shard-*\"");
    }
}
